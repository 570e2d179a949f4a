/** Units in text: US customary with metric in parentheses, or metric only. Data fields are always metric. */
export type Units = 'us' | 'metric'

/** Units of a single phrase. `us-brief` omits the metric value in parentheses. */
export type PhraseUnits = Units | 'us-brief'

/** Labels for score ranges. Each entry applies from its score up to the next entry. Entries ascend from 1. */
export type Ladder = readonly (readonly [from: number, words: string])[]

/** A score label. It applies from its lowest score up to the lowest score of the next label. */
export interface ScaleWords {
  /** Lowest score with this label, 1-255. */
  readonly from: number
  /** Label used at the start of descriptions: `Quiet`. */
  readonly words: string
}

/** Returns the entries of a ladder as objects, lowest scores first. */
export function getScaleWords(ladder: Ladder): ScaleWords[] {
  return ladder.map(([from, words]) => ({ from, words }))
}

/** Returns the label for a score, 1-255. */
export function wordsFor(ladder: Ladder, score: number): string {
  let rung = ladder.length - 1
  while (rung > 0 && score < ladder[rung][0]) rung--
  return ladder[rung][1]
}

/** Formats a score range: `96-180`, or a single number if both ends are equal. */
export function bandText(low: number, high: number): string {
  return low === high ? String(low) : `${low}-${high}`
}

/** Returns the label for a score range: `Car-dependent to very walkable`. */
export function wordsOfBand(ladder: Ladder, low: number, high: number): string {
  const from = wordsFor(ladder, low)
  const to = wordsFor(ladder, high)
  return from === to ? from : `${from} to ${to[0].toLowerCase()}${to.slice(1)}`
}

/** Part of a circle that is scored by an estimate: all, some or none of it. */
export type Estimated = 'all' | 'some' | 'none'

/** Words that follow the label of a score range, by how much of the circle is scored by an estimate. */
const ESTIMATE_MARKS: Readonly<Record<Estimated, string>> = {
  all: ' (estimate)',
  some: ' (partly an estimate)',
  none: '',
}

/** Returns the label of a score range. Estimates are marked: `Very walkable (estimate)`. */
export function openingOfBand(ladder: Ladder, low: number, high: number, estimated: Estimated): string {
  return wordsOfBand(ladder, low, high) + ESTIMATE_MARKS[estimated]
}

/**
 * Returns the label of a score range as it stands in the description of the range, including the mark of an estimate.
 *
 * @param description description of a roughly located place; null if it was not requested
 */
export function openingIn(description: string | null, ladder: Ladder, low: number, high: number): string {
  const words = wordsOfBand(ladder, low, high)
  const mark = Object.values(ESTIMATE_MARKS).find((mark) => mark !== '' && description?.startsWith(words + mark))
  return words + (mark ?? '')
}

/** Returns the score label that starts the description. Estimates are marked: `Rural`, `Rural (estimate)`. */
export function opening(ladder: Ladder, { score, basis }: { readonly score: number; readonly basis: string }): string {
  return wordsFor(ladder, score) + ESTIMATE_MARKS[basis === 'estimate' ? 'all' : 'none']
}

/** Changes the description of a survey-based method for a bundle with a newer survey. */
export function newerSurvey(method: string): string {
  return method.replace(
    'ACS 2018-22',
    'an ACS newer than the package data, or ACS 2018-22 where the newer ACS has no figure',
  )
}

/** Maximum length of a description in characters. `explain` has the remaining facts. */
export const LONGEST_DESCRIPTION = 200

/**
 * Facts that a description lists. If the facts contain units, this is a function that returns them in the requested
 * units. The order is the same for all units.
 */
type Facts<Place> = readonly string[] | ((place: Place, units: PhraseUnits) => readonly string[])

function factsIn<Place>(facts: Facts<Place>, place: Place, units: PhraseUnits): readonly string[] {
  return typeof facts === 'function' ? facts(place, units) : facts
}

/**
 * Builds a sentence from as many facts as fit into a description, in order: `lead: a, b, c (tail).` The facts are the
 * same in all units.
 */
