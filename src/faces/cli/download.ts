import { userLayerFolder } from '../../library/user-data/folder.ts'
import { LayerError } from '../../library/user-data/layer-error.ts'
import type { UpgradeProgress } from '../../library/user-data/shipped-pipeline.ts'
import type { Session } from './session.ts'
import { statusLine, untilToldToStop } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Output of a running download. `show` updates the progress line, while `print` and `say` write above it. */
export interface Watch extends Pick<Session, 'print' | 'say'> {
  readonly signal: AbortSignal
  readonly show: (text: () => string) => void
}

/**
 * Runs a download and shows its progress. If the download is interrupted, reports the progress so far and re-raises the
 * signal.
 */
export function watchDownload<Summary>(
  run: (watch: Watch) => Promise<Summary>,
  describeProgress: (summary: Summary) => string,
  { print, say }: Session,
): Promise<Summary> {
  const line = statusLine(say, process.stderr.isTTY === true)
  const above = (write: (text: string) => void) => (text: string) => {
    line.end()
    write(text)
  }
  return untilToldToStop(async (signal) => {
    const summary = await run({ signal, show: line.show, print: above(print), say: above(say) }).finally(line.end)
    if (signal.aborted) {
      say(`vicinage: Interrupted, ${describeProgress(summary)}: run the same command again to resume.\n`)
      // Re-raise the signal, so that a shell loop around the command stops too.
      process.kill(process.pid, signal.reason)
    }
    return summary
  })
}

/** Maximum number of failures to list in the error message. */
const REASONS = 5

/**
 * Throws an error that lists the failed downloads. Does nothing if there are none.
 *
 * @param what what could not be added, such as `3 maps could not be added`
 * @param files advice on adding files instead of downloading them
 * @param failed names of the failed downloads, with reasons
 * @throws {LayerError} with the first few reasons
 */
export function refuseIncomplete(what: string, files: string, failed: readonly string[]): void {
  if (failed.length === 0) return
  const reasons = failed.slice(0, REASONS).map((text) => `\n  ${text}`)
  const more = failed.length > REASONS ? `\n  and ${failed.length - REASONS} more` : ''
  throw new LayerError(
    `${what}. Finished downloads are kept; run the same command again to continue, or ${files}${reasons.join('')}${more}`,
  )
}

/** Returns the folder for the street indexes or official updates in the user's data folder. */
export function ownFolder(kind: 'streets' | 'upgrades'): string {
  const folder = userLayerFolder(kind)
  if (folder !== null) return folder
  throw new UsageError(
    'You have no data folder: HOME is not set.',
    'Set VICINAGE_DATA_HOME, or name a folder with --out DIR',
  )
}

export function checkedMirror(address: string): string {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
  throw new UsageError(`--mirror: '${address}' is not an address that begins with https:// or http://.`)
}

export function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * Formats the progress. Features are shown as `fire zones of local land: 4,000 of 9,752 features, 61.2 MB`, a file as
 * `54.1 MB of 200.4 MB`, and a raster as `12 of 3,400 blocks`.
 */
export function upgradeProgress({ what, done, all, unit, received }: UpgradeProgress): string {
  if (unit === 'bytes') return `${what}: ${sizeText(done)}${all === null ? '' : ` of ${sizeText(all)}`}`
  const [came, of] = [done, all ?? done].map((count) => count.toLocaleString('en-US'))
  return `${what}: ${came} of ${of} ${unit}${unit === 'blocks' ? '' : `, ${sizeText(received)}`}`
}
