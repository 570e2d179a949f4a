import type { MultiPolygon } from 'geojson'
import type { Districts } from '../library.ts'
import type { AreaOutline } from './engine.ts'
import { getPolygons, type Neighborhoods } from './library.ts'

/** Wraps loaded data in a getter for the library. Returns null if there is no data. */
export function asGetter<T>(thing: T | null): (() => T) | null {
  return thing && (() => thing)
}

export function districtOutline(districts: Districts, geoid: string) {
  return multiPolygon(districts.outline(districts.indexOf(geoid)))
}

export function multiPolygon(rings: readonly Float64Array[]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: getPolygons(rings) }
}

export function neighborhoodOutline(neighborhoods: Neighborhoods, index: number): AreaOutline {
  const { name, city } = neighborhoods.neighborhood(index)
  const coordinates = neighborhoods.outline(index)
  return {
    name: city === null || city === name ? name : `${name}, ${city}`,
    outline: coordinates && { type: 'MultiPolygon', coordinates },
  }
}
