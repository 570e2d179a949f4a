import { defineDimension, type Reading } from './dimension.ts'

const siteToldWithin = 8 // km: sites farther away do not enter the score
const plantToldWithin = 5 // km

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
  method:
    'Nearness of toxic-release, chemical-risk and Superfund sites and of fuel-burning power plants in federal data; each further one counts less.',
  example: {
    score: 143,
    description:
      'Mixed surroundings: 35 % of the area within a mile of toxic-release sites. Estimate from tract-level federal hazard data.',
  },
  describe(place) {
    const shares = shareWords(place)
    const sites = siteWords(place)
    const facts = shares === '' || sites === '' ? `${shares}${sites}` : `${shares}; ${sites}`
    const estimate = place.basis === 'estimate' ? ' Estimate from tract-level federal hazard data.' : ''
    return `${levelWords(place.score)}${facts === '' ? '' : `: ${facts}`}.${estimate}`
  },
})

function levelWords(score: number): string {
  if (score < 50) return 'Heavy industry or hazardous sites nearby'
  if (score < 110) return 'Industrial surroundings'
  if (score < 170) return 'Some industry nearby'
  if (score < 220) return 'Little industry nearby'
  return 'Residential surroundings'
}

function shareWords(place: Reading): string {
  const toxic = place.fact('toxic_release_share')
  const chemical = place.fact('chemical_risk_share')
  if (toxic >= 0.5 && chemical >= 0.5) {
    return `${Math.round(toxic)} % of the area within a mile of toxic-release sites, ${Math.round(chemical)} % of chemical-risk sites`
  }
  if (toxic >= 0.5) return `${Math.round(toxic)} % of the area within a mile of toxic-release sites`
  if (chemical >= 0.5) return `${Math.round(chemical)} % of the area within a mile of chemical-risk sites`
  return toxic < 0.5 && chemical < 0.5 ? 'no toxic-release or chemical-risk site within a mile' : ''
}

function siteWords(place: Reading): string {
  const superfund = distanceWords(place.fact('superfund_km'), siteToldWithin, 'Superfund site')
  const plant = distanceWords(place.fact('power_plant_km'), plantToldWithin, 'power plant')
  return superfund === '' || plant === '' ? `${superfund}${plant}` : `${superfund}, ${plant}`
}

function distanceWords(km: number, within: number, what: string): string {
  if (!(km < within)) return ''
  return km < 1 ? `${what} within 1 km` : `${what} ${Math.round(km)} km away`
}
