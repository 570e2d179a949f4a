import { dimensions } from '../catalog.ts'
import type { BatchQuestion } from '../library.ts'
import type { FileOptions } from './file-scorer.ts'

/** Returns the command line that adds the same columns, for files that are too large for the page. */
export function sameCommand(name: string, format: Omit<FileOptions, 'question'>, question: BatchQuestion): string {
  const all = question.dimensions.length === dimensions.length
  const options: readonly (readonly [option: string, value: string | boolean | undefined])[] = [
    ['--dimensions', all ? undefined : question.dimensions.join(',')],
    ['--descriptions', question.descriptions],
    ['--districts', question.districts],
    ['--schools', question.schools === 0 ? undefined : String(question.schools)],
    ['--geocode-details', question.geocodeDetails],
    ['--no-bands', !question.bands],
    ['--zip-centroids', question.zipCentroids],
    ['--prefix', question.prefix === '' ? undefined : question.prefix],
    ['--delimiter', format.delimiter === '\t' ? '\\t' : format.delimiter],
    ['--no-header', !format.header],
    ['--lat', format.lat],
    ['--lon', format.lon],
    ['--address', format.address],
  ]
  const words = options.flatMap(([option, value]) =>
    value === true ? [option] : typeof value === 'string' ? [option, inShell(value)] : [],
  )
  return ['npx vicinage batch', inShell(name), inShell(scoredName(name)), ...words].join(' ')
}

/** Turns `homes.csv.gz` into `homes.scored.csv`. If given, `other` replaces the extension. */
export function scoredName(name: string, other?: string): string {
  const [, stem, extension = '.csv'] = /^(.+?)(\.(?:csv|tsv|tab|txt|psv))?(?:\.gz)?$/i.exec(name) ?? ['', name]
  return `${stem}.scored${other ?? extension}`
}

function inShell(value: string): string {
  return /^[\w.,/+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}
