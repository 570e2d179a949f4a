import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  explorerRequests,
  largestArguments,
  maximalRequests,
  type NamedRequest,
  withoutLargest,
} from '../../../bench/support/maximal-requests.ts'
import { openExplorer } from '../../../src/explorer/site/index.ts'
import { createApp } from '../../../src/faces/http/app.ts'
import { requestPool } from '../../../src/faces/http/request-pool.ts'
import { createTileServer } from '../../../src/faces/map/tile-server.ts'
import { mcpHandler } from '../../../src/faces/mcp/index.ts'
import { toolSets } from '../../../src/faces/mcp/tools.ts'
import { openVicinage } from '../../../src/index.ts'
import { defineEndpoint, LONGEST } from '../../../src/library/contract/endpoint.ts'
import { endpoints } from '../../../src/library/contract/table.ts'
import { connected } from '../mcp/connected.ts'

const opened = await openVicinage({ userData: false })
const start = { shared: opened.share(), userData: false }
const vicinage = await openVicinage({ ...start, warm: 'all' })
const pool = requestPool(start, { threads: 1 })
afterAll(() => pool.close())

// `npm run build` builds the explorer, and also the command line that other slow tests run.
const explorer = await openExplorer({ userData: false, vicinage })
if (explorer === null) throw new Error('The explorer is not built: run npx tsup --silent --no-dts first.')
const requests = [...maximalRequests, ...explorerRequests]

const services = { explorer, mcp: mcpHandler(vicinage, { version: '1' }), tiles: createTileServer(vicinage) }
const alone = createApp(vicinage, services)
const beside = createApp(vicinage, { ...services, pool })

/** CPU time in milliseconds that a test allows: the limit of an operation, plus 50% for a busy machine. */
const MAX_CPU = 1.5 * LONGEST

/**
 * Milliseconds that the event loop may be blocked. On a quiet machine, `npm run bench:beside` measures 20. If two other
 * suites are running, the operating system itself may stop a process for 100.
 */
const MAX_DELAY = 200

/** Returns the status of an answer, and whether a tool rejected its arguments. */
async function answerOf(app: typeof alone, { path, init }: NamedRequest) {
  const response = await app.request(`http://localhost${path}`, init)
  let start = ''
  // Read the body without keeping it, like a server that sends it.
  for await (const part of response.body ?? []) start ||= new TextDecoder().decode(part).slice(0, 1000)
  return { status: response.status, isToolError: start.includes('"isError":true') }
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Returns the longest time in milliseconds that `work` blocks the event loop: the least of up to five tries. */
async function delayOf(work: () => Promise<unknown>): Promise<number> {
  const longest: number[] = []
  while (longest.length < 5 && Math.min(...longest) > MAX_DELAY / 2) {
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    await work()
    delays.disable()
    longest.push(delays.max / 1e6)
  }
  return Math.min(...longest)
}

/** Statuses of the hostile requests. All other requests are answered with 200. */
const REFUSED = new Map([
  ['batch of too many circles', 422],
  ['deep JSON', 422],
  ['many keys', 422],
  ['JSON of one text', 422],
  ['JSON of escapes', 422],
  ['JSON of a long list', 422],
  ['JSON of many empty objects', 422],
  ['JSON of a ring of 300,000 corners', 422],
  ['JSON that never ends', 422],
  ['JSON of 9 MB', 413],
  ['MCP scores of many keys', 400],
  ['MCP scores of deep JSON', 400],
])

/** A search that a slow machine does not finish within the limit of 2 s, so the service rejects it with 422. */
const UNTIL_DEADLINE = 'areas.find of a comb'

/** Hostile requests that are answered with a tool error. */
const TOLD_BY_TOOL = new Set(
  ['a long list', '999 keys each', 'one text'].map((what) => `MCP scores of JSON with ${what}`),
)

describe('the list of maximal requests', () => {
  it('covers every parameter of every endpoint and every tool', () => {
    expect(withoutLargest(endpoints, toolSets.core)).toEqual([])
  })

  it('is reported as incomplete until it includes each new parameter and tool', () => {
    const added = defineEndpoint({
      ...endpoints[0],
      id: 'added',
      parameters: [...endpoints[0].parameters, { ...endpoints[0].parameters[0], name: 'breadth' }],
    })
    expect(withoutLargest([...endpoints, added], [...toolSets.core, { name: 'telepathy' }])).toEqual([
      'added.breadth',
      'telepathy',
    ])
  })

  it('covers every path of the service', () => {
    const asked = requests.map(({ path }) => path.replace(/\?.*/, ''))
    // Paths that are answered with a fixed text.
    const fixed = ['/', '/s', '/explore', '/docs.css', '/health', '/metrics', '/*']
    const paths = new Set(alone.routes.map(({ path }) => path).filter((path) => !fixed.includes(path)))
    expect(paths.size).toBeGreaterThan(endpoints.length)
    const missing = [...paths].filter((path) => {
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+|\*/g, '.+')}$`)
      return !asked.some((one) => pattern.test(one))
    })
    expect(missing).toEqual([])
  })
})

describe.each(requests.map((request) => [request.name, request] as const))(
  'the maximal request "%s"',
  (name, request) => {
    it('stays within the CPU limit of an operation', async () => {
      let answer = { status: 0, isToolError: false }
      const cpu = await cpuOf(async () => {
        answer = await answerOf(alone, request)
      })
      const statuses = name === UNTIL_DEADLINE ? [200, 422] : [REFUSED.get(name) ?? 200]
      expect(statuses).toContain(answer.status)
      expect(answer.isToolError).toBe(TOLD_BY_TOOL.has(name))
      expect(cpu).toBeLessThan(MAX_CPU)
    })

    it('does not block the event loop while a worker thread answers it', async () => {
      expect(await delayOf(() => answerOf(beside, request))).toBeLessThan(MAX_DELAY)
    })
  },
)

describe('the MCP tool for the endpoint', () => {
  let client: Awaited<ReturnType<typeof connected>>
  beforeAll(async () => {
    client = await connected(vicinage, { tools: 'all' })
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s stays within the CPU limit of an operation',
    async (id, endpoint) => {
      const name = id.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const cpu = await cpuOf(() => client.callTool({ name, arguments: largestArguments(endpoint) }))
      expect(cpu).toBeLessThan(MAX_CPU)
    },
  )
})
