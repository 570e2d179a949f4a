import { spawnSync } from 'node:child_process'
import { chmod, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addKey, changeKeyFile, revokeKey } from '../../../src/faces/cli/change-keys.ts'
import { keyFileText, openKeyFile } from '../../../src/faces/http/key-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { keyFixture } from './fixtures/keys.ts'

const [one, two, six] = ['one', 'two', 'six'].map((token) => keyFixture(token))
const unlimited = { rate: null, monthly: null, expires: null }
let folder: string
let file: string
let keys: Awaited<ReturnType<typeof openKeyFile>> | undefined
let reloads: number[]
let errors: string[]

beforeEach(async () => {
  folder = emptyFolder()
  file = join(folder, 'keys.json')
  reloads = []
  errors = []
  await changeKeyFile(file, () => [one, two])
})
afterEach(async () => {
  keys?.close()
  keys = undefined
})

async function openIt() {
  keys = await openKeyFile(file, {
    onReload: (list) => reloads.push(list.length),
    onError: ({ message }) => errors.push(message),
  })
  return keys
}

const write = (text: string) => writeFile(file, text, { mode: 0o600 })
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
/** Waits long enough for two checks of the file. */
const looks = () => new Promise((done) => setTimeout(done, 2500))

describe('openKeyFile()', { concurrent: false }, () => {
  it('applies added and revoked keys', async () => {
    const { find } = await openIt()
    const { key, token } = await addKey(file, { name: 'third', ...unlimited })
    await until(() => expect(find(token)).toEqual(key))
    await revokeKey(file, one.id)
    await until(() => expect(find('one')).toBeUndefined())
    expect([find('two'), find(token)]).toEqual([two, key])
    expect({ reloads, errors }).toEqual({ reloads: [3, 2], errors: [] })
  })

  it('applies a change even if size and modification time are unchanged', async () => {
    const { find } = await openIt()
    const long = new Date(1e12)
    await utimes(file, long, long)
    await until(() => expect(reloads).toEqual([2]))
    const other = keyFileText([one, six])
    expect(other).toHaveLength(keyFileText([one, two]).length)
    await write(other)
    await utimes(file, long, long)
    await until(() => expect(find('six')).toEqual(six))
    expect(find('two')).toBeUndefined()
  })

  it('preserves the known keys when the file is damaged, reports the damage once, and loads the next valid version', async () => {
    const { find } = await openIt()
    await write('{"version":1,"keys":[vic_secret')
    await until(() => expect(errors).toHaveLength(1))
    await looks()
    expect(errors).toEqual([`${file}: the file is damaged, expected a JSON object.`])
    expect(['one', 'two'].map(find)).toEqual([one, two])
    await write(keyFileText([six]))
    await until(() => expect(reloads).toEqual([1]))
    expect(['one', 'two', 'six'].map(find)).toEqual([undefined, undefined, six])
  })

  it('preserves the known keys when the file is removed, until there is a new file', async () => {
    const { find } = await openIt()
    await rename(file, join(folder, 'away.json'))
    await until(() => expect(errors).toEqual([expect.stringContaining(`There is no key file ${file}`)]))
    expect(find('one')).toEqual(one)
    await changeKeyFile(file, () => [two])
    await until(() => expect(find('one')).toBeUndefined())
    expect({ reloads, errors: errors.length }).toEqual({ reloads: [1], errors: 1 })
  })

  it('reports a file that others may read, and reloads the file when its mode is 600 again', async () => {
    await openIt()
    await chmod(file, 0o644)
    await until(() => expect(errors).toEqual([`${file} is accessible to other users: set its mode to 600.`]))
    await chmod(file, 0o600)
    await until(() => expect(reloads).toEqual([2]))
  })

  it('stops checking the file after close() is called', async () => {
    const { find, close } = await openIt()
    close()
    await write('damaged')
    await looks()
    expect({ reloads, errors, found: find('one') }).toEqual({ reloads: [], errors: [], found: one })
  })

  it('does not prevent the process from exiting', async () => {
    const program = join(folder, 'open.mjs')
    const source = new URL('../../../src/faces/http/key-file.ts', import.meta.url).pathname
    await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile: program })
    const start = `import { openKeyFile } from ${JSON.stringify(program)}
const { find } = await openKeyFile(${JSON.stringify(file)})
console.log(find('one').id)`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', start], { timeout: 30_000 })
    expect({ status, id: String(stdout).trim() }).toEqual({ status: 0, id: one.id })
  })
})
