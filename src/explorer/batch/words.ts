import type { Look } from './file-scorer.ts'
import type { Stage } from './scoring.ts'

const whole = new Intl.NumberFormat('en-US')

/** `1,234`; with a noun, `1 row` and `1,234 rows`. */
export function counted(count: number, noun?: string): string {
  if (noun === undefined) return whole.format(count)
  return `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `30.2 KB` */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'KB'] : [bytes / 1e6, 'MB']
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`
}

/** Of the rows, how many are scored, 0-100. */
export function percentOf(stage: Stage, look: Look | null): number {
  if (stage.at !== 'scoring' || look === null) return 0
  return Math.floor((100 * (stage.rows ?? 0)) / Math.max(1, look.rows))
}
