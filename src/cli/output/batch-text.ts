import type { Progress } from '../../batch/batch-options.ts'
import type { BatchSummary } from '../../batch/run-batch.ts'
import { counted } from '../../counted.ts'

const whole = new Intl.NumberFormat('en-US')

/** `1,234,567 rows, 512,000 rows/s, 43 %, 0:12 left`, with a bar on a terminal. */
export function progressLine({ rows, newRows, share, seconds }: Progress, withBar: boolean): string {
  const pace = `${counted(rows, 'row')}, ${whole.format(Math.round(newRows / seconds))} rows/s`
  if (share === null || share === 0) return pace
  const percent = `${Math.floor(share * 100)} %`
  const left = `${clock((seconds / share) * (1 - share))} left`
  return [...(withBar ? [bar(share)] : []), pace, percent, left].join(', ').replace('], ', '] ')
}

/** What became of the rows, for people. */
export function summaryText({ rows, scored, failed, layers, resumed, seconds }: BatchSummary, output: string): string {
  const found = Object.entries(layers).map(([layer, count]) => `${layer} ${whole.format(count)}`)
  const pace = whole.format(Math.round((rows - resumed) / seconds))
  return [
    `${counted(rows, 'row')} in ${output === '-' ? 'standard output' : output}: ${whole.format(scored)} scored, ${whole.format(failed)} not (see vicinage_error).`,
    ...(found.length === 0 ? [] : [`Addresses found as ${found.join(', ')}.`]),
    ...(resumed === 0 ? [] : [`From before: ${counted(resumed, 'row')}.`]),
    `${seconds.toFixed(1)} s, ${pace} rows/s.\n`,
  ].join('\n')
}

function bar(share: number): string {
  const full = Math.round(share * 24)
  return `[${'#'.repeat(full)}${'-'.repeat(24 - full)}]`
}

function clock(seconds: number): string {
  const s = Math.round(seconds)
  const minutes = Math.floor(s / 60)
  const pad = (n: number) => String(n).padStart(2, '0')
  return minutes < 60 ? `${minutes}:${pad(s % 60)}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(s % 60)}`
}
