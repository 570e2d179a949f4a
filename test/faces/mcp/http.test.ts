import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { ProtocolErrorCode as ErrorCode, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mcpHandler } from '../../../src/faces/mcp/index.ts'
import { libraryFixture } from '../cli/console.ts'
import { call, newClient } from './connected.ts'

const handle = mcpHandler(libraryFixture, { version: '9.8.7', tools: 'all' })
const core = mcpHandler(libraryFixture, { version: '9.8.7' })

describe('over HTTP', () => {
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
    'the official client lists and calls the tools, revision %s',
    async (revision) => {
      const one = await client(revision)
      const { tools } = await one.listTools()
      expect(tools.map(({ name }) => name)).toContain('compare')
      const place = { lat: 30.2672, lon: '-97.7431' }
      expect((await call(one, 'scores', { places: [place], dimensions: ['walkability'] })).body).toEqual({
        places: [
          {
            label: 'place 1',
            scores: { walkability: 255 },
            words: { walkability: 'Pedestrian priority.' },
          },
        ],
        note: null,
      })
      expect((await call(one, 'scores', { places: [{ ...place, lat: -91 }] })).text).toMatch(
        /places.0.lat: Input should be greater than or equal to -90/,
      )
      await expect(one.callTool({ name: 'vibe_walkability' })).rejects.toMatchObject({ code: ErrorCode.InvalidParams })
      await one.close()
    },
  )

  it('answers 100 calls of ten clients, each with its own', async () => {
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

/** A host that admits up to three places of a call, and how many it was asked about beyond the first. */
function counting(most = Number.POSITIVE_INFINITY) {
  const asked: number[] = []
  const admitMore = async (places: number) => {
    asked.push(places)
    return places >= most ? 'Monthly quota exceeded' : null
  }
  return { asked, admitMore }
}

describe('the handler', () => {
  it.each(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])('answers %s with 405', async (method) => {
    const response = await handle(
      new Request('http://localhost/mcp', { method, headers: { accept: 'text/event-stream' } }),
    )
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('answers with JSON, no stream and no session', async () => {
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
  ])('answers a client that accepts %s, in both revisions of the protocol', async (accept) => {
    const old = await post(walkability(3), { accept })
    expect([old.status, await old.json()]).toMatchObject([200, { id: 3, result: { content: [{ type: 'text' }] } }])
    const recent = { jsonrpc: '2.0', id: 4, method: 'tools/list', params: { _meta: modern } }
    const headers = { accept, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    expect((await post(recent, headers)).status).toBe(200)
  })

  it('answers a client that says nothing of what it accepts', async () => {
    const request = requestOf(walkability(5))
    request.headers.delete('accept')
    expect((await handle(request)).status).toBe(200)
  })

  const malformed: readonly [name: string, body: unknown, headers: Record<string, string>, status: number][] = [
    ['no JSON', '{"jsonrpc":', {}, 400],
    ['no JSON-RPC', { hello: 'there' }, {}, 400],
    ['another content type', walkability(1), { 'content-type': 'text/plain' }, 415],
    ['no wish for JSON', walkability(1), { accept: 'text/html' }, 406],
    ['a wish for anything but JSON', walkability(1), { accept: 'application/json;q=0, text/html' }, 406],
    ['a protocol version that nobody knows', walkability(1), { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['more than 4 MiB', `"${'x'.repeat(5_000_000)}"`, {}, 413],
    ['many messages', Array.from({ length: 3 }, (_, id) => walkability(id)), {}, 400],
  ]

  it('tells its host of no malformed message, which would be a stack in the log for each, but of a fault of a tool', async () => {
    const heard: unknown[] = []
    const fault = new Error('inside')
    const score = () => {
      throw fault
    }
    const one = mcpHandler(
      { ...libraryFixture, score },
      { version: '9.8.7', tools: 'all', onError: (error) => heard.push(error) },
    )
    for (const [, body, headers] of malformed) await one(requestOf(body, headers))
    await one(requestOf(walkability(1)))
    await one(requestOf([walkability(1), walkability(1), walkability(2)]))
    await one(requestOf({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7 } }))
    await one(requestOf({ jsonrpc: '2.0', id: 1, result: {} }))
    expect(heard).toEqual([fault])
  })

  it.each(malformed)('refuses %s', async (_, body, headers, status) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: expect.any(Number) } })
  })

  it('asks its host about every place beyond the first, and refuses in its words', async () => {
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

  it('counts the places of the core tools', async () => {
    const { asked, admitMore } = counting()
    for (const count of [1, 3, 100]) {
      await core(requestOf(callOf('scores', { places: Array(count).fill(place) })), { admitMore })
    }
    expect(asked).toEqual([0, 2, 99])
  })

  it.each([
    ['too many places', 'scores_batch', { points: Array(10_001).fill(place) }],
    ['an unknown dimension', 'scores_batch', { points: [{}, {}, {}], dimensions: ['charm'] }],
    ['no list', 'scores_batch', { points: 'here' }],
    ['a wrong place', 'compare', { places: [place, { ...place, lat: 91 }] }],
    ['too many places', 'compare', { places: Array(11).fill(place) }],
  ])('asks its host about no more places for a call with %s of %s', async (_, name, args) => {
    const { asked, admitMore } = counting()
    const response = await handle(requestOf(callOf(name, args)), { admitMore })
    expect(await response.json()).toMatchObject({ result: { isError: true } })
    expect(asked).toEqual([])
  })

  it('answers a request of 2026-07-28 by itself, without a handshake, and logs nothing', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warned.mockRestore())
    const request = { ...walkability(5), params: { ...walkability(5).params, _meta: modern } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'vibe_walkability' }
    const response = await post(request, headers)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({ id: 5, result: { resultType: 'complete', structuredContent: {} } })
    expect(warned).not.toHaveBeenCalled()
  })

  it('takes notifications', async () => {
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  })

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
  ])('asked for protocol version %s, speaks %s', async (protocolVersion, spoken) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a-test', version: '1' } }
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(await response.json()).toMatchObject({
      result: { protocolVersion: spoken, serverInfo: { name: 'vicinage', version: '9.8.7' } },
    })
  })
})
