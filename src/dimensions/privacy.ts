import { defineDimension } from './dimension.ts'

export const privacy = defineDimension({
  id: 'privacy',
  group: 'vibe',
  name: 'Privacy',
  scale: { low: 'High Density', middle: null, high: 'Estate Sprawl', zero: 'no data' },
  ends: ['high density', 'estate sprawl'],
  than: ['Less private', 'More private'],
  method: 'Rank in the three states of how few homes, and day-time people at a fifth, lie within 250 and 500 m.',
  example: { score: 41, description: 'High density, little privacy: about 6.5 homes per acre of land nearby.' },
  describe(place) {
    const lead = place.basis === 'estimate' ? `${wordsOf(place.score)} (estimate)` : wordsOf(place.score)
    const homes = place.fact('homes_km2')
    return Number.isNaN(homes) ? `${lead}.` : `${lead}: ${density(homes)}.`
  },
})

function wordsOf(score: number): string {
  if (score < 40) return 'High density, little privacy'
  if (score < 100) return 'Close neighbors'
  if (score < 160) return 'Typical suburban privacy'
  if (score < 220) return 'Roomy and private'
  return 'Estate-like seclusion'
}

/** 247.1 acres are a square kilometer. Whole land is counted, streets and parks too. */
function density(homesPerKm2: number): string {
  const perAcre = homesPerKm2 / 247.1
  if (perAcre >= 9.95) return `about ${Math.round(perAcre)} homes per acre of land nearby`
  if (perAcre >= 0.95) {
    const tenths = Math.round(perAcre * 10)
    const whole = Math.floor(tenths / 10)
    return `about ${whole}.${tenths - 10 * whole} homes per acre of land nearby`
  }
  const acres = Math.round(1 / perAcre)
  if (acres === 1) return 'about one home per acre of land nearby'
  return acres > 200 ? 'less than one home per 200 acres nearby' : `about one home per ${acres} acres of land nearby`
}