export function getSentence<Place extends { readonly units?: Units | undefined }>(
  lead: string,
  place: Place,
  facts: Facts<Place>,
  tail: string,
): string {
  const end = ` (${tail}).`
  return lead + fittingFacts(LONGEST_DESCRIPTION - lead.length - end.length, place, facts) + end
}

/**
 * Joins the facts that fit into `room` characters: `: a, b, c`. If facts in US units are too long, the metric values
 * are left out first. Facts are left out only if they do not fit without their metric values. Facts in metric units are
 * never longer than facts in US units without metric values.
 *
 * @param isOrdered whether to leave out all facts after the first one that does not fit
 */
export function fittingFacts<Place extends { readonly units?: Units | undefined }>(
  room: number,
  place: Place,
  facts: Facts<Place>,
  isOrdered = true,
): string {
  const { units = 'us' } = place
  const full = factsIn(facts, place, 'us')
  if (getLength(full) <= room) return joined(units === 'us' ? full : factsIn(facts, place, units))
  const brief = factsIn(facts, place, 'us-brief')
  const chosen: number[] = []
  let length = 0
  let fullLength = 0
  for (let i = 0; i < full.length; i++) {
    const longer = SEPARATOR + brief[i].length
    if (length + longer > room) {
      if (isOrdered) break
      continue
    }
    length += longer
    fullLength += SEPARATOR + full[i].length
    chosen.push(i)
  }
  const texts = units === 'metric' ? factsIn(facts, place, units) : fullLength <= room ? full : brief
  return joined(chosen.map((i) => texts[i]))
}

/** Length of the characters before each fact: `: ` or `, `. */
const SEPARATOR = 2

function getLength(facts: readonly string[]): number {
  let length = 0
  for (const fact of facts) length += SEPARATOR + fact.length
  return length
}

function joined(facts: readonly string[]): string {
  let text = ''
  for (const fact of facts) text += text === '' ? `: ${fact}` : `, ${fact}`
  return text
}

/**
 * Returns the five years of the American Community Survey used: ` (survey of 2018-22)`. An upgraded bundle has later
 * years.
 */
export function surveyWords(place: { fact(id: string): number }): string {
  const end = place.fact('survey')
  return Number.isNaN(end) ? ' (survey of 2018-22)' : ` (survey of ${end - 4}-${String(end).slice(-2)})`
}

const KM_PER_MILE = 1.609344
const KM_PER_FOOT = KM_PER_MILE / 5280
const KM2_PER_SQUARE_MILE = KM_PER_MILE * KM_PER_MILE
const KM2_PER_ACRE = KM2_PER_SQUARE_MILE / 640
const KM2_PER_HECTARE = 0.01

/** Formats a distance in km: `1.2 miles (1.9 km)`, `300 feet (90 m)`, or `1.9 km` in metric units. */
export function distanceText(km: number, units: PhraseUnits = 'us'): string {
  const metric = km < 0.095 ? `${rounded(1000 * km, 10)} m` : `${oneDigit(km)} km`
  if (units === 'metric') return metric
  const miles = km / KM_PER_MILE
  if (miles < 0.095) return withMetric(`${rounded(km / KM_PER_FOOT, 50)} feet`, metric, units)
  return withMetric(milesText(oneDigit(miles)), metric, units)
}

/**
 * Formats a distance in km that is known to a few meters. Distances under a mile have two digits: `750 feet (230 m)`,
 * `0.42 miles (680 m)`.
 */
export function exactDistanceText(km: number, units: PhraseUnits = 'us'): string {
  const miles = km / KM_PER_MILE
  if (miles >= 0.995) return distanceText(km, units)
  const metric = km < 0.995 ? `${twoDigits(1000 * km)} m` : `${oneDigit(km)} km`
  if (units === 'metric') return metric
  if (miles < 0.195) return withMetric(`${twoDigits(km / KM_PER_FOOT)} feet`, metric, units)
  return withMetric(milesText(miles.toFixed(2)), metric, units)
}

function milesText(text: string): string {
  return `${text} ${text === '1' ? 'mile' : 'miles'}`
}

/** Adds the metric value in parentheses to a text in US units, unless the text has to be brief. */
export function withMetric(text: string, metric: string, units: PhraseUnits): string {
  return units === 'us-brief' ? text : `${text} (${metric})`
}

