/** Upper bounds of the buckets of durations, seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The methods that metrics name; the rest count as `other`, so that nobody can invent series without end. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests of one method, path template and status. */
interface Series {
  readonly method: string
  readonly path: string
  readonly status: number
  /** Requests per bucket, the last one above every bound. */
  readonly buckets: Float64Array
  seconds: number
}

/**
 * Counts of requests and their durations by method, path template and status, in the text format of Prometheus 0.0.4. Templates and known
 * methods only: neither what was asked nor who asked is in it, and it cannot grow without end.
 */
export class Metrics {
  /** By path: a request finds its series without making a name for it. */
  readonly #paths = new Map<string, Series[]>()

  constructor(private readonly version: string) {}

  count(method: string, path: string, status: number, milliseconds: number): void {
    const series = this.#seriesOf(METHODS.has(method) ? method : 'other', path, status)
    const seconds = milliseconds / 1000
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) bucket++
    series.buckets[bucket]++
    series.seconds += seconds
  }

  #seriesOf(method: string, path: string, status: number): Series {
    const ofPath = this.#paths.get(path) ?? []
    for (const series of ofPath) if (series.status === status && series.method === method) return series
    const series = { method, path, status, buckets: new Float64Array(BOUNDS.length + 1), seconds: 0 }
    this.#paths.set(path, [...ofPath, series])
    return series
  }

  text(): string {
    const all = [...this.#paths.values()].flat().sort((a, b) => (labelsOf(a) < labelsOf(b) ? -1 : 1))
    return `# HELP vicinage_info The version that answers.
# TYPE vicinage_info gauge
vicinage_info{version="${this.version}"} 1
# HELP vicinage_http_requests_total Requests answered.
# TYPE vicinage_http_requests_total counter
${all.map((series) => `vicinage_http_requests_total{${labelsOf(series)}} ${series.buckets.reduce((sum, requests) => sum + requests)}\n`).join('')}\
# HELP vicinage_http_request_duration_seconds Time from the request to its answer.
# TYPE vicinage_http_request_duration_seconds histogram
${all.map(histogram).join('')}`
  }
}

function histogram(series: Series): string {
  const name = 'vicinage_http_request_duration_seconds'
  const labels = labelsOf(series)
  let sum = 0
  const buckets = Array.from(series.buckets, (requests, i) => {
    sum += requests
    return `${name}_bucket{${labels},le="${BOUNDS[i] ?? '+Inf'}"} ${sum}\n`
  })
  return `${buckets.join('')}${name}_sum{${labels}} ${series.seconds}\n${name}_count{${labels}} ${sum}\n`
}

function labelsOf({ method, path, status }: Series): string {
  return `method="${method}",path="${path}",status="${status}"`
}
