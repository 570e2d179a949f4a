import type { ValidationCard } from './card.ts'

/** A figure of the card as a sentence prints it. */
type Figure = (dimension: string, check: string, statistic: string) => number

const percent = (share: number) => (100 * share).toFixed(share > 0.995 && share < 1 ? 1 : 0)

/** What the README says of accuracy, each figure out of the card; the worst results first. */
const lines: readonly ((figure: Figure) => string)[] = [
  (of) =>
    `**Fire answers for ${percent(of('fire', 'people of California who get a score', 'share of people'))} % of Californians only**: by maps of 2007-2011, and of 2025 in seven cities. Of the people whom both cover, ${percent(of('fire', 'the maps of 2007-2011 in the seven cities mapped in 2025: of those answered', 'share of people'))} % have the same class. Everywhere else the answer is 0 with the reason.`,
  (of) => {
    const around = "the estimate against the mean score of FEMA's zones around block-group centers of Dallas"
    const county = "homes in FEMA's zones in a county of California, left out:"
    return `**Flood is an estimate outside Dallas and Long Beach**: in Dallas it is off by ${of('flood', around, 'mean points').toFixed(1)} points of 255 per block group (a constant: ${of('flood', `${around}, a constant`, 'mean points').toFixed(1)}). Homes in FEMA's zones in a county left out: ${percent(of('flood', `${county} the estimate`, 'mean error, share'))} points off (the other counties' mean: ${percent(of('flood', `${county} the others' mean`, 'mean error, share'))}). It does not know levees and reservoirs.`
  },
  (of) => {
    const parks = 'listed dog parks, no dog park in the score'
    return `**Dog friendliness measures green, room and quiet, not dog parks**: it tells listed ones from homes with AUC ${of('dog-friendliness', `${parks} (other parks are, in Florida), against the homes`, 'AUC').toFixed(2)}, from other parks with ${of('dog-friendliness', `${parks} (other parks are, in Florida), against other parks`, 'AUC').toFixed(2)}.`
  },
  (of) =>
    `**Noise of highways is modeled**: ${of('noise-levels', 'freeways of San Francisco (official lines, not an input) louder', 'per cent of pairs').toFixed(0)} % of places on San Francisco's freeways are louder than those 500 m off, by ${of('noise-levels', 'freeways of San Francisco (official lines, not an input) against', 'mean difference, dB').toFixed(1)} dB on average. In Florida only interstates are known as lines, in Houston and San Antonio also three freeways by the house numbers along them; most of their traffic is assumed, and so are all military flights.`,
  (of) =>
    `**Votes of 2024** are those of 2020 moved by the county's swing, but for Texas precincts that are still the same: ${of('ideological-lean', "votes of 2024 in precincts of Texas, their counties left out: moved by the county's swing and", 'mean absolute error, points').toFixed(1)} points off in counties left out (unmoved: ${of('ideological-lean', 'votes of 2024 in precincts of Texas, their counties left out: those of 2020', 'mean absolute error, points').toFixed(1)}); ${of('ideological-lean', 'county and city model on Texas', 'mean absolute error, points').toFixed(1)} where precincts have no map.`,
  (of) =>
    `Liveliness follows food businesses of Florida with rho ${of('liveliness', 'inspected food businesses', 'Spearman rho').toFixed(2)} and bars of Texas with ${of('liveliness', 'bars and restaurants', 'Spearman rho').toFixed(2)}; road noise follows diesel soot with ${of('noise-levels', 'rank correlation of road noise', 'Spearman rho').toFixed(2)}.`,
  (of) =>
    `Schools: those with a place teach ${(100 * of('schools', 'joined: California: students', 'share')).toFixed(1)} % of the students of California, ${(100 * of('schools', 'joined: Texas: of these students', 'share')).toFixed(1)} % of Texas, ${(100 * of('schools', 'joined: Florida: students', 'share')).toFixed(1)} % of Florida.`,
  (of) =>
    `Air: a monitor left out is predicted within ${of('air-quality', 'annual PM2.5 of 2024 where one monitor', 'mean absolute error, µg/m³').toFixed(1)} µg/m³ of PM2.5, a county left out within ${of('air-quality', 'mean daily AQI 2022-24 of a county that is left out', 'mean absolute error, AQI').toFixed(1)} AQI, on average.`,
  (of) => {
    const places = [
      of('insurance-coverage', 'score within 1 of the formula of the containing 2020 tract, where', 'hit rate'),
      of('ideological-lean', 'score within 2 of the two-party share of the containing precinct, where', 'hit rate'),
      of('fire', 'score of the zone of the newest map that holds the place', 'hit rate'),
    ].map((share) => Number((100 * share).toFixed(1)))
    return `Insurance, votes and fire zones equal the containing tract, precinct or zone at ${Math.min(...places)}-${Math.max(...places)} % of places away from borders.`
  },
]

/** The README's list of accuracy, of the figures of a card. Throws where the card lacks one. */
export function accuracyList({ checks }: ValidationCard): string {
  const figure: Figure = (dimension, check, statistic) => {
    const found = checks.find((line) => {
      return line.dimension === dimension && line.check.startsWith(check) && line.statistic === statistic
    })
    if (found !== undefined) return found.value
    throw new RangeError(
      `validation.json has no '${check}' of ${dimension} (${statistic}): run \`npm run data:validate\`.`,
    )
  }
  return lines.map((line) => `- ${line(figure)}`).join('\n')
}
