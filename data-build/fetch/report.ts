import { UNTRIED } from '../catalog/source.ts'
import type { FileResult, FileState } from './fetch-sources.ts'
import { type SinceBuild, sinceText } from './fetched-record.ts'
import type { Plan } from './plan.ts'

/** Formats a size such as "13.4 MB" in decimal units, as servers and disks do. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`
  const [unit, by] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  return `${(bytes / Number(by)).toFixed(1)} ${unit}`
}

/** Formats a file result as one line with state, size, speed and path. Each note follows on its own line. */
export function resultLine({ file, state, received, ms, notes, fetched }: FileResult): string {
  const size = fetched && state !== 'failed' && state !== 'interrupted' ? formatBytes(fetched.bytes) : '–'
  const speed = received > 0 ? `${formatBytes(Math.round((received / Math.max(ms, 1)) * 1000))}/s` : ''
  const line = `${state.padEnd(12)}${size.padStart(10)}${speed.padStart(13)}  ${file.path}`
  return [line, ...notes.map((note) => `            ${note}`)].join('\n')
}

/** Lists the files that a run would download, and the pages for downloads by hand. */
export function listText({ files, byHand }: Plan): string {
  const lines = files.flatMap(({ source, path, url, kind, leastBytes, member, verdict, mayBeMissing }) => [
    `${source}  ${path}`,
    `    ${url}`,
    `    ${kind}${member ? `, member ${member}` : ''}, at least ${formatBytes(leastBytes)}${verdict ? `; ${verdict}` : ''}`,
    ...(mayBeMissing ? [`    ${mayBeMissing}`] : []),
  ])
  const pages = byHand.flatMap(({ id, path, address }) => [
    `${id}  ${path}`,
    `    by hand: ${URL.canParse(address) ? `page ${address}` : `address ${address}`}`,
  ])
  return [
    ...(lines.length ? [UNTRIED, ''] : []),
    ...lines,
    ...(lines.length && pages.length ? [''] : []),
    ...pages,
  ].join('\n')
}

/** Formats the final summary: the number of files by state, and each source compared with the build. */
export function summaryText(results: readonly FileResult[], since: readonly SinceBuild[]): string {
  const states: readonly FileState[] = ['new', 'changed', 'same', 'unchanged', 'absent', 'failed', 'interrupted']
  const counts = states.flatMap((state) => {
    const of = results.filter((result) => result.state === state)
    const bytes = of.reduce((sum, { received }) => sum + received, 0)
    return of.length === 0
      ? []
      : [`${state.padEnd(12)}${String(of.length).padStart(6)}${formatBytes(bytes).padStart(12)}`]
  })
  const sources = since.map((entry) => `${entry.source.padEnd(32)}${sinceText(entry)}`)
  return [
    `${'state'.padEnd(12)}${'files'.padStart(6)}${'received'.padStart(12)}`,
    ...counts,
    ...(sources.length ? ['', `${'source'.padEnd(32)}files compared with dist-data/manifest.json`, ...sources] : []),
  ].join('\n')
}

/** Progress line at the bottom of a terminal. It is not drawn if the output is not a terminal. */
interface ProgressLine {
  arrived(path: string, chunk: number, bytes: number, total: number | null): void
  finished(path: string): void
  /** Prints a permanent line above the progress line. */
  print(line: string): void
  clear(): void
}

/** Minimum interval in milliseconds between updates. */
const PAUSE_MS = 200

/** @param all number of files in the run */
export function progressLine(stream: NodeJS.WriteStream, all: number, now = () => performance.now()): ProgressLine {
  const started = now()
  const underWay = new Map<string, string>()
  let done = 0
  let received = 0
  let drawn = 0
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001B[K')
  }
  const draw = () => {
    if (!stream.isTTY || now() - drawn < PAUSE_MS) return
    drawn = now()
    const speed = formatBytes(Math.round((received / Math.max(1, now() - started)) * 1000))
    const line = `${done}/${all} files, ${formatBytes(received)}, ${speed}/s  ${[...underWay.values()].join('  ')}`
    stream.write(`\r\u001B[K${line.slice(0, (stream.columns || 80) - 1)}`)
  }
  return {
    arrived(path, chunk, bytes, total) {
      received += chunk
      const share = total ? `${Math.floor((bytes / total) * 100)}%` : formatBytes(bytes)
      underWay.set(path, `${path.slice(path.lastIndexOf('/') + 1)} ${share}`)
      draw()
    },
    finished(path) {
      done++
      underWay.delete(path)
    },
    print(line) {
      clear()
      stream.write(`${line}\n`)
      drawn = 0
    },
    clear,
  }
}
