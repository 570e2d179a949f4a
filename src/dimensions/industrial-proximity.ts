import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, type Ladder, opening } from './words.ts'

const releasesKnownWithin = 10 // km: the fact ends there
const plantToldWithin = 5 // km: plants farther away do not enter the score
const mile = 1.609344 // km

const ladder: Ladder = [
  [1, 'Heavy industry or hazardous sites nearby'],
  [50, 'Industrial surroundings'],
  [110, 'Some industry nearby'],
  [170, 'Little industry nearby'],
  [220, 'Residential or open land'],
]

export const industrialProximity = defineDimension({
  id: 'industrial-proximity',
  group: 'environment',
  name: 'Industrial proximity',
  scale: {
    low: 'hazardous: active industrial sites or severe pollution indicators nearby',
    middle: null,
    high: 'exclusively residential',
    zero: 'no imagery, hazard or POI data',
  },
  ends: ['hazardous sites near', 'only residential'],
  than: ['Closer to industry', 'Farther from industry'],
  ladder,
  method:
    'Nearness of toxic-release, chemical-risk, hazardous-waste and Superfund sites and of fuel-burning power plants in federal data; each further one counts less. Toxic releases by site and amount in California and Florida (2023), by census tract in Texas.',
  example: {
    score: 77,
    description:
      'Industrial surroundings (estimate): Superfund site 42 miles (68 km) away, power plant 1.3 miles (2.2 km) away, 100 % of this census tract within 1 mile (1.6 km) of toxic-release sites (Texas: known by tract only), 87 % of this census tract within 1 mile (1.6 km) of chemical-risk sites.',
  },
  describe(place) {
    const facts = [...siteWords(place), ...shareWords(place)].join(', ')
    return `${opening(ladder, place)}${facts === '' ? '' : `: ${facts}`}.`
  },
})

function siteWords(place: Reading): string[] {
  const { units } = place
  const words: string[] = []
  const release = place.fact('toxic_release_km')
  const superfund = place.fact('superfund_km')
  const plant = place.fact('power_plant_km')
  if (release >= releasesKnownWithin)
    words.push(`no toxic-release site within ${distanceText(releasesKnownWithin, units)}`)
  else if (!Number.isNaN(release)) words.push(`toxic-release site ${farOrNear(release, 0.25, units)}`)
  if (!Number.isNaN(superfund)) words.push(`Superfund site ${farOrNear(superfund, mile, units)}`)
  if (plant < plantToldWithin) words.push(`power plant ${farOrNear(plant, mile, units)}`)
  return words
}

/** The coordinates of a site are those of a gate or a center: within `near` km no figure would be right. */
function farOrNear(km: number, near: number, units: Reading['units']): string {
  return km < near ? `within ${distanceText(near, units)}` : `${distanceText(km, units)} away`
}

/** Shares of the census tract, as EPA's sites were counted there. */
function shareWords(place: Reading): string[] {
  const toxic = place.fact('toxic_release_share')
  const chemical = place.fact('chemical_risk_share')
  const distance = distanceText(mile, place.units)
  const within = `of this census tract within ${distance}`
  const words: string[] = []
  if (toxic < 0.5) words.push(`no toxic-release site within ${distance} of this census tract`)
  else if (!Number.isNaN(toxic))
    words.push(`${Math.round(toxic)} % ${within} of toxic-release sites (Texas: known by tract only)`)
  if (chemical >= 0.5) words.push(`${Math.round(chemical)} % ${within} of chemical-risk sites`)
  return words
}
