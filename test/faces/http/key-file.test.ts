import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addKey, changeKeyFile, revokeKey } from '../../../src/faces/cli/change-keys.ts'
import { keyFileText, readKeyFile } from '../../../src/faces/http/key-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { keyFixture, sha256 } from './fixtures/keys.ts'

const unlimited = { rate: null, monthly: null, expires: null }
const some = [keyFixture('one'), keyFixture('two')]
// Child processes run the tested module as bundled JavaScript, which starts faster.
const adding = join(emptyFolder(), 'add-key.mjs')
let folder: string
let file: string

beforeAll(async () => {
  const source = new URL('../../../src/faces/cli/change-keys.ts', import.meta.url).pathname
  await build({ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', outfile: adding })
})
beforeEach(() => {
  folder = emptyFolder()
  file = join(folder, 'keys.json')
})
afterEach(() => {
  vi.restoreAllMocks()
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
const names = async () => (await readKeyFile(file)).map(({ name }) => name)

/** Starts a process that runs `program`, which may use `addKey`, `file` and `unlimited`. */
function child(program: string): ChildProcess {
  const start = `import { addKey } from ${JSON.stringify(adding)}
const file = ${JSON.stringify(file)}, unlimited = ${JSON.stringify(unlimited)}
${program}`
  return spawn(process.execPath, ['--input-type=module', '-e', start], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Leaves the lock file of a process that has ended. */
async function leaveLock(path: string): Promise<void> {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await writeFile(`${path}.lock`, `${pid} ${hostname()}\n`)
}

/** Makes the clock that measures waiting advance by 3 s each time it is read. */
function hurry(): void {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 3000
    return time
  })
}

describe('a key file', () => {
  it('contains the keys that were written, and is readable only by its owner', async () => {
    await changeKeyFile(file, () => some)
    expect(await readKeyFile(file)).toEqual(some)
    expect(await modeOf(file)).toBe(0o600)
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it('is set to mode 600 by every change, regardless of the previous mode and the umask', async () => {
    await changeKeyFile(file, () => some)
    await chmod(file, 0o400)
    const before = process.umask(0)
    try {
      await addKey(file, { name: 'third', ...unlimited })
    } finally {
      process.umask(before)
    }
    expect(await modeOf(file)).toBe(0o600)
    expect(await names()).toHaveLength(3)
  })

  it('is rejected, for reading and for changes, if anyone but its owner may access it', async () => {
    await changeKeyFile(file, () => some)
    for (const mode of [0o640, 0o604, 0o620, 0o602, 0o610, 0o777]) {
      await chmod(file, mode)
      const sentence = `${file} is accessible to other users: set its mode to 600.`
      await expect(readKeyFile(file)).rejects.toThrow(sentence)
      await expect(changeKeyFile(file, () => [])).rejects.toThrow(sentence)
    }
    await chmod(file, 0o600)
    expect(await readKeyFile(file)).toEqual(some)
  })

  it('is rejected if it is missing, is a folder or is in a folder that does not exist', async () => {
    await expect(readKeyFile(file)).rejects.toThrow(
      `There is no key file ${file}: create it with vicinage keys add NAME --file ${file}.`,
    )
    await mkdir(file)
    await expect(readKeyFile(file)).rejects.toThrow(`${file} is not a file.`)
    await writeFile(join(folder, 'text'), '')
    for (const use of [readKeyFile, (path: string) => changeKeyFile(path, () => some)])
      await expect(use(join(folder, 'text', 'keys.json'))).rejects.toThrow(
        /keys\.json cannot be used: ENOTDIR: [^\n]+\.$/,
      )
    const nowhere = join(folder, 'none', 'keys.json')
    await expect(changeKeyFile(nowhere, () => some)).rejects.toThrow(`The folder of ${nowhere} does not exist.`)
    expect(await readdir(folder)).toEqual(['keys.json', 'text'])
  })

  it('is unchanged if a change throws or returns invalid keys', async () => {
    await changeKeyFile(file, () => some)
    const text = await readFile(file, 'utf8')
    const refused = changeKeyFile(file, () => {
      throw new RangeError('not so')
    })
    await expect(refused).rejects.toThrow(RangeError)
    await expect(changeKeyFile(file, () => [some[0], some[0]])).rejects.toThrow('another key has the same')
    await expect(changeKeyFile(file, () => [keyFixture('x', { name: 'a\nb' })])).rejects.toThrow('key 1, field name')
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it('is not overwritten if it is damaged', async () => {
    await writeFile(file, '{"version":1,"keys":[', { mode: 0o600 })
    await expect(addKey(file, { name: 'new', ...unlimited })).rejects.toThrow(`${file}: the file is damaged`)
    expect(await readFile(file, 'utf8')).toBe('{"version":1,"keys":[')
  })

  it('behind a symbolic link is changed in place, and the link is preserved', async () => {
    const link = join(folder, 'link.json')
    await changeKeyFile(file, () => some)
    await symlink('keys.json', link)
    await addKey(link, { name: 'third', ...unlimited })
    expect(await readlink(link)).toBe('keys.json')
    expect(await names()).toHaveLength(3)
  })

  it.runIf(process.getuid?.() === 0)(
    'is still owned by the same user after root changes it (runs as root only)',
    async () => {
      await changeKeyFile(file, () => some)
      const { chown } = await import('node:fs/promises')
      await chown(file, 12345, 23456)
      await addKey(file, { name: 'third', ...unlimited })
      expect(await stat(file)).toMatchObject({ uid: 12345, gid: 23456 })
      expect(await modeOf(file)).toBe(0o600)
    },
  )
})

describe('adding and revoking keys', () => {
  it('stores the hash of a token, never the token itself', async () => {
    const limits = { rate: { requests: 5, seconds: 30 }, monthly: 7, expires: Date.UTC(2100, 0, 1) }
    const { key, token } = await addKey(file, { name: 'Example', ...limits })
    expect(key).toMatchObject({ name: 'Example', hash: sha256(token), ...limits })
    expect(await readKeyFile(file)).toEqual([key])
    const text = await readFile(file, 'utf8')
    expect(text).toContain(sha256(token))
    expect(text).not.toContain(token.slice(4, 20))
  })

  it('rejects a new name that is already the name or ID of another key', async () => {
    const { key } = await addKey(file, { name: 'Example', ...unlimited })
    for (const name of ['Example', key.id])
      await expect(addKey(file, { name, ...unlimited })).rejects.toThrow(
        `${file} already has a key ${name}: revoke it first`,
      )
    expect(await readKeyFile(file)).toEqual([key])
  })

  it('removes only the key with the given name or ID', async () => {
    await changeKeyFile(file, () => [...some, keyFixture('three')])
    expect(await revokeKey(file, some[0].name)).toEqual(some[0])
    expect(await revokeKey(file, some[1].id)).toEqual(some[1])
    expect(await readKeyFile(file)).toEqual([keyFixture('three')])
    for (const handle of [some[0].name, '', keyFixture('three').hash])
      await expect(revokeKey(file, handle)).rejects.toThrow(`${file} has no key with that name or id.`)
  })

  it('does not create the file if it is missing when a key is revoked', async () => {
    await expect(revokeKey(file, 'x')).rejects.toThrow('no key with that name')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('concurrent changes to a key file', () => {
  it('by one process lose no key', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => addKey(file, { name: `key ${i}`, ...unlimited })))
    expect(new Set(await names())).toEqual(new Set(Array.from({ length: 20 }, (_, i) => `key ${i}`)))
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it('by 8 processes lose no key, even if a killed process left its lock and half a file', async () => {
    await changeKeyFile(file, () => some)
    await leaveLock(file)
    await leaveLock(`${file}.lock`)
    await writeFile(`${file}.new`, '{"version":1,"ke')
    const children = Array.from({ length: 8 }, (_, i) =>
      child(`await addKey(file, { name: 'key ${i}', ...unlimited })`),
    )
    const codes = await Promise.all(children.map(async (one) => (await once(one, 'exit'))[0]))
    expect(codes).toEqual(codes.map(() => 0))
    expect((await names()).toSorted()).toEqual(
      [...some.map(({ name }) => name), ...codes.map((_, i) => `key ${i}`)].toSorted(),
    )
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it('never expose a partial file, even if the writer is killed', async () => {
    await changeKeyFile(file, () => some)
    const writer = child("for (let i = 0; ; i++) await addKey(file, { name: 'key ' + i, ...unlimited })")
    const ended = once(writer, 'exit')
    try {
      let most = 0
      while (most < 30) {
        const { length } = await readKeyFile(file)
        expect(length).toBeGreaterThanOrEqual(Math.max(2, most))
        most = length
      }
    } finally {
      writer.kill('SIGKILL')
      await ended
    }
    const { length } = await readKeyFile(file)
    await addKey(file, { name: 'after', ...unlimited })
    expect(await names()).toHaveLength(length + 1)
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it.each(['rename', 'open'])(
    'that are killed at %s preserve the old file, and the next change succeeds',
    async (step) => {
      await changeKeyFile(file, () => some)
      const text = await readFile(file, 'utf8')
      const killed = child(`import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
const before = fs.${step}
fs.${step} = (path, ...rest) => String(path).endsWith('.new') ? process.kill(process.pid, 'SIGKILL') : before(path, ...rest)
syncBuiltinESMExports()
await addKey(file, { name: 'lost', ...unlimited })`)
      expect((await once(killed, 'exit'))[1]).toBe('SIGKILL')
      expect(await readFile(file, 'utf8')).toBe(text)
      const left = ['keys.json', 'keys.json.lock', ...(step === 'rename' ? ['keys.json.new'] : [])]
      expect(await readdir(folder)).toEqual(left)
      if (step === 'rename') expect(await modeOf(`${file}.new`)).toBe(0o600)
      await addKey(file, { name: 'next', ...unlimited })
      expect(await names()).toEqual([...some.map(({ name }) => name), 'next'])
      expect(await readdir(folder)).toEqual(['keys.json'])
    },
  )

  it('take over a lock from a process that was killed before it wrote its process ID', async () => {
    await changeKeyFile(file, () => some)
    await writeFile(`${file}.lock`, '')
    const minuteAgo = new Date(Date.now() - 60_000)
    await utimes(`${file}.lock`, minuteAgo, minuteAgo)
    await addKey(file, { name: 'third', ...unlimited })
    expect(await names()).toHaveLength(3)
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it('respect a lock that passes to another process when the first holder exits', async () => {
    await leaveLock(file)
    const other = `1 not-${hostname()}\n`
    let asked = 0
    vi.spyOn(process, 'kill').mockImplementation(() => {
      if (++asked === 2) writeFileSync(`${file}.lock`, other)
      throw Object.assign(new Error('no such process'), { code: 'ESRCH' })
    })
    hurry()
    await expect(changeKeyFile(file, () => some)).rejects.toThrow('still exists')
    expect(await readFile(`${file}.lock`, 'utf8')).toBe(other)
    expect(await readdir(folder)).toEqual(['keys.json.lock'])
  })

  it.each([
    ['a running process', `${process.pid} ${hostname()}\n`],
    ['another machine', `1 not-${hostname()}\n`],
    ['an unknown process', ''],
  ])('wait for the lock of %s, then fail with the name of the lock file', async (_, holder) => {
    await writeFile(file, keyFileText(some), { mode: 0o600 })
    await writeFile(`${file}.lock`, holder)
    hurry()
    const refused = changeKeyFile(file, () => [])
    await expect(refused).rejects.toThrow(`${file}.lock still exists. Delete it if nobody else is changing the keys.`)
    expect(await readFile(`${file}.lock`, 'utf8')).toBe(holder)
    expect(await readKeyFile(file)).toEqual(some)
  })
})
