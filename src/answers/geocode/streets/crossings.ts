import { areaFit, type RankedCandidate } from '../answer.ts'
import type { SearchArea } from '../layers.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { type StreetQuery, streetQuery, visitStreets } from './match-streets.ts'
import type { Shard } from './shard.ts'
import { addressLine, crossingText } from './street-text.ts'

/** Radius of an intersection in meters, which covers the adjoining roads. */
const CROSSING_RADIUS = 25

/**
 * Distance below which two meeting points of the same streets count as one intersection, in 1e-6 degrees of latitude
 * (about 80 m). Roads with several lanes meet at several points.
 */
const SAME_CROSSING = 720

/** Maximum number of intersections of two streets. If there are more, one of the streets was misread. */
const MAX_CROSSINGS = 100

interface Crossing {
  readonly lon: number
  readonly lat: number
  readonly fit: number
}

/** A point where edges of a street begin or end. */
interface Node {
  readonly street: number
  readonly similarity: number
  readonly zip: number
}

/** Adds the points where the two streets of an intersection meet. Edges begin and end wherever streets cross. */
export function findCrossings(shard: Shard, query: ParsedAddress, area: SearchArea, matches: RankedCandidate[]): void {
  if (query.street === null || query.crossStreet?.street == null) return
  const { meta, rangeZip } = shard
  const nodes = new Map<number, Node>()
  visitNodes(shard, streetQuery(query), (at, street, similarity, range) => {
    const node = nodes.get(at)
    if (node === undefined || node.similarity < similarity) nodes.set(at, { street, similarity, zip: rangeZip[range] })
  })
  if (nodes.size === 0) return
  const crossings: Crossing[] = []
  visitNodes(shard, streetQuery(query.crossStreet), (at, street, similarity, range, lon, lat) => {
    const node = nodes.get(at)
    if (node === undefined || node.street === street) return
    const fit = node.similarity * similarity
    const isNear = (other: Crossing) =>
      Math.abs(other.lat - lat) < SAME_CROSSING && Math.abs(other.lon - lon) < SAME_CROSSING && other.fit >= fit
    if (crossings.some(isNear) || crossings.push({ lon, lat, fit }) > MAX_CROSSINGS) return
    const zip = getZip(shard, node.zip, rangeZip[range], area)
    matches.push({
      rank: fit * areaFit(zip, null, area),
      layer: 'street_range',
      lat: lat / 1e6,
      lon: lon / 1e6,
      radius: CROSSING_RADIUS,
      address: () => addressLine(shard, crossingText({ shard, street: node.street }, { shard, street }), null, zip),
      zip,
      city: null,
      state: meta.state,
      similarity: Math.min(node.similarity, similarity),
      exactNumber: true,
    })
  })
}

function visitNodes(
  shard: Shard,
  query: StreetQuery,
  visit: (at: number, street: number, similarity: number, range: number, lon: number, lat: number) => void,
): void {
  const { rangeFirst, rangeEdge, edgeFirst, vertexLon, vertexLat } = shard
  visitStreets(shard, query, (street, similarity) => {
    let last = -1
    for (let range = rangeFirst[street]; range < rangeFirst[street + 1]; range++) {
      const edge = rangeEdge[range]
      if (edge === last) continue
      last = edge
      for (const vertex of [edgeFirst[edge], edgeFirst[edge + 1] - 1]) {
        const lon = vertexLon[vertex]
        const lat = vertexLat[vertex]
        visit(nodeKey(lon, lat), street, similarity, range, lon, lat)
      }
    }
    return rangeFirst[street] < rangeFirst[street + 1] ? similarity : 0
  })
}

/**
 * Packs a position into one number. An exact position needs more than the 53 bits that a number holds, so latitudes are
 * rounded to 2 m.
 */
function nodeKey(lon: number, lat: number): number {
  return (lon + 180e6) * 2 ** 24 + Math.round((lat + 90e6) / 16)
}

/** Returns the ZIP of the address if it is a ZIP of either street, otherwise the ZIP of the first street. */
function getZip({ meta }: Shard, first: number, second: number, area: SearchArea): string | null {
  const zips = [first, second].filter((zip) => zip > 0).map((zip) => meta.zips[zip - 1])
  return zips.find((zip) => zip === area.zip) ?? zips[0] ?? null
}
