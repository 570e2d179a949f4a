import type { ValidationCard } from './card.ts'

/** Looks up a figure of the validation card, to quote it in a sentence. */
type Figure = (dimension: string, check: string, statistic: string) => number

const percent = (share: number) => (100 * share).toFixed(share > 0.995 && share < 1 ? 1 : 0)

/**
 * The sentences about accuracy in docs/reference/validation.md, worst results first. Each figure comes from the card.
 */
const lines: readonly ((figure: Figure) => string)[] = [
  (of) => {
    const scored = percent(of('fire', 'people of California who get a score', 'share of people'))
    const same = 'the maps of 2007-2011 in the seven cities mapped in 2025: of those answered'
    return `**Fire** has a score for only ${scored}% of Californians. The maps date from 2007-2011 and, in seven cities, from 2025. For ${percent(of('fire', same, 'share of people'))}% of the people whom both editions cover, the fire class is the same in both. Everywhere else the score is 0, and the answer gives the reason.`
  },
  (of) => {
    const around = "the estimate against the mean score of FEMA's zones around block-group centers of Dallas"
    const county = "homes in FEMA's zones in a county of California, left out:"
    const surge = 'block-group centers in the evacuation zones of eight counties of Florida, A to C'
    return [
      `**Flood on the coast** is a good estimate outside Dallas and Long Beach. The estimate separates Florida's hurricane evacuation zones A to C from the land behind them with an AUC of ${of('flood', surge, 'AUC').toFixed(2)}.`,
      `**Flood inland** is a weak estimate that ignores levees and reservoirs. In Dallas, the estimate is off by ${of('flood', around, 'mean points').toFixed(1)} points of 255 per block group. A constant score would be off by ${of('flood', `${around}, a constant`, 'mean points').toFixed(1)}. In a Californian county that was left out, the predicted share of homes in FEMA's zones is off by ${percent(of('flood', `${county} the estimate`, 'mean error, share'))} percentage points. A prediction with the mean of the other counties is off by ${percent(of('flood', `${county} the others' mean`, 'mean error, share'))}.`,
    ].join('\n- ')
  },
  (of) => {
    const parks = 'listed dog parks, no dog park in the score (other parks are, in Florida), against'
    return `**Dog friendliness** measures parks, room and quiet, not dog parks. The score distinguishes listed dog parks from homes with an AUC of ${of('dog-friendliness', `${parks} the homes`, 'AUC').toFixed(2)}, and from other parks with an AUC of ${of('dog-friendliness', `${parks} other parks`, 'AUC').toFixed(2)}.`
  },
  (of) => {
    const freeways = 'freeways of San Francisco (official lines, not an input)'
    return `**Highway noise** is modeled. ${of('noise-levels', `${freeways} louder`, 'percent of pairs').toFixed(0)}% of places on San Francisco's freeways are louder than places 500 m away, by ${of('noise-levels', `${freeways} against`, 'mean difference, dB').toFixed(1)} dB on average. Numbered highways are modeled from their lines. Toll roads without a number are only known by census tract. Most traffic in Texas and Florida and all military flights are assumed.`
  },
  (of) => {
    const held = 'votes of 2024 in precincts of Texas, their counties left out:'
    const error = 'mean absolute error, points'
    return `**Votes of 2024** are the 2020 results shifted by each county's swing, except in Texas precincts with unchanged boundaries. In counties that were left out, the estimate is ${of('ideological-lean', `${held} shifted by the county's swing and`, error).toFixed(1)} percentage points off (without the shift: ${of('ideological-lean', `${held} those of 2020`, error).toFixed(1)}). In precincts without a map, the estimate is ${of('ideological-lean', 'county and city model on Texas', error).toFixed(1)} percentage points off.`
  },
  (of) =>
    `**Liveliness** and the density of food businesses in Florida have a rho of ${of('liveliness', 'inspected food businesses', 'Spearman rho').toFixed(2)}. Liveliness and the density of bars in Texas have a rho of ${of('liveliness', 'bars and restaurants', 'Spearman rho').toFixed(2)}. Road noise and diesel soot in the air have a rho of ${of('noise-levels', 'rank correlation of road noise', 'Spearman rho').toFixed(2)}.`,
  (of) =>
    `**Schools** in the data are attended by ${(100 * of('schools', 'joined: California: students', 'share')).toFixed(1)}% of California's students, ${(100 * of('schools', 'joined: Texas: of these students', 'share')).toFixed(1)}% of the students at Texas campuses that are still open, and ${(100 * of('schools', 'joined: Florida: students', 'share')).toFixed(1)}% of students in Florida.`,
  (of) =>
    `**Air quality** at a monitor that was left out is off by ${of('air-quality', 'annual PM2.5 of 2024 where one monitor', 'mean absolute error, µg/m³').toFixed(1)} µg/m³ of PM2.5 on average. In a county that was left out, air quality is off by ${of('air-quality', 'mean daily AQI 2022-24 of a county that is left out', 'mean absolute error, AQI').toFixed(1)} AQI points on average.`,
  (of) => {
    const places = [
      of('insurance-coverage', 'score within 1 of the formula of the containing 2020 tract, where', 'hit rate'),
      of('ideological-lean', 'score within 2 of the two-party share of the containing precinct, where', 'hit rate'),
      of('fire', 'score equals that of the zone on the newest map', 'hit rate'),
    ].map((share) => Number((100 * share).toFixed(1)))
    return `**Insurance, votes and fire zones** have the figure of the tract, precinct or zone that contains the place at ${Math.min(...places)}-${Math.max(...places)}% of places away from borders.`
  },
]

/**
 * Returns the list of sentences about accuracy with the figures of a card.
 *
 * @throws {RangeError} when the card lacks a figure
 */
export function accuracyList({ checks }: ValidationCard): string {
  const figure: Figure = (dimension, check, statistic) => {
    const found = checks.find((line) => {
      return line.dimension === dimension && line.check.startsWith(check) && line.statistic === statistic
    })
    if (found !== undefined) return found.value
    throw new RangeError(
      `validation.json has no check '${check}' for ${dimension} (${statistic}): run \`npm run data:validate\`.`,
    )
  }
  return lines.map((line) => `- ${line(figure)}`).join('\n')
}
