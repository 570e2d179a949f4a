import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { beforeAll, expect, it } from 'vitest'
import {
  loadTracts2010,
  loadZoneTracts,
  type TractPolygons,
  tractRaster,
} from '../../../data-build/geography/tracts.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import type { PagedRaster } from '../../../src/data/raster/paged-raster.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { randomNumbers } from '../raster/random-raster.ts'

const meters = 111_195 // per degree
const clear = 70 // meters from a border beyond which a point is in its cell's tract (over half a cell's diagonal)

withAgencyFiles('the raster of the published tracts', { timeout: 120_000 }, () => {
  let tracts: TractPolygons
  let raster: PagedRaster
  let boxes: Box[]

  beforeAll(async () => {
    const sources = new SourceFolder(SHARED)
    tracts = await loadZoneTracts(sources, await loadTracts2010(sources))
    raster = tractRaster(tracts)
    boxes = tracts.rings.map(boxOf)
  }, 120_000)

  it('contains the tract that turf finds at 3,000 random places more than 70 m from a border', () => {
    const random = randomNumbers(20200401)
    const fraction = () => random(1e9) / 1e9
    const states = new Set<string>()
    let inside = 0
    let beside = 0
    while (inside < 3000) {
      const { west, south, east, north } = boxes[random(boxes.length)]
      const lon = west + (east - west) * fraction()
      const lat = south + (north - south) * fraction()
      const near = boxes.flatMap((box, tract) => (isNear(box, lon, lat) ? [tract] : []))
      if (near.some((tract) => borderDistance(tracts.rings[tract], lon, lat) <= clear)) continue
      const holding = near.filter((tract) => isInside(tracts.rings[tract], lon, lat))
      expect(raster.at(lon, lat) - 1, `at ${lon}, ${lat}`).toBe(holding[0] ?? -1)
      if (holding.length === 0) beside++
      else {
        expect(holding.length).toBe(1)
        states.add(tracts.state[holding[0]])
        inside++
      }
    }
    expect(states.size).toBe(3)
    expect(beside, 'places outside the coverage were among them').toBeGreaterThan(20)
  })

  it('has, at each tract corner, a tract within 70 m, or no tract if the corner is on the outer border', () => {
    const random = randomNumbers(4711)
    let defined = 0
    for (let i = 0; i < 1000; i++) {
      const ring = tracts.rings[random(boxes.length)][0]
      const corner = random(ring.length / 2)
      const [lon, lat] = [ring[2 * corner], ring[2 * corner + 1]]
      const found = raster.at(lon, lat)
      expect(found).toBe(raster.cell(Math.floor((lon + 180) * 1800), Math.floor((lat + 90) * 1800)))
      if (found === 0) continue
      defined++
      const distance = borderDistance(tracts.rings[found - 1], lon, lat)
      expect(distance < clear || isInside(tracts.rings[found - 1], lon, lat)).toBe(true)
    }
    expect(defined).toBeGreaterThan(900)
  })
})

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

function boxOf(rings: readonly Float64Array[]): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      box.west = Math.min(box.west, ring[i])
      box.east = Math.max(box.east, ring[i])
      box.south = Math.min(box.south, ring[i + 1])
      box.north = Math.max(box.north, ring[i + 1])
    }
  return box
}

/** Returns whether a point is in the box or within about 90 m of it. */
function isNear({ west, south, east, north }: Box, lon: number, lat: number): boolean {
  return lon > west - 0.001 && lon < east + 0.001 && lat > south - 0.001 && lat < north + 0.001
}

/** Returns whether a point is inside an odd number of rings, each tested by turf. */
function isInside(rings: readonly Float64Array[], lon: number, lat: number): boolean {
  const around = rings.filter((ring) => {
    const corners = Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]])
    return booleanPointInPolygon([lon, lat], { type: 'Polygon', coordinates: [corners] })
  })
  return around.length % 2 === 1
}

/** Returns the meters to the nearest edge. */
function borderDistance(rings: readonly Float64Array[], lon: number, lat: number): number {
  const cos = Math.cos((lat * Math.PI) / 180)
  let nearest = Number.POSITIVE_INFINITY
  for (const ring of rings)
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const ax = (ring[i] - lon) * cos
      const ay = ring[i + 1] - lat
      const dx = (ring[i + 2] - ring[i]) * cos
      const dy = ring[i + 3] - ring[i + 1]
      const length = dx * dx + dy * dy
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length))
      nearest = Math.min(nearest, Math.hypot(ax + along * dx, ay + along * dy))
    }
  return nearest * meters
}
