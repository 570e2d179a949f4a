import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no file contains merge conflict markers', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  const texts = files.filter((file) => /\.(md|ts|tsx|mjs|json|ya?ml|css|html|vue|py|txt)$/.test(file))
  const marked = texts.filter((file) => /^(<{7}|>{7}) /m.test(readFileSync(file, 'utf8')))
  expect(texts.length).toBeGreaterThan(1000)
  expect(marked).toEqual([])
})
