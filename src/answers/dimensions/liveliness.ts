import { defineDimension } from './dimension.ts'
import { type Ladder, opening, peopleText } from './words.ts'

const ladder: Ladder = [
  [1, 'Quiet enclave'],
  [40, 'Calm'],
  [110, 'Some life'],
  [180, 'Lively'],
  [235, 'Urban hotspot'],
]

export const liveliness = defineDimension({
  id: 'liveliness',
  group: 'vibe',
  name: 'Liveliness',
  scale: { low: 'Quiet Enclave', middle: null, high: 'Urban Hotspot', zero: 'no data' },
  ends: ['quiet enclave', 'urban hotspot'],
  ladder,
  than: ['Calmer', 'Livelier'],
  method:
    'How many people are around by day: the rank, in the three states, of daytime population (6), daytime population per resident (2), listed ' +
    'stores, museums and charging stations (1) and residents (0.75) within about half a mile; weights in parentheses. ' +
    'The daytime population lives, works or studies there; inmates of prisons and patients of large hospitals do not count. ' +
    'No available data counts the visitors of parks, stadiums and theme parks, or the people around in the evening.',
  describe(place) {
    const lead = opening(ladder, place)
    const day = place.fact('day_people_km2')
    if (Number.isNaN(day)) return `${lead} (2020-24).`
    const people = peopleText(day, place.units)
    const here = `${people} ${people === 'hardly anyone' ? 'lives, works or studies' : 'live, work or study'} here by day`
    const others = place.fact('inmates_km2') >= NOTABLE_INMATES ? 'visitors, inmates and patients' : 'visitors'
    return `${lead}: ${here}${perResident(day, place.fact('people_km2'))}; ${others} are not counted (2020-24).`
  },
})

/** Minimum number of inmates and patients per km² for the description to mention that they are not counted. */
const NOTABLE_INMATES = 100

/**
 * Describes whether the day population is far larger or smaller than the number of residents. Returns an empty string
 * if the two numbers are similar.
 */
function perResident(day: number, residents: number): string {
  if (residents < 100) return ''
  if (day > 1.5 * residents) return ', far more than live here'
  if (day < 0.75 * residents) return ', fewer than live here'
  return ''
}
