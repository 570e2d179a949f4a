import { expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()

/** Numbers in the fixed wording of the descriptions: years, limits, distances, categories, and the rest of a sum. */
const FIXED: Readonly<Record<string, RegExp>> = {
  'urban-rural': /within about 5 km|2020-24/g,
  privacy: /1 home per|2018-22/g,
  walkability: /of 20\b|2018-24|before 1980/g,
  'visual-appeal': /2018-24/g,
  'dog-friendliness': /2018-24/g,
  liveliness: /2020-24/g,
  'air-quality': /50 or less is|51 to 100 is|limit of 9|PM2\.5|2022-24/g,
  'ideological-lean': /2024|2020|by 10 points/g,
  'noise-levels': /24 hours|2018-22/g,
  'insurance-coverage': /2018-22/g,
  'population-profile': /2018-22|under 18|\d+% aged 18-64|65 or over/g,
  'industrial-proximity': /2019-25|within [\d.]+ km|within 400 m/g,
  flood: /2020-26|zone A, 1% or higher|0\.2% chance|1% annual chance/g,
  fire: /2024-2025|2025|2007-2011/g,
}

it('explain has every number of a description among its inputs', () => {
  const random = seededRandom(17)
  const boxes = [
    [25, 31, -87, -80],
    [26, 36, -106, -93],
    [32, 42, -124, -114],
    [30.1, 30.5, -97.9, -97.5],
    [33.7, 34.2, -118.5, -117.9],
    [25.6, 26.1, -80.4, -80.1],
  ] as const
  const missing: string[] = []
  let numbers = 0
  for (let i = 0; i < 300; i++) {
    const [south, north, west, east] = boxes[i % boxes.length]!
    const place = { lat: south + (north - south) * random(), lon: west + (east - west) * random() }
    for (const { id } of vicinage.dimensions()) {
      const { score, description, inputs, map_date } = vicinage.explain(id, place, { units: 'metric' })
      if (score === 0) continue
      const known = [...inputs.map(({ value }) => value), map_date ?? null].flatMap((value) =>
        typeof value === 'number' ? [Math.abs(value)] : numbersIn(value ?? ''),
      )
      for (const text of description!.replace(FIXED[id]!, '').match(NUMBER) ?? []) {
        numbers++
        if (!known.some((value) => isShownAs(value, text))) missing.push(`${id}: ${text} of ${description}`)
      }
    }
  }
  expect(missing).toEqual([])
  expect(numbers).toBeGreaterThan(3000)
})

const NUMBER = /\d[\d,]*(?:\.\d+)?/g

function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? []).map((number) => Number(number.replaceAll(',', '')))
}

/**
 * Checks whether a text shows a value as it is, the rest of a percentage, a density in two significant digits, meters
 * for km, or homes per hectare or the reverse.
 */
function isShownAs(value: number, text: string): boolean {
  const [shown] = numbersIn(text) as [number]
  const decimals = text.split('.')[1]?.length ?? 0
  if (Math.abs(value - shown) <= 0.51 * 10 ** -decimals || shown === 100 - value) return true
  const tolerance = Math.max(0.51 * 10 ** -decimals, 0.055 * shown)
  const others = shown >= 100 ? [value, 1000 * value, 100 / value] : [1000 * value, value / 100, 100 / value]
  return others.some((other) => Math.abs(other - shown) <= tolerance)
}
