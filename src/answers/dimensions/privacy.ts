import { defineDimension } from './dimension.ts'
import { homesText, type Ladder, opening } from './words.ts'

const ladder: Ladder = [
  [1, 'High density, little privacy'],
  [40, 'Close neighbors'],
  [100, 'Typical suburban privacy'],
  [160, 'Roomy and private'],
  [220, 'Estate-like seclusion'],
]

export const privacy = defineDimension({
  id: 'privacy',
  group: 'vibe',
  name: 'Privacy',
  scale: { low: 'High Density', middle: null, high: 'Estate Sprawl', zero: 'no data' },
  ends: ['high density', 'estate sprawl'],
  ladder,
  than: ['Less private', 'More private'],
  method:
    'Rank in the three states by how few homes are within about a quarter mile and half a mile (kernels of 250 and ' +
    '500 m). Five people of the daytime population count as one home.',
  describe(place) {
    const homes = place.fact('homes_km2')
    if (place.score >= 220 && homes < NO_HOMES) return 'No homes nearby (2018-22).'
    const neighbors = place.fact('neighbors_km2')
    const isEmpty = place.score >= 220 && Math.min(neighbors, place.score === 255 ? homes : neighbors) < FEW_HOMES
    const lead = isEmpty ? 'Hardly any homes nearby' : opening(ladder, place)
    if (Number.isNaN(neighbors)) return `${lead} (2018-22).`
    // At the upper end of the scale, the density derived from the score is only a bound. Use the number of homes around
    // the place instead.
    if (place.score === 255 && homes < neighbors)
      return `${lead}: about ${homesText(homes, place.units)} around (2018-22).`
    const crowded =
      place.score === 1 ? 'more crowded than' : place.score === 255 ? 'less crowded than' : 'about as crowded as'
    const density = homesText(neighbors, place.units)
    return `${lead}: ${crowded} ${density}, counting homes and daytime visitors (2018-22).`
  },
})

/** Homes per km² below which a place is open land, a port or a field rather than an estate: 1 home per 40 acres. */
const FEW_HOMES = 6
/** Homes per km² below which a place is treated as having no homes: half a home within a mile. */
const NO_HOMES = 0.06
