import type { Check } from './check.ts'

/** A line for people: one check, or the same check of many dimensions with its worst value. */
export interface SummaryLine extends Check {
  /** Of a shared line, the dimension that has the value; null for a line of its own, or where all have the same. */
  readonly worst: string | null
}

/** The same check of so many dimensions becomes one line. */
const MANY = 4
const higherIsBetter = new Set(['hit rate', 'Spearman rho', 'AUC', 'share'])

/**
 * The lines of a card in reading order: what is asked of all dimensions alike first, each with the dimension that does
 * worst and followed by those that miss it; then the geography and the dimensions one by one.
 */
export function summarise(checks: readonly Check[]): SummaryLine[] {
  const groups = new Map<string, Check[]>()
  for (const check of checks) {
    const key = `${check.check} ${check.statistic}`
    const group = groups.get(key)
    if (group) group.push(check)
    else groups.set(key, [check])
  }
  const shared = [...groups.values()].filter((group) => group.length >= MANY)
  const collapsed = new Set(shared.flat())
  return [...shared.flatMap(sharedLines), ...checks.filter((check) => !collapsed.has(check)).map(alone)]
}

/** One line for the dimensions that reach what is asked, or of which nothing is asked; one each for the others. */
function sharedLines(group: readonly Check[]): SummaryLine[] {
  const asked = group.some(({ reached }) => reached !== null)
  const alike = group.filter(({ reached }) => reached === (asked ? true : null))
  const others = group.filter((check) => !alike.includes(check)).map(alone)
  return alike.length < MANY ? group.map(alone) : [together(alike), ...others]
}

function together(group: readonly Check[]): SummaryLine {
  const sign = higherIsBetter.has(group[0].statistic) ? 1 : -1
  const worst = group.reduce((low, check) => (sign * check.value < sign * low.value ? check : low))
  const differ = group.some(({ value }) => value !== worst.value)
  return { ...worst, dimension: `${group.length} dimensions`, worst: differ ? worst.dimension : null }
}

function alone(check: Check): SummaryLine {
  return { ...check, worst: null }
}

/** What a line says was compared, with the dimension that has the value of a shared line. */
export function wordsOf({ check, worst }: SummaryLine): string {
  return worst === null ? check : `${check} (worst: ${worst})`
}

/** The last sentence: `61 of 64 targets reached; missed: …`. */
export function verdict(checks: readonly Check[]): string {
  const asked = checks.filter(({ reached }) => reached !== null)
  const missed = asked.filter(({ reached }) => reached === false)
  const found = `${asked.length - missed.length} of ${asked.length} targets reached`
  if (missed.length === 0) return `${found}.`
  const list = missed.map(({ dimension, check, value, trial }) => {
    return `${dimension}: ${check} (${figure(value)}${trial === null ? '' : `, trial ${figure(trial)}`})`
  })
  return `${found}; missed:\n${list.map((line) => `  ${line}`).join('\n')}`
}

/** A number as people read it: four digits, thousands apart. */
export function figure(value: number): string {
  if (Math.abs(value) >= 10_000) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
  return String(Number(value.toPrecision(4)))
}
