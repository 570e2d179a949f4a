import type { BlockGroups, StateFips } from '../../../data-build/context.ts'
import type { TractPolygons } from '../../../data-build/geography/tracts.ts'

/** A tract made by hand: a square of 0.1° from its south-west corner. */
export interface MadeTract {
  readonly geoid: string
  readonly west: number
  readonly south: number
  /** 2020 when left out. */
  readonly year?: 2010 | 2020
}

export interface MadeGroup {
  /** 12-digit GEOID. */
  readonly id: string
  readonly lon: number
  readonly lat: number
  /** 100 when left out. */
  readonly population?: number
}

export const side = 0.1 // degrees

/** As the pipeline reads them: ascending by GEOID. */
export function tractsOf(tracts: readonly MadeTract[]): TractPolygons {
  return {
    geoid: tracts.map(({ geoid }) => geoid),
    state: tracts.map(({ geoid }) => geoid.slice(0, 2) as StateFips),
    year: tracts.map(({ year }) => year ?? 2020),
    rings: tracts.map(({ west, south }) => {
      const [east, north] = [west + side, south + side]
      return [Float64Array.of(west, south, east, south, east, north, west, north, west, south)]
    }),
  }
}

/** Block groups before their areas are known. */
export function blockGroupsAt(groups: readonly MadeGroup[]): Omit<BlockGroups, 'areaKm2'> {
  const id = groups.map((group) => group.id)
  const population = Float64Array.from(groups, (group) => group.population ?? 100)
  return {
    count: groups.length,
    id,
    lat: Float64Array.from(groups, ({ lat }) => lat),
    lon: Float64Array.from(groups, ({ lon }) => lon),
    population,
    dayPopulation: population,
    housingUnits: population,
    tract2020: id.map((geoid) => geoid.slice(0, 11)),
    tract2010: id.map((geoid) => geoid.slice(0, 11)),
    county: id.map((geoid) => geoid.slice(0, 5)),
    state: id.map((geoid) => geoid.slice(0, 2) as StateFips),
  }
}
