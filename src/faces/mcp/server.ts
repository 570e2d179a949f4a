import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import {
  NotFoundError,
  NotLoadedError,
  RefusalError,
  refusedArgument,
  ValidationError,
  type VicinageError,
} from '../../base/errors.ts'
import { attempt } from '../../base/parameters/guard.ts'
import { checkOptions, describe, type OptionNames } from '../../base/parameters/options.ts'
import { writeValidationBody } from '../../base/parameters/validation-body.ts'
import { COVERAGE } from '../../base/states.ts'
import { type Library, SHORT } from '../../library/contract/endpoint.ts'
import { BusyError, type RequestPool } from '../http/pool.ts'
import { MAP_PAGE, mapPage } from './map-tool.ts'
import type { Tool } from './tool.ts'
import { callOnThread } from './tool-on-thread.ts'
import { getListed, getToolSets, listed, type ToolSet, toolSets } from './tools.ts'

/** Options of `createMcpServer`. */
export interface McpOptions {
  /** Version of your server, which is reported to clients. Default: `unknown`. */
  readonly version?: string | undefined
  /**
   * Receives failures whose details are hidden from the caller: bugs in tools and, for transports other than HTTP,
   * messages that are not JSON-RPC.
   */
  readonly onError?: (error: unknown) => void
  /** Called before a call that costs more than one score. By default, all calls are admitted. */
  readonly admitMore?: AdmitMore
  /**
   * Set of tools. `core` has few tools that cover everything, with answers of at most 100 kB, for models that pay for
   * what they read. `all` has one tool for each endpoint of the service, with the same answers. Default: `core`.
   */
  readonly tools?: ToolSet
  /**
   * Pool for calls that may take more than 5 ms, created by `openRequestPool`. It ends calls that take over 10 s. By
   * default, the calling thread answers these calls, and nothing ends them.
   */
  readonly pool?: RequestPool | null
}

const mcpOptions: OptionNames<McpOptions> = {
  version: 'string',
  onError: 'function',
  admitMore: 'function',
  tools: 'string',
  pool: 'object',
}

/** Counts the cost of a call beyond one score. Returns null to continue, or a message that refuses the call. */
export type AdmitMore = (scores: number) => Promise<string | null>

/** Maximum size of a `core` tool's answer in bytes, not counting pictures. */
const MOST = 100_000

/** How long a client may cache answers that only change with the package and its data. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** Returns the tools, which all sessions share unless there are custom dimensions. */
function getTools(records: readonly Dimension<DimensionId>[]) {
  if (records.length === dimensions.length) return { tools: toolSets, list: listed }
  const tools = getToolSets(records)
  return { tools, list: getListed(tools) }
}

/**
 * Creates an MCP server for one transport. It uses the SDK's low-level `Server`, because arguments are validated by
 * `parse`, whose errors have the wording of pydantic, and not by zod. The server supports the revisions of 2025.
 * Revision 2026-07-28, whose requests are independent, is handled by `mcpHandler` and `vicinage mcp`.
 */
export function createMcpServer(vicinage: Library, options: McpOptions = {}): Server {
  return attempt('createMcpServer(vicinage: object, options: object)', [vicinage, options], () =>
    createToolServer(vicinage, options),
  )
}

/**
 * Returns the set of tools that the options choose.
 *
 * @throws {ValidationError} if no set has that name
 */
export function getToolSet({ tools }: McpOptions): ToolSet {
  const set = tools ?? 'core'
  if (Object.hasOwn(toolSets, set)) return set
  throw refusedArgument('tools', `tools must be ${Object.keys(toolSets).join(' or ')}, not ${describe(set)}.`, set)
}

