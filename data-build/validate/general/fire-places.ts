import type { LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { zoneFinder } from '../../score/fire/validate.ts'
import { loadHazardZones } from '../../score/fire/zones.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Finding, hitRate, scoresAt } from '../check.ts'
import { amongPeople, anywhere, containingPolygons, gather, sampleBoxes } from './random-places.ts'

const PLACES = 3000
const CLEARANCE = 0.15 // km from the border of a zone; places closer to a border are skipped

interface Zoned extends LatLon {
  readonly expected: number
}

/** Checks random places in California that are well inside a fire hazard zone, and places in the other states. */
export async function firePlaces(context: BuiltContext): Promise<Finding[]> {
  const zoned = await officialZones(context)
  const inCalifornia = [
    { where: 'anywhere in California', places: gather(anywhere(sampleBoxes['06'], 6), PLACES, zoned) },
    { where: 'where Californians live', places: gather(amongPeople(context.blockGroups, '06', 6), PLACES, zoned) },
  ]
  return [...inCalifornia.map(({ where, places }) => follows(context, where, places)), noneElsewhere(context)]
}

function follows(context: BuiltContext, where: string, places: readonly Zoned[]): Finding {
  const scores = scoresAt(context, 'fire', places)
  const right = places.filter(({ expected }, i) => scores[i] === expected).length
  const check = `score equals that of the zone on the newest map, or on the most severe map of 2007-2011, ${where}, 150 m from the zones' borders`
  return { check, ...hitRate(right, places.length, 0.99) }
}

function noneElsewhere(context: BuiltContext): Finding {
  const inside = ({ lat, lon }: LatLon): LatLon | null =>
    context.blockGroupAt(lat, lon) === null ? null : { lat, lon }
  const places = (['12', '48'] as const).flatMap((state) => gather(anywhere(sampleBoxes[state], 600), PLACES, inside))
  const empty = scoresAt(context, 'fire', places).filter((score) => score === 0).length
  return { check: 'random places of Texas and Florida have no score', ...hitRate(empty, places.length, 1) }
}

/**
 * Returns a function that finds the applicable zone at a place among the published polygons that contain it. Each
 * polygon applies only inside its own county.
 */
async function officialZones({ sources }: BuiltContext): Promise<(place: LatLon) => Zoned | null> {
  const zones = await loadHazardZones(sources)
  const zoneAt = zoneFinder(zones)
  const borders = new EdgeIndex(zones.map(({ polygon }) => polygon))
  const path = 'census/tracts/ca_counties_dissolved_from_tracts.geojson.gz'
  const { features } = await readGeoJson(sources, path, { properties: ['GEOID'] })
  const counties = features.map(({ polygons }) => polygons.flat())
  const countyAt = containingPolygons(counties)
  const countyBorders = new EdgeIndex(counties)
  return ({ lat, lon }) => {
    const [county] = countyAt(lon, lat)
    if (county === undefined || countyBorders.borderWithin(lon, lat, CLEARANCE)) return null
    const zone = zoneAt(lon, lat, String(features[county].properties.GEOID))
    if (zone === undefined || borders.borderWithin(lon, lat, CLEARANCE)) return null
    return { lat, lon, expected: zone.score }
  }
}
