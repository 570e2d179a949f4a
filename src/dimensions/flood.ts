import { defineDimension, type Reading } from './dimension.ts'

export const flood = defineDimension({
  id: 'flood',
  group: 'risk',
  name: 'Flood safety',
  scale: {
    low: 'coastal high-hazard zones with wave action (zones V/VE)',
    middle: null,
    high: 'outside all mapped flood hazard zones (zone C)',
    zero: 'no flood-zone data',
  },
  ends: ['coastal high hazard', 'outside flood zones'],
  than: ['More flood-prone', 'Less flood-prone'],
  method:
    "FEMA's flood zone where its map is loaded; elsewhere an estimate (30-225) from the frequency of coastal floods, river floods on record nearby, hurricanes and distance to the coast.",
  example: {
    score: 204,
    description: 'Some flood risk: estimate from tract-level federal risk data, not a zone determination.',
  },
  describe(place) {
    return place.basis === 'estimate' ? estimateWords(place) : `${zoneWords(place.score)} (FEMA flood map).`
  },
})

function zoneWords(score: number): string {
  if (score <= 1) return 'Coastal high-hazard zone with wave action, V/VE'
  if (score <= 20) return 'Regulatory floodway of a 1 % annual chance flood zone'
  if (score <= 45) return 'Zone A: 1 % or higher chance of flooding in any year'
  if (score <= 55) return 'Zone AH: 1 % annual chance of shallow ponding'
  if (score <= 65) return 'Zone AO: 1 % annual chance of shallow sheet flow'
  if (score <= 90) return 'Zone A99: 1 % annual chance, flood protection under construction'
  if (score <= 110) return 'Zone D: flooding possible, not studied'
  if (score <= 150) return 'Shaded zone X: 0.2 % chance of flooding in any year, or shallow or local flooding'
  if (score <= 175) return 'Zone X: flood risk reduced by a levee'
  return 'Zone X: outside the mapped flood hazard zones'
}

function estimateWords(place: Reading): string {
  const level = place.score < 100 ? 'High' : place.score < 165 ? 'Raised' : place.score < 205 ? 'Moderate' : 'Low'
  const coastal = coastalWords(place.fact('coastal_floods'))
  const river = riverWords(place.fact('river_flood_tracts'))
  const coast = coastWords(place.fact('coast_km'))
  const reasons = joined(joined(coastal, river), coast)
  const estimate = 'estimate from tract-level federal risk data, not a zone determination'
  return reasons === '' ? `${level} flood risk: ${estimate}.` : `${level} flood risk: ${estimate}. Nearby: ${reasons}.`
}

function coastalWords(perYear: number): string {
  if (!(perYear >= 0.005)) return ''
  if (perYear < 0.095) return 'coastal floods less than once in 10 years'
  if (perYear < 0.95) return `coastal floods about once in ${Math.round(1 / perYear)} years`
  return `coastal floods about ${Math.round(perYear)} a year`
}

function riverWords(share: number): string {
  if (Number.isNaN(share)) return ''
  if (share < 1) return 'no river floods on record'
  return share > 99 ? 'river floods on record' : `river floods on record in ${Math.round(share)} % of tracts`
}

function coastWords(km: number): string {
  if (!(km < 10)) return ''
  if (km < 1) return 'coast within 1 km'
  return `coast at ${Math.round(km)} km`
}

function joined(first: string, second: string): string {
  if (first === '') return second
  return second === '' ? first : `${first}, ${second}`
}
