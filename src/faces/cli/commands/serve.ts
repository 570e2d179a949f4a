import { isIPv6 } from 'node:net'
import { type Command, Option } from 'commander'
import { withPeers } from '../../../base/peers.ts'
import { notEmpty } from '../arguments.ts'
import type { Session } from '../session.ts'
import { ignoreEpipe, onceToldToStop } from '../terminal.ts'
import { threadFile } from '../thread-file.ts'
import { UsageError } from '../usage-error.ts'

interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly keys?: string
  readonly auth: boolean
  readonly limits?: string
  readonly cors?: readonly string[]
  readonly allowHost?: readonly string[]
  readonly mcp: boolean
  readonly explore: boolean
  readonly embed?: readonly string[]
  readonly demographics?: true
  readonly publicUrl?: string
  readonly basemap?: string
  readonly tiles: boolean
  readonly tilesNeedKey?: true
  readonly log: boolean
  readonly logQueries?: true
  readonly streets?: string
}

/** `vicinage serve`: runs the HTTP service until it receives a signal to stop. */
export function serveCommand(program: Command, session: Session): void {
  program
    .command('serve')
    .description(
      'start an HTTP server with the API at /v1, its documentation at /docs, an MCP server for agents at /mcp, and a map at /explore',
    )
    .option('--host <address>', 'address to listen on', notEmpty('--host'), '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 for any free port', readPort, 8080)
    .option('--keys <file>', 'file of API keys, from `vicinage keys add`', notEmpty('--keys'))
    .option('--no-auth', 'serve everyone, without keys or limits')
    .addOption(
      new Option(
        '--limits <url>',
        'Redis that instances use to share their limits, redis://… (default: memory and a file)',
      )
        .env('VICINAGE_LIMITS')
        .argParser(notEmpty('--limits')),
    )
    .option('--cors <origin...>', "origins whose pages may call the API; '*' for all (default: none)")
    .option('--allow-host <name...>', 'host names that /mcp accepts (default: localhost)')
    .option('--no-mcp', 'do not serve /mcp')
    .option('--no-explore', 'do not serve /explore')
    .option('--embed <origin...>', "origins whose pages may show the map in a frame; '*' for all (default: none)")
    .option('--demographics', 'show sliders for demographics on the map, which fair-housing law may forbid')
    .option('--public-url <url>', 'public URL of the service, for link previews of the map', readPublicUrl)
    .option(
      '--basemap <file-or-url>',
      'base map: a PMTiles file or its URL, or the URL of a MapLibre style',
      notEmpty('--basemap'),
    )
    .option('--no-tiles', 'do not serve map tiles at /v1/tiles')
    .option('--tiles-need-key', 'require a key or a signed URL for map tiles (default: they are open)')
    .option('--no-log', 'write no log to standard output')
    .option('--log-queries', 'include coordinates and addresses in the log')
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .action(async (options: ServeOptions) => {
      if (options.auth === (options.keys === undefined))
        throw new UsageError(
          options.auth ? 'Choose --keys or --no-auth.' : '--keys and --no-auth cannot be combined.',
          'Name a key file with --keys FILE (vicinage keys add NAME creates one), or serve everyone with --no-auth.',
        )
      if (!options.auth && options.limits !== undefined)
        throw new UsageError(
          '--limits (or VICINAGE_LIMITS) and --no-auth cannot be combined.',
          'Limits apply to keys: name a key file with --keys FILE.',
        )
      if (options.tilesNeedKey && (!options.auth || !options.tiles))
        throw new UsageError(
          `--tiles-need-key and ${options.auth ? '--no-tiles' : '--no-auth'} cannot be combined.`,
          'To require a key for tiles, name a key file with --keys FILE.',
        )
      if (
        !options.explore &&
        (options.embed ?? options.demographics ?? options.publicUrl ?? options.basemap) !== undefined
      )
        throw new UsageError(
          '--embed, --demographics, --public-url and --basemap only apply to the explorer, which --no-explore turns off.',
        )
      ignoreEpipe()
      const { say } = session
      const { serving, explored } = await start(options, session)
      // Start listening for signals before printing the address, because whoever reads the address can stop the service
      // immediately.
      const stopSignal = new Promise<unknown>(onceToldToStop)
      const map = explored ? `, a map at ${serving.url}/explore/` : ''
      say(`vicinage answers at ${serving.url}/v1, documentation at ${serving.url}/docs${map}. Stop it with Ctrl-C.\n`)
      await stopSignal
      say('vicinage is finishing open requests and will then stop.\n')
      await serving.stop()
    })
}

