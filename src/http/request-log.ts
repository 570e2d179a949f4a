import type { Logger } from 'pino'
import { endpoints } from '../endpoints/table.ts'
import { withoutTokens } from './logged-path.ts'
import type { Log, RequestLine } from './service.ts'

/** The paths whose answers are most of a log: as many as there are endpoints, whatever is asked. */
const USUAL: ReadonlySet<RequestLine['path']> = new Set(
  endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path),
)

/** A line of `logger` for each answer; with the query if `queries`. */
export function requestLog(logger: Logger, queries: boolean): Log {
  const usual = usualLoggers(logger)
  return (line, query, error) => {
    if (error !== undefined) logger.error({ ...line, err: error })
    else if (queries) logger.info({ ...line, query: withoutTokens(query) })
    else if (line.status !== 200 || line.method !== 'GET' || !USUAL.has(line.path)) logger.info(line)
    else usual(line).info({ id: line.id, ms: line.ms })
  }
}

/** Loggers that have written already what is the same in every answer of a path to a key: that takes half of the time of a line. */
function usualLoggers(logger: Logger): (line: RequestLine) => Logger {
  const byKey = new Map<RequestLine['key'], Map<RequestLine['path'], Logger>>()
  return ({ method, path, status, key }) => {
    let byPath = byKey.get(key)
    if (byPath === undefined) {
      byPath = new Map()
      byKey.set(key, byPath)
    }
    let child = byPath.get(path)
    if (child === undefined) {
      child = logger.child({ method, path, status, key })
      byPath.set(path, child)
    }
    return child
  }
}
