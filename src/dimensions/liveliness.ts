import { defineDimension } from './dimension.ts'

export const liveliness = defineDimension({
  id: 'liveliness',
  group: 'vibe',
  name: 'Liveliness',
  scale: { low: 'Quiet Enclave', middle: null, high: 'Urban Hotspot', zero: 'no data' },
  ends: ['quiet enclave', 'urban hotspot'],
  than: ['Calmer', 'Livelier'],
  method:
    'Rank in the three states of day-time people (4), EPA walkability index (2), residents (1) and day-time people per resident (1) within 500 m; weights in brackets.',
  example: { score: 231, description: 'Urban hotspot: about 12000 people per km² by day, far more than live there.' },
  describe(place) {
    const lead = place.basis === 'estimate' ? `${wordsOf(place.score)} (estimate)` : wordsOf(place.score)
    const day = place.fact('day_people_km2')
    if (Number.isNaN(day)) return `${lead}.`
    const crowd = day < 95 ? 'fewer than 100' : `about ${hundreds(day)}`
    return `${lead}: ${crowd} people per km² by day${perResident(day, place.fact('people_km2'))}.`
  },
})

function wordsOf(score: number): string {
  if (score < 40) return 'Quiet enclave'
  if (score < 110) return 'Calm'
  if (score < 180) return 'Some life'
  if (score < 235) return 'Lively'
  return 'Urban hotspot'
}

function hundreds(value: number): number {
  const step = value < 10_000 ? 100 : 1000
  return Math.max(100, Math.round(value / step) * step)
}

/** Only where day and night differ much: work and shops draw people, or send them away. */
function perResident(day: number, residents: number): string {
  if (residents < 100) return ''
  if (day > 1.5 * residents) return ', far more than live there'
  if (day < 0.75 * residents) return ', fewer than live there'
  return ''
}