/** Formats an area in km²: `1.2 square miles (3.1 km²)`, `25 acres (10 hectares)`, or `3.1 km²` in metric units. */
export function areaText(km2: number, units: Units = 'us'): string {
  const metric = km2 < 0.95 ? `${oneDigit(km2 / KM2_PER_HECTARE)} hectares` : `${oneDigit(km2)} km²`
  if (units === 'metric') return metric
  const squareMiles = km2 / KM2_PER_SQUARE_MILE
  if (squareMiles < 0.95) return `${oneDigit(km2 / KM2_PER_ACRE)} acres (${metric})`
  const text = oneDigit(squareMiles)
  return `${text} square ${text === '1' ? 'mile' : 'miles'} (${metric})`
}

/**
 * Formats a population density per km², to two significant digits: `about 2,500 people per square mile (970 per km²)`,
 * or `hardly anyone` below 2 per square mile.
 */
export function peopleText(perKm2: number, units: PhraseUnits = 'us', about = 'about'): string {
  const perSquareMile = perKm2 * KM2_PER_SQUARE_MILE
  if (perSquareMile < 2) return 'hardly anyone'
  const metric = twoDigits(perKm2)
  if (units === 'metric') return `${about} ${metric} ${metric === '1' ? 'person' : 'people'} per km²`
  const brief = `${about} ${twoDigits(perSquareMile)} people per square mile`
  return units === 'us-brief' ? brief : `${brief} (${metric} per km²)`
}

/**
 * Formats a density of homes per km² of all land, including streets and parks: `4.2 homes per acre (10 per hectare)`,
 * `1 home per 15 acres (6 hectares)`.
 */
export function homesText(perKm2: number, units: Units = 'us'): string {
  const perAcre = perKm2 * KM2_PER_ACRE
  const perHectare = perKm2 * KM2_PER_HECTARE
  if (perAcre >= 0.95) {
    const homes = oneDigit(perAcre)
    if (units === 'metric') return `${oneDigit(perHectare)} homes per hectare`
    return `${homes} ${homes === '1' ? 'home' : 'homes'} per acre (${oneDigit(perHectare)} per hectare)`
  }
  const hectares = oneDigit(1 / perHectare)
  if (units === 'metric') return `1 home per ${hectares === '1' ? 'hectare' : `${hectares} hectares`}`
  return `1 home per ${oneDigit(1 / perAcre)} acres (${hectares === '1' ? '1 hectare' : `${hectares} hectares`})`
}

/** Formats a raw value with its unit: `0.42 miles (680 m)`, `2,500 people per square mile (970 per km²)`, `45%`. */
export function valueText(value: number | string | null, unit: string | null, units: Units = 'us'): string {
  if (typeof value !== 'number') return value ?? 'unknown'
  if (unit === 'km') return exactDistanceText(value, units)
  if (units === 'us' && unit?.endsWith('/km²')) {
    const noun = unit.slice(0, -'/km²'.length)
    return `${figure(value * KM2_PER_SQUARE_MILE)} ${noun} per square mile (${figure(value)} per km²)`
  }
  if (unit === '%') return `${value}%`
  return unit === null ? String(value) : `${value} ${unit}`
}

/** Formats a number with commas, with one decimal below 10 and no decimals above: `0.5`, `1`, `1.2`, `12`, `1,200`. */
export function oneDigit(value: number): string {
  const tenths = Math.round(10 * value)
  if (tenths >= 100 || tenths % 10 === 0) return grouped(Math.round(value))
  return `${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** Formats a number to two significant digits, with commas: `7`, `97`, `2,500`. */
export function twoDigits(value: number): string {
  let step = 1
  while (value >= 99.5 * step) step *= 10
  return grouped(rounded(value, step))
}

/** Formats a number: below 10 with one decimal, otherwise to two significant digits with commas. */
function figure(value: number): string {
  return value < 9.95 ? oneDigit(value) : twoDigits(value)
}

function rounded(value: number, step: number): number {
  return Math.round(value / step) * step
}

function grouped(whole: number): string {
  return whole < 1000 ? String(whole) : `${grouped(Math.floor(whole / 1000))},${String(whole % 1000).padStart(3, '0')}`
}
