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

/**
 * Returns the expected outcome of a rejected command: two lines on stderr, with the reason in one sentence and what to
 * do.
 */
const refusal = (why: RegExp) => ({
  code: 2,
  out: '',
  err: expect.stringMatching(new RegExp(`^vicinage: ${why.source}\n.+\n$`)),
})

describe('vicinage serve does not start', () => {
  const noAuth = ['--no-auth', '--port', '0']

  it.each<[what: string, args: readonly string[], why: RegExp]>([
    ['without --keys and --no-auth', [], /Choose --keys or --no-auth\./],
    [
      'with both --keys and --no-auth',
      ['--no-auth', '--keys', 'keys.json'],
      /--keys and --no-auth cannot be combined\./,
    ],
    ['with an empty --keys', ['--keys', ''], /--keys is empty\./],
    [
      'with a port that is not a number',
      ['--no-auth', '--port', 'http'],
      /--port: expected a number from 0 to 65535, got 'http'\./,
    ],
    ['with a port below 0', ['--no-auth', '--port', '-1'], /--port: expected a number from 0 to 65535, got '-1'\./],
    ['with a port above 65535', ['--no-auth', '--port', '65536'], /--port: expected .* got '65536'\./],
    ['with a port that has an exponent', ['--no-auth', '--port', '1e3'], /--port: expected .* got '1e3'\./],
    ['with an empty --port', ['--no-auth', '--port', ''], /--port: expected .* got ''\./],
    ['with an empty --host, which would listen on every address', [...noAuth, '--host', ''], /--host is empty\./],
    [
      'with a host of another machine',
      [...noAuth, '--host', '192.0.2.1'],
      /192\.0\.2\.1 is not an address of this machine\./,
    ],
    [
      'with a host that includes a port',
      [...noAuth, '--host', '127.0.0.1:80'],
      /127\.0\.0\.1:80 is not an address of this machine\./,
    ],
    [
      'with --limits but no keys',
      ['--no-auth', '--limits', 'redis://127.0.0.1:1'],
      /--limits .* and --no-auth cannot .*/,
    ],
    ['with an empty --limits', ['--keys', 'keys.json', '--limits', ''], /--limits is empty\./],
    [
      'with a --cors origin that has a path',
      ['--no-auth', '--cors', 'https://page.example/'],
      /--cors: expected scheme:.*/,
    ],
    [
      'with an --allow-host that has a scheme',
      ['--no-auth', '--allow-host', 'https://page.example'],
      /--allow-host: expected .*/,
    ],
    ['with an extra argument', [...noAuth, '8080'], /Too many arguments for 'serve'\. .*/],
  ])('%s', async (_, args, why) => {
    const { opened, ...outcome } = await consoleOf(['serve', ...args])
    expect(outcome).toEqual(refusal(why))
    // Arguments that are wrong on their own are rejected before the data is opened.
    if (!args.includes('0')) expect(opened).toEqual([])
  })

  it.each<[what: string, value: string, args: readonly string[], why: RegExp]>([
    ['but no keys', 'redis://127.0.0.1:1', ['--no-auth'], /--limits .* and --no-auth cannot .*/],
    ['set to an empty text', '', ['--keys', 'keys.json'], /--limits is empty\./],
  ])('with VICINAGE_LIMITS %s', async (_, value, args, why) => {
    vi.stubEnv('VICINAGE_LIMITS', value)
    const { opened, ...outcome } = await consoleOf(['serve', ...args])
    expect(outcome).toEqual(refusal(why))
    expect(opened).toEqual([])
  })

  describe('and exits by itself', () => {
    const ended = async (args: readonly string[]) => {
      const { code, out, err } = await runCommand(['serve', ...args]).ended
      return { code, out, err }
    }

    it('if the port is in use', async () => {
      const other = await serve({ app: { fetch: () => new Response() } }, { host: '127.0.0.1', port: 0 }, { drain: 0 })
      const { port } = new URL(other.url)
      const file = join(folder, 'some.json')
      await writeFile(file, NO_KEYS, { mode: 0o600 })
      // The command has a key file, because watching that file must not keep the process running.
      expect(await ended(['--keys', file, '--port', port])).toEqual(
        refusal(new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is already in use\\.`)),
      )
      await other.stop()
    })

    it.each<[what: string, files: Readonly<Record<string, string>>, why: RegExp]>([
      [
        'if there is no key file',
        {},
        /There is no key file .*keys\.json: create it with vicinage keys add NAME --file .*keys\.json\./,
      ],
      [
        'if the key file is damaged',
        { 'keys.json': '{"version":1,"keys":[{' },
        /.*keys\.json: the file is damaged, expected .*/,
      ],
      [
        'if the usage file is damaged',
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
        'cannot be reached',
        'redis://:SECRET@127.0.0.1:1',
        /Redis at 127\.0\.0\.1:1 cannot be used \(ECONNREFUSED\): .*/,
      ],
      ['has no valid address', 'here', /The Redis URL cannot be parsed: .*/],
    ])('if Redis %s', async (_, address, why) => {
      const file = join(folder, 'some-keys.json')
      await writeFile(file, NO_KEYS, { mode: 0o600 })
      expect(await ended(['--keys', file, '--port', '0', '--limits', address])).toEqual(refusal(why))
      vi.stubEnv('VICINAGE_LIMITS', address)
      expect(await ended(['--keys', file, '--port', '0'])).toEqual(refusal(why))
    })
  })
})

describe('a missing optional package', () => {
  it('is named in an error that lists all packages needed for the command', async () => {
    // Node itself throws the import error. The name is joined at run time so that no bundler looks for the package.
    const name = ['no-such', 'package'].join('-')
    const loading = withPeers('This command', 'no-such-package another', () => import(/* @vite-ignore */ name))
    const found = await loading.catch((error: unknown) => error)
    expect(found).toBeInstanceOf(MissingPackageError)
    expect(found).toMatchObject({
      message: 'This command needs the package no-such-package: npm install no-such-package another',
    })
  })

  it.each([
    [
      'a missing file of vicinage itself',
      Object.assign(new Error("Cannot find module '/x/y.js'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    ],
    ['an error with another code', new Error("Cannot find package 'hono'")],
  ])('is not blamed for %s', async (_, failure) => {
    await expect(withPeers('This command', 'hono', () => Promise.reject(failure))).rejects.toBe(failure)
  })

  it('does not affect loading a package that is installed', async () => {
    expect(await withPeers('This command', 'hono', async () => 7)).toBe(7)
  })
})
