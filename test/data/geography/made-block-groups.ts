import fc from 'fast-check'
import { type KernelSources, kernelSources } from '../../../data-build/geography/views.ts'

/** Block groups at random places of Austin and its surroundings, some of them empty, large or on top of each other. */
export interface MadeBlockGroups {
  readonly lat: Float64Array
  readonly lon: Float64Array
  readonly population: Float64Array
  readonly areaKm2: Float64Array
}

const one = fc.record({
  lat: fc.double({ min: 30.0, max: 30.6, noNaN: true }),
  lon: fc.double({ min: -98.1, max: -97.4, noNaN: true }),
  population: fc.oneof({ weight: 4, arbitrary: fc.nat(5000) }, fc.constant(0)),
  areaKm2: fc.oneof({ weight: 4, arbitrary: fc.double({ min: 0.01, max: 30, noNaN: true }) }, fc.constant(4000)),
})

/** From 24, the most neighbors that a view asks for. */
export const madeBlockGroups: fc.Arbitrary<MadeBlockGroups> = fc
  .array(one, { minLength: 24, maxLength: 60 })
  .map((groups) => ({
    lat: Float64Array.from(groups, ({ lat }) => lat),
    lon: Float64Array.from(groups, ({ lon }) => lon),
    population: Float64Array.from(groups, ({ population }) => population),
    areaKm2: Float64Array.from(groups, ({ areaKm2 }) => areaKm2),
  }))

/** A value per block group, NaN for about one in four: as many as the most block groups. */
export const madeValues = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.double({ min: -50, max: 300, noNaN: true }) }, fc.constant(Number.NaN)), {
    minLength: 60,
    maxLength: 60,
  })
  .map((values) => Float64Array.from(values))

export function sourcesOf({ lat, lon, population, areaKm2 }: MadeBlockGroups): KernelSources {
  return kernelSources(lat, lon, population, areaKm2)
}

/** Distances along the axes of a local plane, km. */
export function offsets(lonA: number, latA: number, lonB: number, latB: number, cosAt: number) {
  const km = 111.195 // per degree on a sphere of 6,371 km
  return { east: (lonA - lonB) * Math.cos((cosAt * Math.PI) / 180) * km, north: (latA - latB) * km }
}
