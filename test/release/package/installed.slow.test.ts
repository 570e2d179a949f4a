import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

/** Packages that `serve` and `mcp` are built from. */
const BUNDLED = ['hono', '@hono/node-server', '@modelcontextprotocol/server', 'pino', 'rate-limiter-flexible']
const OPTIONAL = [...BUNDLED, 'ioredis', 'bullmq']

describe('the packed package, installed alone,', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vicinage-installed-'))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    npm('pack', '--ignore-scripts', '--silent', '--pack-destination', folder)
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    npm(
      'install',
      '--prefix',
      folder,
      join(folder, tarball),
      '--omit=peer',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
    )
  }, 180_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function vicinage(...args: string[]): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [join(folder, 'node_modules/vicinage/dist/cli.js'), ...args], {
      cwd: folder,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  it('contains the docs and their pictures, but not the packages of its adapters', () => {
    for (const name of OPTIONAL) expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false)
    const docs = readdirSync(join(folder, 'node_modules/vicinage/docs'), { recursive: true, encoding: 'utf8' })
    expect(docs).toContain(join('guide', 'batch.md'))
    expect(docs.filter((name) => name.includes('.') && !/\.(md|png)$/.test(name))).toEqual([])
  })

  it('contains no package with an install script, and no native code', () => {
    const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>
    }
    expect(Object.keys(packages).length).toBeGreaterThan(5)
    expect(Object.keys(packages).filter((path) => packages[path].hasInstallScript)).toEqual([])
    const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /\.(node|gyp|so|dylib|dll)$/.test(name))).toEqual([])
  })

  it('serves HTTP with keys, a log and a map', async () => {
    const added = vicinage('keys', 'add', 'someone', '--file', 'keys.json')
    const [token] = (await createInterface(added.stdout)[Symbol.asyncIterator]().next()).value.match(/\S+$/) as [string]
    await once(added, 'close')
    const child = vicinage('serve', '--port', '0', '--keys', 'keys.json')
    const [said] = (await once(createInterface(child.stderr), 'line')) as [string]
    const url = /http:\/\/[\d.:]+/.exec(said)![0]
    const logged = once(createInterface(child.stdout), 'line') as Promise<[string]>
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' })
    const headers = { authorization: `Bearer ${token}` }
    const query = 'lat=30.2672&lon=-97.7431'
    expect((await fetch(`${url}/v1/vibe/walkability?${query}`)).status).toBe(401)
    const answer = await fetch(`${url}/v1/vibe/walkability?${query}`, { headers })
    expect(await answer.json()).toMatchObject({ result: { score: expect.any(Number) } })
    expect(JSON.parse((await logged)[0])).toMatchObject({ level: expect.anything() })
    expect(await (await fetch(`${url}/explore/`)).text()).toContain('<!doctype html>')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('serves MCP clients on standard input and output', async () => {
    const child = vicinage('mcp')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const ask = async (body: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...body })}\n`)
      return JSON.parse((await lines.next()).value as string)
    }
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    expect(await ask({ id: 1, method: 'initialize', params })).toMatchObject({
      result: { serverInfo: { name: 'vicinage' } },
    })
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    const { result } = await ask({ id: 2, method: 'tools/list' })
    expect(result.tools.map(({ name }: { name: string }) => name)).toContain('scores')
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('reports the packages needed for a cluster', async () => {
    const child = vicinage('cluster', 'status', '--redis', 'redis://127.0.0.1:1')
    const [said] = (await once(child.stderr, 'data')) as [Buffer]
    expect(String(said)).toMatch(/^vicinage: This command needs the package \w+: npm install bullmq ioredis$/m)
    expect(await once(child, 'exit')).toEqual([2, null])
  })

  it.each([
    ['http', 'hono', 'hono rate-limiter-flexible'],
    ['mcp', '@modelcontextprotocol/server', '@modelcontextprotocol/server'],
    ['cluster', 'bullmq|ioredis', 'bullmq ioredis'],
  ])('reports in one sentence the packages needed for vicinage/%s', (entry, missing, packages) => {
    const program = `import('vicinage/${entry}').catch(({ code, message }) => console.log(code + ': ' + message))`
    const out = execFileSync(process.execPath, ['--eval', program], { cwd: folder, encoding: 'utf8' })
    const sentence = `vicinage/${entry} needs the package (${missing}): npm install ${packages}`
    expect(out).toMatch(new RegExp(`^package_missing: ${sentence}\n$`))
  })

  it('lists the licenses of the packages built into the command line', () => {
    const text = readFileSync(join(folder, 'node_modules/vicinage/dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of BUNDLED) expect(text).toMatch(new RegExp(`^${name} \\d[\\d.]* \\((MIT|ISC|Apache-2.0)\\)$`, 'm'))
  })
})
