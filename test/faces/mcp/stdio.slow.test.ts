import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, describe, expect, it } from 'vitest'
import { listed } from '../../../src/faces/mcp/tools.ts'
import type { OpenOptions } from '../../../src/library/open-options.ts'
import { consoleOf } from '../cli/console.ts'
import { call, newClient } from './connected.ts'
import { commandFixture } from './fixtures/command.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const command = join(root, 'dist/cli.js')
const libraryFixture = [commandFixture, 'mcp', '--tools', 'all']

describe('the official client connected to vicinage mcp', () => {
  it('starts the command and lists and calls its tools', async () => {
    const client = newClient()
    const transport = new StdioClientTransport({ command: process.execPath, args: libraryFixture, stderr: 'pipe' })
    let err = ''
    transport.stderr?.on('data', (text: Buffer) => {
      err += text
    })
    await client.connect(transport)
    expect(client.getServerVersion()).toMatchObject({ name: 'vicinage', version: '9.8.7' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('compare')
    const place = { lat: '30.2672', lon: -97.7431 }
    expect((await call(client, 'vibe_walkability', place)).body).toEqual({
      result: { score: 255, description: 'Pedestrian priority.' },
    })
    expect((await call(client, 'scores', { ...place, lat: -91 })).text).toContain('"ctx":{"ge":-90.0}')
    const many = await Promise.all(Array.from({ length: 100 }, () => call(client, 'scores', place)))
    expect(new Set(many.map(({ text }) => text)).size).toBe(1)
    await client.close()
    expect(err).toBe('')
  })

  it('lists the core tools unless --tools all is given', async () => {
    const names = async (...more: string[]) => {
      const client = newClient()
      const args = [commandFixture, 'mcp', ...more]
      await client.connect(new StdioClientTransport({ command: process.execPath, args }))
      const { tools } = await client.listTools()
      await client.close()
      return tools.map(({ name }) => name)
    }
    expect(await names()).toEqual(listed.core.map(({ name }) => name))
    expect(await names('--tools', 'core')).toEqual(await names())
    expect(await names('--tools', 'all')).toEqual(listed.all.map(({ name }) => name))
    const { code, err } = await consoleOf(['mcp', '--tools', 'some'])
    expect([code, err]).toEqual([2, expect.stringMatching(/core, all/)])
  })

  it('receives answers from the built data', async () => {
    const client = newClient()
    const args = [command, '--data', join(root, 'dist-data'), 'mcp']
    await client.connect(new StdioClientTransport({ command: process.execPath, args }))
    await client.listTools()
    const { body } = await call(client, 'geocode', { address: '1100 Congress Ave, Austin, TX 78701' })
    expect(body).toMatchObject({ ok: true, lat: expect.closeTo(30.27, 1), lon: expect.closeTo(-97.74, 1) })
    await client.close()
  })
})

const started: ChildProcessWithoutNullStreams[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Starts a process of the command and collects its output. */
function start(args: readonly string[] = libraryFixture) {
  const child = spawn(process.execPath, args)
  started.push(child)
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = once(child, 'close').then(([code, signal]) => ({
    ...{ code: code as number | null, signal: signal as string | null, err },
    /** Messages of the process. Each line of its output must be a message. */
    messages: out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number; result?: object; error?: object }),
  }))
  const answered = async (count: number) => {
    while (out.split('\n').length <= count) await once(child.stdout, 'data')
  }
  return { child, ended, answered }
}

const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`
const scores = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"scores","arguments":{"lat":30,"lon":-97}}}\n`

describe('vicinage mcp', () => {
  it('responds to all requests received before the input ended, then exits with code 0', async () => {
    const { child, ended } = start()
    child.stdin.end(Array.from({ length: 100 }, (_, id) => scores(id)).join(''))
    const { code, err, messages } = await ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(messages.map(({ id }) => id).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, id) => id))
    for (const message of messages) expect(message).toMatchObject({ jsonrpc: '2.0', result: expect.anything() })
  })

  it('exits with code 0 if there was no request', async () => {
    const { child, ended } = start()
    child.stdin.end()
    expect(await ended).toEqual({ code: 0, signal: null, err: '', messages: [] })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('exits with code 0 on %s', async (signal) => {
    const { child, ended, answered } = start()
    child.stdin.write(ping(1))
    await answered(1)
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
  })

  it('continues after lines that are not messages, and reports them only on stderr', async () => {
    const { child, ended } = start()
    const wrong = [
      '{"jsonrpc":',
      'SECRET / HTTP/1.1',
      '{"jsonrpc":"2.0","id":"SECRET","result":{}}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"SECRET","progress":1}}',
      '{"jsonrpc":"2.0","SECRET":1}',
      '[]',
      'null',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '\u0000\u0001',
    ]
    child.stdin.write(wrong.map((line) => `${line}\n`).join(''))
    child.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]))
    child.stdin.end(ping(5))
    const { code, err, messages } = await ended
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 5, result: {} }])
    expect(code).toBe(0)
    expect(err).toMatch(/^(vicinage mcp: Ignored a message that is not JSON-RPC[^\n]*\n)+$/)
    expect(err).not.toContain('SECRET')
  })

  it('accepts a message that is split into pieces', async () => {
    const { child, ended, answered } = start()
    child.stdin.write(ping(1))
    await answered(1)
    for (const piece of ['{"jsonrpc":"2.0",', '"id":2,"method"', ':"ping"}\r', '\n']) child.stdin.write(piece)
    await answered(2)
    child.stdin.end()
    expect((await ended).messages.map(({ id }) => id)).toEqual([1, 2])
  })

  it('rejects an argument of 5 MB and continues, but exits with a message at a line of over 10 MB', async () => {
    const { child, ended, answered } = start()
    child.stdin.on('error', () => {}) // writing fails once the command stops reading
    const geocode = { name: 'tools_geocode_single', arguments: { address: 'x'.repeat(5_000_000) } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: geocode })}\n`)
    child.stdin.write(ping(2))
    await answered(2)
    child.stdin.write('x'.repeat(11_000_000))
    const { messages, err } = await ended
    // A ping may overtake a call.
    expect(messages.find(({ id }) => id === 1)).toMatchObject({ result: { isError: true } })
    expect(messages.find(({ id }) => id === 2)).toMatchObject({ result: {} })
    expect(err).toMatch(/exceeded maximum size/)
  })

  it('rejects messages that are nested too deeply or too wide, with their IDs, and continues', async () => {
    const { child, ended } = start()
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
    const wide = `{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":1`)}}`
    const asking = (input: string) => `"method":"tools/call","params":{"name":"scores","arguments":${input}}`
    const lines = [
      `{"jsonrpc":"2.0","id":1,${asking(deep)}}`,
      `{${asking(wide)},"jsonrpc":"2.0","id":"two"}`,
      `{${asking(`{"id":7,"places":${deep}}`)}}`,
    ]
    for (const line of lines) child.stdin.write(`${line}\n`)
    child.stdin.end(ping(4))
    const { code, err, messages } = await ended
    const refused = (id: unknown, what: string) => ({
      id,
      error: { code: -32_600, message: `Invalid Request: ${what}` },
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(messages.map(({ jsonrpc: _, ...message }) => message)).toEqual([
      refused(1, 'More than 100 levels'),
      refused('two', 'More than 1,000 keys in an object'),
      refused(null, 'More than 100 levels'),
      { id: 4, result: {} },
    ])
  })

  it('responds to fast calls while a worker thread processes slow calls, and completes all before it exits', async () => {
    const { child, ended } = start([command, '--data', join(root, 'dist-data'), 'mcp'])
    const asking = (id: number, name: string, input: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } })}\n`
    const find = { where: { walkability: { min: 1 } }, within: 'Long Beach, CA' }
    const lines = [asking(1, 'find', find), asking(2, 'area', { area: 'TX' }), asking(3, 'find', find), ping(4)]
    child.stdin.end(lines.join(''))
    const { code, err, messages } = await ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(messages.map(({ id }) => id)).toEqual([4, expect.any(Number), expect.any(Number), expect.any(Number)])
    const answers = messages.map(({ id, result }) => [id, (result as { isError?: boolean }).isError ?? false])
    expect(answers.sort()).toEqual([1, 2, 3, 4].map((id) => [id, false]))
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('exits with code 0 on %s while a worker thread is busy', async (signal) => {
    const { child, ended, answered } = start([command, '--data', join(root, 'dist-data'), 'mcp'])
    const params = { name: 'area', arguments: { area: 'TX' } }
    const area = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`
    child.stdin.write(ping(0) + area.repeat(20))
    await answered(1)
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, signal: null, err: '' })
  })

  it('reports on stderr that the data cannot be read, before it reads any message', async () => {
    const args = [command, '--data', join(root, 'no-such-folder'), 'mcp']
    const { child, ended } = start(args)
    child.stdin.end(ping(1))
    const { code, err, messages } = await ended
    expect({ code, messages }).toEqual({ code: 1, messages: [] })
    expect(err).toMatch(/no-such-folder/)
  })
})

describe('the data of vicinage mcp', () => {
  it('is opened with the street index given by --streets', async () => {
    const opened: unknown[] = []
    const open = async (options: OpenOptions): Promise<never> => {
      opened.push(options)
      throw new Error('enough')
    }
    await consoleOf(['mcp'], { open })
    await consoleOf(['mcp', '--streets', 'there', '--data', 'here'], { open })
    expect(opened).toEqual([{}, { data: 'here', streets: 'there' }])
  })
})
