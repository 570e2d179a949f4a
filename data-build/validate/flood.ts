import type { Check, Checker, ValidationContext } from './check.ts'
import { dallasEstimate, dallasZones } from './flood/dallas.ts'
import { superfundFlags } from './flood/superfund.ts'

export const check: Checker = async (context) => [
  ...(await superfundFlags(context)),
  await dallasZones(context),
  await dallasEstimate(context),
  ...flooded(context),
]

/** Neighbourhoods known for floods that the estimate misses: their tracts have no river flood on record. */
function flooded(context: ValidationContext): Check[] {
  const places = [
    { name: 'Meyerland, Houston', lat: 29.687, lon: -95.466 },
    { name: 'Natomas, Sacramento', lat: 38.64, lon: -121.504 },
  ]
  const lat = Float64Array.from(places, (place) => place.lat)
  const lon = Float64Array.from(places, (place) => place.lon)
  const scores = context.scores('flood', lat, lon)
  return places.map((place, i) => ({
    dimension: 'flood',
    check: `${place.name}: often flooded or behind weak levees`,
    statistic: 'score',
    value: scores[i],
    n: 1,
    trial: 166,
    reached: null,
  }))
}
