import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { ProtocolErrorCode as ErrorCode, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mcpHandler } from '../../../src/faces/mcp/index.ts'
import { libraryFixture } from '../cli/console.ts'
import { call, newClient } from './connected.ts'

const handle = mcpHandler(libraryFixture, { version: '9.8.7', tools: 'all' })
const core = mcpHandler(libraryFixture, { version: '9.8.7' })

describe('MCP over HTTP', () => {
  let server: ReturnType<typeof serve>
  let url: URL

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server = serve({ fetch: core, hostname: '127.0.0.1', port: 0 }, () => resolve())
    })
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
  })

  async function client(revision?: '2026-07-28') {
    const client = newClient(revision)
    await client.connect(new StreamableHTTPClientTransport(url))
    return client
  }

  it.each([undefined, '2026-07-28'] as const)(
    'supports listing and calling tools in the official client, with protocol revision %s',
    async (revision) => {
      const session = await client(revision)
      const { tools } = await session.listTools()
      expect(tools.map(({ name }) => name)).toContain('compare')
      const place = { lat: 30.2672, lon: '-97.7431' }
      expect((await call(session, 'scores', { places: [place], dimensions: ['walkability'] })).body).toEqual({
        places: [
          {
            label: 'place 1',
            scores: { walkability: 255 },
            words: { walkability: 'Pedestrian priority.' },
          },
        ],
        note: null,
      })
      expect((await call(session, 'scores', { places: [{ ...place, lat: -91 }] })).text).toMatch(
        /places.0.lat: Input should be greater than or equal to -90/,
      )
      await expect(session.callTool({ name: 'vibe_walkability' })).rejects.toMatchObject({
        code: ErrorCode.InvalidParams,
      })
      await session.close()
    },
  )

  it('returns the matching answers to ten clients with 100 concurrent calls', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, client))
    const ids = ['privacy', 'flood', 'fire', 'liveliness', 'walkability']
    const asked = clients.flatMap((one) => [...ids, ...ids].map((id) => [one, id] as const))
    const answers = await Promise.all(
      asked.map(([one, id]) => call(one, 'scores', { places: [place], dimensions: [id] })),
    )
    const keys = answers.map(({ body }) => Object.keys((body as { places: { scores: object }[] }).places[0].scores))
    expect(keys).toEqual(asked.map(([, id]) => [id]))
    await Promise.all(clients.map((one) => one.close()))
  })
})

const requestOf = (body: unknown, headers: Record<string, string> = {}) =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a-test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const post = (body: unknown, headers?: Record<string, string>) => handle(requestOf(body, headers))
const place = { lat: 30, lon: -97 }
const callOf = (name: string, args: unknown, id = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
})
const walkability = (id: number) => callOf('vibe_walkability', place, id)

/**
 * Returns a host that records how many further places each call asks permission for. It rejects calls that ask for
 * `most` or more.
 */
function counting(most = Number.POSITIVE_INFINITY) {
  const asked: number[] = []
  const admitMore = async (places: number) => {
    asked.push(places)
    return places >= most ? 'Monthly quota exceeded' : null
  }
  return { asked, admitMore }
}

