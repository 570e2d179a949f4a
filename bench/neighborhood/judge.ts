import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { groupBy, rankCorrelation } from '../../data-build/statistics.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'

/** Dimensions that are judged. For each of them, independently published data shows where its scores should be high. */
export const TASKS = ['walkability', 'noise-levels', 'privacy'] as const
export type Task = (typeof TASKS)[number]

/** A census block group. */
export interface Row {
  readonly id: string
  /** Five-digit FIPS code. */
  readonly county: string
  /** Engines may use the truth of `known` rows. They are judged by their answers for `judged` rows. */
  readonly fold: 'known' | 'judged'
  readonly lat: number
  readonly lon: number
  /** For each task, the block group's rank (0-1,000) among all block groups, according to the published data. */
  readonly truth: Readonly<Record<Task, number>>
}

/**
 * Answers of an engine, keyed by row id and task. They may be on any scale because only their order matters. A missing
 * answer is NaN.
 */
export type Answers = ReadonlyMap<string, Readonly<Partial<Record<Task, number>>>>

/** Reads the frozen rows. */
export function readRows(): readonly Row[] {
  return recordsIn(readFileSync(new URL('rows.csv', import.meta.url), 'utf8')).map((record) => ({
    id: record.id,
    county: record.county,
    fold: record.fold as Row['fold'],
    lat: Number(record.lat),
    lon: Number(record.lon),
    truth: Object.fromEntries(TASKS.map((task) => [task, Number(record[task])])) as Row['truth'],
  }))
}

/** Parses a CSV without quotes. */
export function recordsIn(csv: string): readonly Readonly<Record<string, string>>[] {
  const [heading, ...lines] = csv.trim().split(/\r?\n/)
  const names = heading.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
  })
}

export interface Result {
  readonly task: Task
  /** Spearman's rank correlation with the truth. */
  readonly rho: number
  /**
   * Mean of the rank correlations within each county, which shows whether an engine distinguishes the neighborhoods of
   * one city.
   */
  readonly within: number
  /** Number of judged rows with an answer. */
  readonly answered: number
  readonly judged: number
}

/** Judges the answers of an engine. The digest is a hash of the answers. */
export function judge(rows: readonly Row[], answers: Answers): { results: readonly Result[]; digest: string } {
  const judged = rows.filter(({ fold }) => fold === 'judged')
  const answerOf = (row: Row, task: Task) => answers.get(row.id)?.[task] ?? Number.NaN
  const results = TASKS.map((task) => {
    const answered = judged.filter((row) => !Number.isNaN(answerOf(row, task)))
    const rhoOf = (rows: readonly Row[]) =>
      rankCorrelation(
        rows.map((row) => answerOf(row, task)),
        rows.map(({ truth }) => truth[task]),
      ).rho
    const counties = [...groupBy(answered, ({ county }) => county).values()]
    // If all answers in a county are equal, their rank correlation is NaN, which counts as 0.
    const within = counties.reduce((sum, members) => sum + (rhoOf(members) || 0), 0) / counties.length
    return { task, rho: rhoOf(answered), within, answered: answered.length, judged: judged.length }
  })
  const lines = judged.map((row) => [row.id, ...TASKS.map((task) => answerOf(row, task))].join(','))
  return { results, digest: createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 16) }
}

/** Returns the answers of a baseline: for each row, the mean truth of the known rows in its county. */
export function countyMean(rows: readonly Row[]): Answers {
  return answersFrom(rows, (row, task, rows) => {
    const near = rows.filter(({ county }) => county === row.county)
    return near.reduce((sum, { truth }) => sum + truth[task], 0) / near.length
  })
}

/** Returns the answers of a baseline: for each row, the truth of the nearest known row. */
export function nearestBlockGroup(rows: readonly Row[]): Answers {
  return answersFrom(rows, (row, task, rows) => {
    const meters = rows.map(({ lat, lon }) => metersBetween(row.lat, row.lon, lat, lon))
    const nearest = rows[meters.indexOf(Math.min(...meters))]
    return nearest.truth[task]
  })
}

function answersFrom(
  rows: readonly Row[],
  answer: (row: Row, task: Task, knownRows: readonly Row[]) => number,
): Answers {
  const knownRows = rows.filter(({ fold }) => fold === 'known')
  return new Map(
    rows.map((row) => [row.id, Object.fromEntries(TASKS.map((task) => [task, answer(row, task, knownRows)]))]),
  )
}
