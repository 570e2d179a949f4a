import type { StateFips } from '../../context.ts'
import type { LatLon } from '../../geography/center-index.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, hitRate } from '../check.ts'
import { amongPeople, anywhere, gather, type Located, sampleBoxes, tractAt } from './random-places.ts'

const PLACES = 4000

const states = { '06': 'California', '48': 'Texas', '12': 'Florida' } as const satisfies Record<StateFips, string>

/**
 * Checks whether places are assigned to the census tract that contains them according to turf, using the Census
 * Bureau's polygons of metropolitan areas. Florida's polygons are an independent reference, because the zones are not
 * built from them. As a second test, checks centers of population, whose block group is known.
 */
export async function tracts(context: BuiltContext): Promise<Finding[]> {
  const lines: Finding[] = []
  const clear = { right: 0, n: 0 }
  for (const state of ['06', '48', '12'] as const) {
    const locate = await tractFinder(context, state)
    const people = gather(amongPeople(context.blockGroups, state, 2020), PLACES, locate)
    const area = gather(anywhere(sampleBoxes[state], 2020), PLACES, locate)
    const check = `the census tract of 2020 that holds the place, where people of ${states[state]} live, borders included`
    lines.push({ check, ...hitRate(getRight(context, people), people.length, 0.975, 0.975) })
    const away = [...people, ...area].filter((place) => place.clear)
    clear.right += getRight(context, away)
    clear.n += away.length
  }
  const check = 'the census tract of 2020 that holds the place, more than 150 m from borders of tracts'
  return [...lines, { check, ...hitRate(clear.right, clear.n, 0.995, 0.995) }, centers(context)]
}

/**
 * Returns a function that finds the tract of a place in a state. Places outside the metropolitan areas have no tract.
 */
async function tractFinder({ sources }: BuiltContext, state: StateFips): Promise<(place: LatLon) => Located | null> {
  const path = `census/tracts/cb_2020_${state}_tract_500k_in_cbsas.geojson.gz`
  const { features } = await readGeoJson(sources, path, { properties: ['GEOID'] })
  return tractAt(
    features.map(({ properties }) => String(properties.GEOID)),
    features.map(({ polygons }) => polygons.flat()),
  )
}

function getRight(context: BuiltContext, places: readonly Located[]): number {
  return places.filter(({ lat, lon, tract }) => context.blockGroupAt(lat, lon)?.startsWith(tract)).length
}

/** Reports the share of people whose block group's center of population is assigned to that block group. */
function centers(context: BuiltContext): Finding {
  const { count, id, lat, lon, population, tract2020 } = context.blockGroups
  let right = 0
  let people = 0
  for (let b = 0; b < count; b++) {
    people += population[b]
    if (context.blockGroupAt(lat[b], lon[b])?.startsWith(tract2020[b])) right += population[b]
  }
  const check = `people of the ${id.length.toLocaleString('en')} block groups whose center of population is in their own tract`
  return { check, ...hitRate(right, people, 0.995, 0.995) }
}
