/** Upper bounds of the duration buckets in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, Infinity]

/**
 * Methods reported in metrics. Other methods count as `other`, so that clients cannot create an unlimited number of
 * series.
 */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']

/** Requests with the same method, path template and status. */
interface Series {
  readonly labels: string
  /** Number of requests per bucket. */
  readonly buckets: Float64Array
  seconds: number
}

/**
 * Counts requests and their durations by method, path template and status, and reports them in the Prometheus text
 * format 0.0.4. The report only contains path templates and known methods, so it reveals nothing about requests or
 * clients, and its size is bounded.
 */
export class Metrics {
  /**
   * Series by path, then by a number that combines method and status. A combined string as the key would have to be
   * built for every request.
   */
  readonly #series = new Map<string, Map<number, Series>>()

  constructor(private readonly version: string) {}

  count(method: string, path: string, status: number, milliseconds: number): void {
    const index = METHODS.indexOf(method)
    const number = (index < 0 ? METHODS.length - 1 : index) * 1000 + status
    const series = this.#series.get(path)?.get(number) ?? this.#add(path, number)
    const seconds = milliseconds / 1000
    let bucket = 0
    while (seconds > BOUNDS[bucket]) bucket++
    series.buckets[bucket]++
    series.seconds += seconds
  }

  #add(path: string, number: number): Series {
    const labels = `method="${METHODS[Math.floor(number / 1000)]}",path="${path}",status="${number % 1000}"`
    const series = { labels, buckets: new Float64Array(BOUNDS.length), seconds: 0 }
    this.#series.set(path, (this.#series.get(path) ?? new Map<number, Series>()).set(number, series))
    return series
  }

  text(): string {
    const all = [...this.#series.values()].flatMap((ofPath) => [...ofPath.values()])
    all.sort((a, other) => (a.labels < other.labels ? -1 : 1))
    return `# HELP vicinage_info Version of the service.
# TYPE vicinage_info gauge
vicinage_info{version="${this.version}"} 1
# HELP vicinage_http_requests_total Requests answered.
# TYPE vicinage_http_requests_total counter
${all.map(({ labels, buckets }) => `vicinage_http_requests_total{${labels}} ${buckets.reduce((sum, requests) => sum + requests)}\n`).join('')}\
# HELP vicinage_http_request_duration_seconds Time from the request to its answer.
# TYPE vicinage_http_request_duration_seconds histogram
${all.map(histogram).join('')}`
  }
}

function histogram({ labels, buckets, seconds }: Series): string {
  const name = 'vicinage_http_request_duration_seconds'
  let sum = 0
  const lines = Array.from(buckets, (requests, i) => {
    sum += requests
    return `${name}_bucket{${labels},le="${BOUNDS[i] === Infinity ? '+Inf' : BOUNDS[i]}"} ${sum}\n`
  })
  return `${lines.join('')}${name}_sum{${labels}} ${seconds}\n${name}_count{${labels}} ${sum}\n`
}