async function start(options: ServeOptions, session: Session) {
  const { host, port, keys = null, limits: redis = null, mcp } = options
  const { version } = session
  const secret = process.env.VICINAGE_TILES_SECRET || crypto.randomUUID() + crypto.randomUUID()
  const tiles = options.tiles ? { ...(options.tilesNeedKey && { secret }) } : null
  const cors = options.cors?.map((text) => readOrigin(text)) ?? null
  const embed = options.embed?.map((text) => readOrigin(text, '--embed'))
  const hosts = options.allowHost?.map(readHost) ?? null
  const log = !options.log ? 'none' : options.logQueries ? 'queries' : 'requests'
  const onLogLost = ({ code }: NodeJS.ErrnoException) =>
    session.say(`vicinage continues without a log: cannot write to standard output (${code}).\n`)
  const { runService } = await import('../serve-process.ts')
  const { openExplorer } = await session.site()
  const { requestPool } = await import('../../http/request-pool.ts')
  const streets = options.streets === undefined ? {} : { streets: options.streets }
  const shared = (await session.open(streets)).share()
  // This thread uses the shared data instead of a copy of its own.
  const vicinage = await session.open({ ...streets, shared, warm: 'all' })
  const start = { ...streets, shared, userData: session.chosen().userData }
  const pool = requestPool(start, threadFile())
  try {
    const publicUrl = options.publicUrl === undefined ? undefined : `${options.publicUrl}explore/`
    const { basemap, demographics } = options
    const site = { ...session.chosen(), embed, demographics, publicUrl, basemap, vicinage }
    const explorer = options.explore ? await openExplorer(site) : null
    // Build the start page now, so that the first request does not hold up other requests.
    await explorer?.answer('index.html', new Request('http://localhost/'))
    const access = { keys, redis, cors, hosts }
    const run = () =>
      runService(vicinage, { host, port, ...access, mcp, tiles, explorer, pool, log, onLogLost, version })
    const serving = await withPeers('This command', 'ioredis', run)
    return { serving, explored: explorer !== null }
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, options)
  }
}

function listenError(error: NodeJS.ErrnoException, { host, port }: ServeOptions): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(`Port ${port} on ${host} is already in use.`, 'Choose another port with --port PORT')
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} needs more privileges.`,
        'Choose a port above 1023 with --port PORT',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(`${host} is not an address of this machine.`, 'For example: --host 127.0.0.1')
    default:
      return error
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError(`--port: expected a number from 0 to 65535, got '${text.trim()}'.`)
  return port
}

/**
 * Parses an origin in the form that browsers send, or `*`. Other values are refused, because they could never match the
 * origin of a page.
 */
export function readOrigin(text: string, option = '--cors'): string {
  const origin = originIn(text)
  if (text === '*' || text === origin) return text
  throw new UsageError(
    `${option}: expected scheme://host[:port] without a path, or *, got '${text}'.`,
    origin === undefined
      ? "For example: https://page.example; quote '*' so that the shell does not expand it."
      : `Perhaps: ${origin}`,
  )
}

/** Parses a public base URL and adds a trailing `/` if it is missing. */
export function readPublicUrl(text: string): string {
  const url = parseUrl(text)
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isWeb || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `--public-url: expected http(s)://host[:port][/path], got '${text}'.`,
      'Such as https://scores.example/.',
    )
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

/**
 * Parses a host name and converts it to the form used in requests: `::1` becomes `[::1]`. Other values are refused,
 * because they could never match a request.
 */
export function readHost(text: string): string {
  const host = isIPv6(text) ? `[${text}]` : text
  const url = /^(\[[^\]]*\]|[^:])+$/.test(host) && !/[/\\?#@*\s]/.test(host) ? parseUrl(`http://${host}`) : undefined
  if (url !== undefined) return url.hostname
  throw new UsageError(
    `--allow-host: expected a host name without scheme and port, got '${text}'.`,
    'For example: scores.example, 192.0.2.1 or ::1.',
  )
}

/** Returns the origin of a URL in lowercase, without the default port of the scheme. */
function originIn(text: string): string | undefined {
  const url = parseUrl(text)
  if (url === undefined || !/^[^:]+:\/\//.test(text) || url.host === '' || url.host.includes('*')) return undefined
  return `${url.protocol}//${url.host}`
}

/** Parses a URL. Avoids `URL.canParse`, because in Node 20 it starts to reject letters such as ü after many calls. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
