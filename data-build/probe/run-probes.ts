import { foreignStart } from '../fetch/check-file.ts'
import { refuseStatus } from '../fetch/download.ts'
import { type FetchSession, type FetchSettings, hostLocks, request, TransferError } from '../fetch/request.ts'
import { getReason } from '../read/source-error.ts'
import type { FileProbe, LayerProbe, Probe, ValuesProbe } from './addresses.ts'

/**
 * Result for a URL: `as expected`; `older edition` if the newest edition is not published yet; `different` if a command
 * has to be adapted; or `not reached`, which may be temporary.
 */
export type Verdict = 'as expected' | 'older edition' | 'different' | 'not reached'

/** Result of a probe, as printed in the JSON output. */
export interface ProbeResult {
  readonly id: string
  readonly command: string
  readonly url: string
  readonly verdict: Verdict
  /** Difference between the response and the expectation. If they match, the edition or size of the response. */
  readonly finding: string
}

/** Runs the probes one after the other. If an edition is missing, the next older edition is requested. */
export async function runProbes(
  probes: readonly Probe[],
  settings: FetchSettings,
  signal: AbortSignal,
  { moved = (url) => url }: { readonly moved?: (url: string) => string } = {},
): Promise<readonly ProbeResult[]> {
  const session: FetchSession = { settings, locks: hostLocks(), interrupted: signal }
  const results: ProbeResult[] = []
  for (const probe of probes) {
    if (signal.aborted) break
    results.push(await answerTo(probe, session, moved))
  }
  return results
}

async function answerTo(probe: Probe, session: FetchSession, moved: (url: string) => string): Promise<ProbeResult> {
  const { id, command } = probe
  let url = probe.kind === 'file' ? probe.editions[0].url : probe.url
  try {
    if (probe.kind === 'layer') return { id, command, url, ...(await layerAnswer(probe, moved(url), session)) }
    if (probe.kind === 'values') return { id, command, url, ...(await valuesAnswer(probe, moved(url), session)) }
    for (const [i, edition] of probe.editions.entries()) {
      url = edition.url
      try {
        const answer = await fileAnswer(probe, moved(url), session)
        const isOlder = i > 0 && answer.verdict === 'as expected'
        const finding = `edition ${edition.edition}, ${answer.finding}`
        return { id, command, url, verdict: isOlder ? 'older edition' : answer.verdict, finding }
      } catch (error) {
        if (!(error instanceof TransferError && error.missing)) throw error
      }
    }
    return { id, command, url, verdict: 'different', finding: 'no edition was found: status 404' }
  } catch (error) {
    const isGone = error instanceof TransferError && error.missing
    return { id, command, url, verdict: isGone ? 'different' : 'not reached', finding: getReason(error) }
  }
}

type Answer = Pick<ProbeResult, 'verdict' | 'finding'>

const different = (finding: string): Answer => ({ verdict: 'different', finding })

/** Number of bytes to request from a file. */
const START_BYTES = 256

async function fileAnswer({ start, leastBytes }: FileProbe, url: string, session: FetchSession): Promise<Answer> {
  const headers = { ...getHeaders(session), Range: `bytes=0-${START_BYTES - 1}`, 'Accept-Encoding': 'identity' }
  return request(url, headers, session, async ({ response, watch }) => {
    if (response.status !== 206) refuseStatus(response)
    const bytes = await firstBytes(response, START_BYTES, watch.heard)
    const foreign = foreignStart(bytes, start === 'PK' ? 'zip' : 'text')
    if (foreign !== null) throw new TransferError(`received ${foreign.description} instead of the file${foreign.title}`)
    const text = Buffer.from(bytes)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
    if (!text.startsWith(start)) return different(`it begins with "${text.slice(0, 40)}", expected "${start}"`)
    const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
    const length = response.status === 206 ? total : response.headers.get('content-length')
    const size = Number(length ?? Number.NaN)
    if (size < leastBytes) return different(`it has ${size} bytes, expected at least ${leastBytes}`)
    return { verdict: 'as expected', finding: Number.isNaN(size) ? 'of unknown size' : `${size} bytes` }
  })
}

