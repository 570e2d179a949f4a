import { defineDimension } from './dimension.ts'

export const walkability = defineDimension({
  id: 'walkability',
  group: 'vibe',
  name: 'Walkability',
  scale: { low: 'Car Dependent', middle: null, high: 'Pedestrian Priority', zero: 'no data' },
  ends: ['car dependent', 'pedestrian priority'],
  than: ['Less walkable', 'More walkable'],
  method:
    'Rank in the three states of day-time people within 500 m (2), EPA walkability index (1), homes from before 1980 (1) and public schools near (1); weights in brackets.',
  example: {
    score: 214,
    description: 'Pedestrian priority: EPA walkability index 16.2 of 20, 0.5 public schools per km².',
  },
  describe(place) {
    const lead = place.basis === 'estimate' ? `${wordsOf(place.score)} (estimate)` : wordsOf(place.score)
    const index = place.fact('walk_index')
    const schools = place.fact('schools_km2')
    const streets = Number.isNaN(index) ? '' : `EPA walkability index ${oneDigit(index)} of 20`
    const near = Number.isNaN(schools) ? '' : `${oneDigit(schools)} public schools per km²`
    if (streets === '' && near === '') return `${lead}.`
    return `${lead}: ${streets}${streets !== '' && near !== '' ? ', ' : ''}${near}.`
  },
})

function wordsOf(score: number): string {
  if (score < 52) return 'Car dependent'
  if (score < 128) return 'Mostly car dependent'
  if (score < 192) return 'Somewhat walkable'
  if (score < 236) return 'Very walkable'
  return 'Pedestrian priority'
}

function oneDigit(value: number): string {
  const tenths = Math.round(value * 10)
  const whole = Math.floor(tenths / 10)
  return `${whole}.${tenths - 10 * whole}`
}