function createToolServer(vicinage: Library, options: McpOptions): Server {
  checkOptions(options, mcpOptions)
  const { onError } = options
  const set = getToolSet(options)
  const { tools, list } = getTools(getCatalog(vicinage))
  const server = new Server(
    {
      name: 'vicinage',
      title: 'Vicinage: neighborhood scores, schools and addresses',
      version: options.version ?? 'unknown',
    },
    {
      capabilities: set === 'core' ? { tools: {}, resources: {} } : { tools: {} },
      instructions: instructions(set),
      cacheHints: {
        'tools/list': CACHE_HINT,
        'resources/list': CACHE_HINT,
        'resources/read': CACHE_HINT,
        'server/discover': CACHE_HINT,
      },
    },
  )
  if (onError !== undefined) server.onerror = onError
  server.setRequestHandler('tools/list', () => ({ tools: [...list[set]] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const isKnown = tools[set].some(({ name }) => name === params.name)
    if (!isKnown) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    return answerCall(vicinage, { tools: set, name: params.name, input: params.arguments }, options)
  })
  if (set === 'core') {
    server.setRequestHandler('resources/list', () => ({ resources: [MAP_PAGE] }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      if (uri === MAP_PAGE.uri) return { contents: [{ uri, mimeType: MAP_PAGE.mimeType, text: mapPage }] }
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no resource ${uri}. The only resource is ${MAP_PAGE.uri}.`,
        { uri },
      )
    })
  }
  return server
}

/** Returns a function that estimates the milliseconds of a tool call. It returns 0 for other messages. */
export function callTimes(vicinage: Library, options: McpOptions): (message: unknown) => number {
  const { tools } = getTools(getCatalog(vicinage))
  const set = getToolSet(options)
  const byName = new Map(tools[set].map((tool) => [tool.name, tool]))
  return (message) => {
    const { method, params } = Object(message) as { readonly method?: unknown; readonly params?: unknown }
    const { name, arguments: input } = Object(params) as { readonly name?: unknown; readonly arguments?: unknown }
    const tool = method === 'tools/call' ? byName.get(String(name)) : undefined
    try {
      return tool?.prepare(vicinage, input).cost.milliseconds ?? 0
    } catch {
      // The call will be refused, which takes no time.
      return 0
    }
  }
}

/** A tool call. */
interface NamedCall {
  readonly tools: ToolSet
  readonly name: string
  readonly input: unknown
}

/** Answers a call to an existing tool. */
export async function answerCall(
  vicinage: Library,
  named: NamedCall,
  options: Pick<McpOptions, 'onError' | 'admitMore' | 'pool'>,
): Promise<CallToolResult> {
  const { tools: set, name } = named
  const tool = getTools(getCatalog(vicinage)).tools[set].find((tool) => tool.name === name)!
  const answer = await callTool(tool, vicinage, named, options)
  return set === 'core' ? limitLength(answer) : answer
}

type ErrorText = (error: VicinageError, tool: Tool) => string

/**
 * Answers a call with the body as structured content and as JSON text, plus its picture if there is one. If the call
 * fails, the result is an error.
 */
async function callTool(
  tool: Tool,
  vicinage: Library,
  named: NamedCall,
  { onError = () => {}, admitMore, pool }: Pick<McpOptions, 'onError' | 'admitMore' | 'pool'>,
): Promise<CallToolResult> {
  const { input } = named
  const getErrorText: ErrorText = named.tools === 'core' ? shortError : mirroredError
  try {
    // Arguments are validated before the scores are counted, so that an invalid call costs no more than one score.
    const call = tool.prepare(vicinage, input)
    const refused = (await admitMore?.(call.cost.scores - 1)) ?? null
    if (refused !== null) return failure(JSON.stringify({ detail: refused }))
    const { milliseconds } = call.cost
    if (pool && milliseconds > SHORT) {
      const answer = await callOnThread(pool, { ...named, build: vicinage.build }, { milliseconds, onError })
      if (answer !== null) return answer
    }
    const body = call.answer() as Record<string, unknown>
    const text = { type: 'text', text: JSON.stringify(body) } as const
    const picture = await call.picture?.()
    return { content: picture === undefined ? [text] : [text, picture], structuredContent: body }
  } catch (error) {
    const isExpected =
      error instanceof ValidationError || error instanceof NotFoundError || error instanceof NotLoadedError
    if (isExpected) return failure(getErrorText(error, tool))
    if (error instanceof BusyError) return failure(`{"detail":"Service busy: ask again in ${error.seconds} s"}`)
    onError(error)
    return failure('{"detail":"Internal Server Error"}')
  }
}

/** Returns the same error body as HTTP. */
const mirroredError: ErrorText = (error, tool) => {
  if (error instanceof ValidationError) return writeValidationBody(error.detail, tool.parameters)
  return JSON.stringify({ detail: error instanceof NotLoadedError ? error.fact : error.message })
}

/** Maximum number of refused arguments that an error names. */
const MAX_NAMED = 3

/** Returns a one-sentence message with advice, and an error code. */
const shortError: ErrorText = (error) => {
  const { name, code } = error
  const suggestions = error instanceof RefusalError ? error.suggestions.map(({ label }) => label) : []
  const wrong = error instanceof ValidationError ? error.detail : []
  const reasons = wrong
    .slice(0, MAX_NAMED)
    .map(({ loc, msg }) => `${loc.filter((part) => !SOURCES.has(part)).join('.')}: ${msg}`)
  const more = wrong.length > MAX_NAMED ? [`and ${wrong.length - MAX_NAMED} more`] : []
  return JSON.stringify({
    name,
    code,
    message: [...reasons, ...more].join('; ') || (error instanceof NotLoadedError ? error.fact : error.message),
    ...(suggestions.length > 0 && { suggestions }),
  })
}

const SOURCES = new Set<string | number>(['body', 'query', 'path'])

/** Returns an answer unchanged if it is short enough for a model to read, otherwise an error with advice. */
function limitLength(result: CallToolResult): CallToolResult {
  const [text] = result.content
  const bytes = text.type === 'text' ? new TextEncoder().encode(text.text).length : 0
  if (bytes <= MOST) return result
  const message = result.isError
    ? 'The arguments are invalid, but the error is too long: send no more than the tool description allows.'
    : `The answer would be ${Math.ceil(bytes / 1000)} kB, but the maximum is ${MOST / 1000} kB: request fewer places or ` +
      'dimensions, or leave out the descriptions.'
  return failure(JSON.stringify({ name: 'ValidationError', code: 'limit_exceeded', message }))
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

const order = {
  core:
    'when a place is given as an address, ZIP or city, call `geocode` first and pass on its result unchanged: ' +
    'lat, lon, radius, label. Then `scores` for one place or up to 100, `compare` for two to ten side by ' +
    'side, `explain` for what a score is based on, `map` for a picture. An approximate place gets ' +
    'bands: report the band, as in "walkability 96-180", not one number. `area` says what a ZIP, city or county is ' +
    'like as a whole, `rank` orders cities, ZIPs, counties or districts, `find` shows where in one of them several ' +
    'conditions are met. The geoid from `districts` is the lea_id for `schools`; `schools`, also by name, returns the nces_id for ' +
    'school.',
  all:
    'when a place is given as an address, call tools_geocode_single first; every other tool needs lat and lon ' +
    '(decimal degrees, WGS 84; west is negative). Then `scores` for one place, `compare` for two to ten, ' +
    'scores_batch for more, areas_named for a ZIP or city, areas_find for where in one of them several conditions are met, ' +
    'the tool of a dimension if only that is asked. `explain` says what a score is based on. ' +
    'schools_districts returns the lea_id for schools_school_by_district; searches return the nces_id for ' +
    'schools_school.',
} satisfies Readonly<Record<ToolSet, string>>

/** Instructions about the server as a whole, which an agent receives once at the start. */
export const instructions = (set: ToolSet) =>
  [
    `Scores, public schools, school districts and address lookup for places in ${COVERAGE}. Nowhere else is ` +
      'covered, and fire is known in California only.',
    `Order: ${order[set]}`,
    'Scores are integers from 1 to 255. 0 is not a low score: it means no data, so exclude it from averages and ' +
      'rankings and say that nothing is known. Each dimension has its own scale; high is not always good, and ' +
      '`dimensions` explains it. In noise-levels high is quiet; in flood and fire high is safe. A score says how ' +
      'a place ranks; for figures with units, sources and certainty, use `explain`.',
    'Demographic dimensions (insurance-coverage, ideological-lean, population-profile) and the composition of schools ' +
      'describe areas and groups. Conclude nothing about a person from them, and do not use them to steer somebody ' +
      'to or away from a neighborhood, or to decide about housing, credit, insurance or work: fair housing law ' +
      'forbids it.',
  ].join('\n\n')
