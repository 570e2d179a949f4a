import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MissingPackageError, withPeers } from '../../../../src/base/peers.ts'
import { serve } from '../../../../src/faces/http/serve.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { consoleOf } from '../../cli/console.ts'
import { endChildren, runCommand } from './child-service.ts'

const folder = emptyFolder()
afterEach(async () => {
  vi.unstubAllEnvs()
  await endChildren()
})

const NO_KEYS = '{"version":1,"keys":[]}'

/** Two lines on stderr: one sentence why, and what to do. */
const refusal = (why: RegExp) => ({
  code: 2,
  out: '',
  err: expect.stringMatching(new RegExp(`^vicinage: ${why.source}\n.+\n$`)),
})

describe('vicinage serve refuses', () => {
  const noAuth = ['--no-auth', '--port', '0']

  it.each<[what: string, args: readonly string[], why: RegExp]>([
    ['neither keys nor --no-auth', [], /Choose --keys or --no-auth\./],
    ['both', ['--no-auth', '--keys', 'keys.json'], /--keys and --no-auth cannot be combined\./],
    ['no name of a key file', ['--keys', ''], /--keys is empty\./],
    ['a port of letters', ['--no-auth', '--port', 'http'], /--port: expected a number from 0 to 65535, got 'http'\./],
    ['a port below 0', ['--no-auth', '--port', '-1'], /--port: expected a number from 0 to 65535, got '-1'\./],
    ['a port above 65535', ['--no-auth', '--port', '65536'], /--port: expected .* got '65536'\./],
    ['a port with an exponent', ['--no-auth', '--port', '1e3'], /--port: expected .* got '1e3'\./],
    ['no port', ['--no-auth', '--port', ''], /--port: expected .* got ''\./],
    ['no host, which would be every address', [...noAuth, '--host', ''], /--host is empty\./],
    [
      'a host of another machine',
      [...noAuth, '--host', '192.0.2.1'],
      /192\.0\.2\.1 is not an address of this machine\./,
    ],
    [
      'a host with a port',
      [...noAuth, '--host', '127.0.0.1:80'],
      /127\.0\.0\.1:80 is not an address of this machine\./,
    ],
    ['limits without keys', ['--no-auth', '--limits', 'redis://127.0.0.1:1'], /--limits .* and --no-auth cannot .*/],
    ['no address of Redis', ['--keys', 'keys.json', '--limits', ''], /--limits is empty\./],
    ['an origin with a path', ['--no-auth', '--cors', 'https://page.example/'], /--cors: expected scheme:.*/],
    ['a host with a scheme', ['--no-auth', '--allow-host', 'https://page.example'], /--allow-host: expected .*/],
    ['an argument too many', [...noAuth, '8080'], /Too many arguments for 'serve'\. .*/],
  ])('%s', async (_, args, why) => {
    const { opened, ...outcome } = await consoleOf(['serve', ...args])
    expect(outcome).toEqual(refusal(why))
    // What can be known before is said before the data is read.
    if (!args.includes('0')) expect(opened).toEqual([])
  })

  it.each<[what: string, value: string, args: readonly string[], why: RegExp]>([
    ['without keys', 'redis://127.0.0.1:1', ['--no-auth'], /--limits .* and --no-auth cannot .*/],
    ['that is empty', '', ['--keys', 'keys.json'], /--limits is empty\./],
  ])('VICINAGE_LIMITS %s', async (_, value, args, why) => {
    vi.stubEnv('VICINAGE_LIMITS', value)
    const { opened, ...outcome } = await consoleOf(['serve', ...args])
    expect(outcome).toEqual(refusal(why))
    expect(opened).toEqual([])
  })

  describe('as a process, which ends by itself:', () => {
    const ended = async (args: readonly string[]) => {
      const { code, out, err } = await runCommand(['serve', ...args]).ended
      return { code, out, err }
    }

    it('a port that is taken', async () => {
      const other = await serve({ app: { fetch: () => new Response() } }, { host: '127.0.0.1', port: 0 }, { drain: 0 })
      const { port } = new URL(other.url)
      const file = join(folder, 'some.json')
      await writeFile(file, NO_KEYS, { mode: 0o600 })
      // With keys, whose file is looked at again and again.
      expect(await ended(['--keys', file, '--port', port])).toEqual(
        refusal(new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is already in use\\.`)),
      )
      await other.stop()
    })

    it.each<[what: string, files: Readonly<Record<string, string>>, why: RegExp]>([
      [
        'a key file that is not there',
        {},
        /There is no key file .*keys\.json: make one with vicinage keys add NAME --file .*keys\.json\./,
      ],
      [
        'a key file that is damaged',
        { 'keys.json': '{"version":1,"keys":[{' },
        /.*keys\.json: the file is damaged, .*/,
      ],
      [
        'a file of used requests that is damaged',
        { 'keys.json': NO_KEYS, 'keys.usage.json': '{"version":' },
        /.*keys\.usage\.json, .* is damaged .*/,
      ],
    ])('%s', async (_, files, why) => {
      const folder = emptyFolder()
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 })
      expect(await ended(['--keys', join(folder, 'keys.json'), '--port', '0'])).toEqual(refusal(why))
    })

    it.each<[what: string, address: string, why: RegExp]>([
      [
        'that cannot be reached',
        'redis://:SECRET@127.0.0.1:1',
        /Redis at 127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\): .*/,
      ],
      ['whose address is none', 'here', /The address of Redis cannot be read: .*/],
    ])('a Redis %s', async (_, address, why) => {
      const file = join(folder, 'some-keys.json')
      await writeFile(file, NO_KEYS, { mode: 0o600 })
      expect(await ended(['--keys', file, '--port', '0', '--limits', address])).toEqual(refusal(why))
      vi.stubEnv('VICINAGE_LIMITS', address)
      expect(await ended(['--keys', file, '--port', '0'])).toEqual(refusal(why))
    })
  })
})

describe('a package that is not installed', () => {
  it('is named, with all that the command needs', async () => {
    // Node's own failure. The name is put together, so that no bundler looks for it.
    const name = ['no-such', 'package'].join('-')
    const loading = withPeers('This command', 'no-such-package another', () => import(/* @vite-ignore */ name))
    const found = await loading.catch((error: unknown) => error)
    expect(found).toBeInstanceOf(MissingPackageError)
    expect(found).toMatchObject({
      message: 'This command needs the package no-such-package: npm install no-such-package another',
    })
  })

  it.each([
    ['a file of ours', Object.assign(new Error("Cannot find module '/x/y.js'"), { code: 'ERR_MODULE_NOT_FOUND' })],
    ['another failure', new Error("Cannot find package 'hono'")],
  ])('is not what is said of %s', async (_, failure) => {
    await expect(withPeers('This command', 'hono', () => Promise.reject(failure))).rejects.toBe(failure)
  })

  it('is not in the way of one that is', async () => {
    expect(await withPeers('This command', 'hono', async () => 7)).toBe(7)
  })
})