async function firstBytes(response: Response, most: number, heard: () => void): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  for (let size = 0; size < most; ) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) break
    heard()
    parts.push(value)
    size += value.length
  }
  await reader?.cancel()
  return Buffer.concat(parts).subarray(0, most)
}

async function layerAnswer({ fields, leastRecords }: LayerProbe, url: string, session: FetchSession): Promise<Answer> {
  const layer = await jsonAt<{
    readonly geometryType?: string
    readonly maxRecordCount?: number
    readonly fields?: readonly { readonly name: string }[]
    readonly editingInfo?: { readonly lastEditDate?: number }
  }>(`${url}?f=json`, session)
  const names = layer.fields?.map(({ name }) => name) ?? []
  const missing = fields.filter((field) => !names.includes(field))
  if (missing.length > 0) return different(`it has no ${missing.join(', ')}; it has ${names.join(', ').slice(0, 200)}`)
  if (layer.geometryType !== 'esriGeometryPolygon') return different(`its outlines are ${layer.geometryType}`)
  const most = layer.maxRecordCount ?? 0
  if (most < leastRecords) return different(`it sends ${most} records at once, expected at least ${leastRecords}`)
  const edited = layer.editingInfo?.lastEditDate
  const day = edited === undefined ? 'no editing date' : `edited ${new Date(edited).toISOString().slice(0, 10)}`
  return { verdict: 'as expected', finding: `${names.length} fields, ${day}` }
}

async function valuesAnswer(probe: ValuesProbe, url: string, session: FetchSession): Promise<Answer> {
  const { field, where, knownValues: expected } = probe
  const query = { where, outFields: field, returnGeometry: 'false', returnDistinctValues: 'true', f: 'json' }
  const { features = [] } = await jsonAt<{
    readonly features?: readonly { readonly attributes: Readonly<Record<string, unknown>> }[]
  }>(`${url}/query?${new URLSearchParams(query)}`, session)
  const values = [...new Set(features.map(({ attributes }) => String(attributes[field] ?? '').trim()))]
  const foreign = values.filter((value) => value !== '' && !expected.includes(value))
  if (foreign.length > 0) return different(`${field} has unknown values: ${foreign.join(', ').slice(0, 200)}`)
  if (values.length === 0) return different(`${field} has no values where ${where}`)
  return { verdict: 'as expected', finding: values.sort().join(', ') }
}

async function jsonAt<T>(url: string, session: FetchSession): Promise<T> {
  return request(url, getHeaders(session), session, async ({ response, watch }) => {
    refuseStatus(response)
    const text = Buffer.from(await firstBytes(response, 4_000_000, watch.heard)).toString('utf8')
    let body: T & { readonly error?: { readonly code?: number; readonly message?: string } }
    try {
      body = JSON.parse(text)
    } catch {
      throw new TransferError(`received "${text.slice(0, 60)}" instead of JSON`)
    }
    if (body.error !== undefined)
      throw new TransferError(`the service reported error ${body.error.code}: ${body.error.message}`)
    return body
  })
}

function getHeaders({ settings }: FetchSession): Record<string, string> {
  return { 'User-Agent': settings.userAgent, Accept: '*/*' }
}

/** Formats one line per URL, worst result first. */
export function probeTable(results: readonly ProbeResult[]): string {
  const order: readonly Verdict[] = ['different', 'not reached', 'older edition', 'as expected']
  const sorted = results.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  const lines = sorted.map(({ id, verdict, command, url, finding }) =>
    [`${verdict.padEnd(15)}${id.padEnd(26)}${command}`, `${' '.repeat(15)}${url}`, `${' '.repeat(15)}${finding}`].join(
      '\n',
    ),
  )
  const counts = order.map((verdict) => `${results.filter((result) => result.verdict === verdict).length} ${verdict}`)
  return `${lines.join('\n')}\n\n${results.length} addresses: ${counts.join(', ')}\n`
}
