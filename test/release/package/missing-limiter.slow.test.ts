import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'

const PROGRAM = `
import { openVicinage } from 'vicinage'
import { createApp, knownKeys } from 'vicinage/http'
const vicinage = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false })
const key = { id: 'a', name: 'a', hash: '0'.repeat(64), monthly: null, created: 0, expires: null }
for (const rate of [null, { requests: 1, seconds: 60 }])
  try {
    createApp(vicinage, { keys: knownKeys([{ ...key, rate }]) })
    console.log('created')
  } catch ({ code, message }) {
    console.log(code + ': ' + message)
  }
`

it('createApp refuses keys with rates if rate-limiter-flexible is not installed', () => {
  const folder = emptyFolder()
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, 'vicinage'), { recursive: true })
  for (const part of ['dist', 'package.json'])
    cpSync(resolve(part), join(packages, 'vicinage', part), { recursive: true })
  symlinkSync(resolve('dist-data'), join(packages, 'vicinage/dist-data'))
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.') && name !== 'vicinage' && name !== 'rate-limiter-flexible')
      symlinkSync(resolve('node_modules', name), join(packages, name))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, 'keys.mjs'), PROGRAM)
  const out = execFileSync(process.execPath, ['keys.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(out).toBe(
    'created\npackage_missing: A key with a rate needs the package rate-limiter-flexible: npm install rate-limiter-flexible\n',
  )
})
