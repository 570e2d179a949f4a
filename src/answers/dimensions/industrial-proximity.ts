import { defineDimension, type Reading } from './dimension.ts'
import { distanceText, getSentence, type Ladder, opening, type PhraseUnits } from './words.ts'

const releasesKnownWithin = 10 // km; distances to sites beyond this are unknown
const plantMentionedWithin = 6 // km; plants beyond this distance do not affect the score
const superfundMentionedWithin = 16.1 // km; 10 miles
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
    'Nearness to toxic-release (2023), chemical-risk (2023-25), hazardous-waste and Superfund sites (2024, ' +
    'including federal ones), to power plants (2019, including nuclear ones), large seaports and launch sites; each additional site counts less. Toxic ' +
    'releases by site and amount in California and Florida, by census tract in Texas; chemical-risk sites by ' +
    'point inside 106 urban areas, elsewhere by tract.',
  describe(place) {
    return getSentence(opening(ladder, place), place, getFacts, 'lists of 2019-25')
  },
})

function getFacts(place: Reading, units: PhraseUnits): string[] {
  const riskSite = place.fact('risk_site_km')
  const toxicShare = place.fact('toxic_release_share')
  const shares = shareWords(place, toxicShare, riskSite)
  const sites = siteWords(place, riskSite, units)
  // In Texas, toxic releases are only known by census tract. If at least 20% of the tract is near toxic-release
  // sites, the description mentions this first.
  const isFirst = toxicShare >= 20
  return isFirst ? [...shares, ...sites] : [...sites, ...shares]
}

/** Describes the sites, nearest first. */
function siteWords({ fact }: Reading, riskSite: number, units: PhraseUnits): string[] {
  const release = fact('toxic_release_km')
  const sites: (readonly [km: number, words: string])[] = []
  const add = (words: string, km: number, near: number, reach: number) => {
    if (km < reach) sites.push([km, `${words} ${farOrNear(km, near, units)}`])
  }
  add('toxic-release site', release, 0.25, releasesKnownWithin)
  add('chemical-risk site', riskSite, 0.5, plantMentionedWithin)
  add('power plant', fact('power_plant_km'), mile, plantMentionedWithin)
  add('seaport or rocket launch site', fact('port_km'), 2 * mile, plantMentionedWithin)
  add('Superfund site', fact('superfund_km'), mile, superfundMentionedWithin)
  if (release >= releasesKnownWithin)
    sites.push([release, `no toxic-release site within ${distanceText(releasesKnownWithin, units)}`])
  return sites.sort((a, b) => a[0] - b[0]).map(([, words]) => words)
}

/**
 * Describes a distance. Distances below `near` km are described as "within", because a site's coordinates can be its
 * gate or its center.
 */
function farOrNear(km: number, near: number, units: PhraseUnits): string {
  return km < near ? `within ${distanceText(near, units)}` : `${distanceText(km, units)} away`
}

/** Describes how much of the census tract is within a mile of EPA sites. Used for sites whose locations are unknown. */
function shareWords({ fact }: Reading, toxic: number, riskSite: number): string[] {
  const chemical = Number.isNaN(riskSite) ? fact('chemical_risk_share') : Number.NaN
  const words: string[] = []
  if (toxic < 0.5) words.push('no toxic-release site near this tract')
  else if (!Number.isNaN(toxic)) words.push(`${Math.round(toxic)}% of this tract near toxic-release sites`)
  if (chemical >= 0.5) words.push(`${Math.round(chemical)}% of this tract near chemical-risk sites`)
  return words
}