describe('the MCP handler', () => {
  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])('responds to %s with 405', async (method) => {
    const response = await handle(
      new Request('http://localhost/mcp', { method, headers: { accept: 'text/event-stream' } }),
    )
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('responds with JSON, without a stream or session', async () => {
    const response = await post(walkability(7))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.has('mcp-session-id')).toBe(false)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text' }] } })
  })

  it.each([
    '*/*',
    'application/json',
    'application/*;q=0.9',
    'text/html, */*;q=0.1',
    'Application/JSON; charset=utf-8',
  ])('responds to a client that accepts %s, in both protocol revisions', async (accept) => {
    const old = await post(walkability(3), { accept })
    expect([old.status, await old.json()]).toMatchObject([200, { id: 3, result: { content: [{ type: 'text' }] } }])
    const recent = { jsonrpc: '2.0', id: 4, method: 'tools/list', params: { _meta: modern } }
    const headers = { accept, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    expect((await post(recent, headers)).status).toBe(200)
  })

  it('responds to a client without an Accept header', async () => {
    const request = requestOf(walkability(5))
    request.headers.delete('accept')
    expect((await handle(request)).status).toBe(200)
  })

  const malformed: readonly [name: string, body: unknown, headers: Record<string, string>, status: number][] = [
    ['invalid JSON', '{"jsonrpc":', {}, 400],
    ['JSON that is not JSON-RPC', { hello: 'there' }, {}, 400],
    ['another content type', walkability(1), { 'content-type': 'text/plain' }, 415],
    ['an Accept header without JSON', walkability(1), { accept: 'text/html' }, 406],
    ['an Accept header that excludes JSON', walkability(1), { accept: 'application/json;q=0, text/html' }, 406],
    ['an unknown protocol version', walkability(1), { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['more than 4 MiB', `"${'x'.repeat(5_000_000)}"`, {}, 413],
    ['a batch of messages', Array.from({ length: 3 }, (_, id) => walkability(id)), {}, 400],
  ]

  it('reports internal errors of tools to the host, but not malformed messages', async () => {
    const heard: unknown[] = []
    const fault = new Error('inside')
    const score = () => {
      throw fault
    }
    const faulty = mcpHandler(
      { ...libraryFixture, score },
      { version: '9.8.7', tools: 'all', onError: (error) => heard.push(error) },
    )
    for (const [, body, headers] of malformed) await faulty(requestOf(body, headers))
    await faulty(requestOf(walkability(1)))
    await faulty(requestOf([walkability(1), walkability(1), walkability(2)]))
    await faulty(requestOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } }))
    await faulty(requestOf({ jsonrpc: '2.0', id: 1, result: {} }))
    expect(heard).toEqual([fault])
  })

  it.each(malformed)('rejects %s', async (_, body, headers, status) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } })
  })

  it('requests permission from the host for every place after the first; if refused, gives the host’s reason', async () => {
    const { asked, admitMore } = counting(3)
    const tool = async (name: string, args: unknown) => {
      const response = await handle(requestOf(callOf(name, args)), { admitMore })
      return ((await response.json()) as { result: { isError?: boolean } }).result
    }
    expect(await tool('scores', place)).not.toHaveProperty('isError')
    expect(await tool('scores_batch', { points: Array(3).fill(place) })).not.toHaveProperty('isError')
    expect(await tool('compare', { places: [place, place] })).not.toHaveProperty('isError')
    expect(await tool('scores_batch', { points: Array(4).fill(place) })).toEqual({
      isError: true,
      content: [{ type: 'text', text: '{"detail":"Monthly quota exceeded"}' }],
    })
    expect(asked).toEqual([0, 2, 1, 3])
  })

  it('also requests permission from the host for places in core tools', async () => {
    const { asked, admitMore } = counting()
    for (const count of [1, 3, 100]) {
      await core(requestOf(callOf('scores', { places: Array(count).fill(place) })), { admitMore })
    }
    expect(asked).toEqual([0, 2, 99])
  })

  it.each([
    ['too many places', 'scores_batch', { points: Array(10_001).fill(place) }],
    ['an unknown dimension', 'scores_batch', { points: [{}, {}, {}], dimensions: ['charm'] }],
    ['points that are not a list', 'scores_batch', { points: 'here' }],
    ['an invalid place', 'compare', { places: [place, { ...place, lat: 91 }] }],
    ['too many places', 'compare', { places: Array(11).fill(place) }],
  ])('requests no permission for a call with %s to %s', async (_, name, args) => {
    const { asked, admitMore } = counting()
    const response = await handle(requestOf(callOf(name, args)), { admitMore })
    expect(await response.json()).toMatchObject({ result: { isError: true } })
    expect(asked).toEqual([])
  })

  it('responds to a request of revision 2026-07-28 without a handshake or a warning', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warned.mockRestore())
    const request = { ...walkability(5), params: { ...walkability(5).params, _meta: modern } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'vibe_walkability' }
    const response = await post(request, headers)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ id: 5, result: { resultType: 'complete', structuredContent: {} } })
    expect(warned).not.toHaveBeenCalled()
  })

  it('accepts notifications', async () => {
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  })

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
  ])('responds to a client that requests protocol version %s with %s', async (protocolVersion, spoken) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a-test', version: '1' } }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(await response.json()).toMatchObject({
      result: { protocolVersion: spoken, serverInfo: { name: 'vicinage', version: '9.8.7' } },
    })
  })
})
