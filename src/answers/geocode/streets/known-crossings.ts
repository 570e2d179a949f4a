import { METERS_PER_DEGREE } from '../../../base/geo/distance.ts'
import { areaFit, type RankedCandidate } from '../answer.ts'
import type { SearchArea } from '../layers.ts'
import type { ParsedAddress } from '../parse/parse-address.ts'
import { type StreetQuery, streetQuery, visitStreets } from './match-streets.ts'
import type { Shard } from './shard.ts'
import { addressLine, crossingText, textAt } from './street-text.ts'

/** Maximum distance in meters between two streets at an intersection. It allows for the yards of the corner houses. */
const CORNER = 80
/** Maximum distance in meters if the direction of a street is not known or the streets run side by side. */
const CORNER_IN_DOUBT = 35
/** Minimum sine of the angle between two streets. At smaller angles, the streets run side by side. */
const MIN_SINE = 0.35
/** Maximum distance in meters between two neighboring houses of a street. */
const LONGEST_GAP = 500
/** Maximum difference between the house numbers of two neighboring houses. */
const WIDEST_GAP = 400
/** Radius in meters of an intersection that is estimated from houses. */
const RADIUS = 120
/** Similarity of an estimated intersection. */
const ESTIMATED = 0.95
/** Maximum number of pieces of a street that are searched. */
const MAX_PIECES = 4000

/**
 * A piece of a street between two neighboring houses. The coordinates are in meters. For a lone house, both ends are
 * the same point.
 */
interface Piece {
  readonly shard: Shard
  readonly street: number
  readonly similarity: number
  readonly zip: string | null
  readonly x: number
  readonly y: number
  readonly toX: number
  readonly toY: number
}

/** Point where two pieces are closest, and the distance between the pieces in meters. */
interface Meeting {
  readonly meters: number
  readonly x: number
  readonly y: number
}

/**
 * Adds the intersection of two streets whose lines are not known. Its position is estimated from the houses on one
 * street that are near houses on the other street.
 */
export function findKnownCrossings(
  shards: readonly Shard[],
  query: ParsedAddress,
  area: SearchArea,
  matches: RankedCandidate[],
): void {
  if (query.street === null || query.crossStreet?.street == null) return
  const origin = shards.find(({ pointLon }) => pointLon.length > 0)
  if (origin === undefined) return
  const plane = planeAt(origin.pointLat[0] / 1e6)
  const [first, second] = [streetQuery(query), streetQuery(query.crossStreet)].map((street) =>
    shards.flatMap((shard) => getPieces(shard, street, plane)).slice(0, MAX_PIECES),
  )
  second.sort((a, b) => a.y - b.y)
  let best: { readonly piece: Piece; readonly other: Piece; readonly meeting: Meeting; readonly fit: number } | null =
    null
  for (const piece of first) {
    const low = Math.min(piece.y, piece.toY) - LONGEST_GAP - CORNER
    const high = Math.max(piece.y, piece.toY) + LONGEST_GAP + CORNER
    for (let at = firstFrom(second, low); at < second.length && second[at].y <= high; at++) {
      const other = second[at]
      if (piece.shard === other.shard && piece.street === other.street) continue
      const fit = piece.similarity * other.similarity
      if (best !== null && fit < best.fit) continue
      const meeting = findMeeting(piece, other)
      if (meeting === null || (best !== null && fit === best.fit && meeting.meters >= best.meeting.meters)) continue
      best = { piece, other, meeting, fit }
    }
  }
  if (best === null) return
  const { piece, other, meeting } = best
  const zip = [piece.zip, other.zip].find((zip) => zip !== null && zip === area.zip) ?? piece.zip ?? other.zip
  const names = crossingText(piece, other)
  const similarity = Math.min(piece.similarity, other.similarity) * ESTIMATED
  matches.push({
    rank: similarity * areaFit(zip, null, area),
    layer: 'street',
    ...plane.degrees(meeting.x, meeting.y),
    radius: Math.round(RADIUS + meeting.meters),
    address: (town) => addressLine(piece.shard, names, town, zip),
    zip,
    city: null,
    state: piece.shard.meta.state,
    similarity,
    exactNumber: false,
  })
}

/** A local plane in meters. Treats degrees of longitude as equally wide throughout a county. */
interface Plane {
  readonly north: number
  readonly east: number
  degrees(x: number, y: number): { readonly lat: number; readonly lon: number }
}

function planeAt(lat: number): Plane {
  const north = METERS_PER_DEGREE / 1e6
  const east = north * Math.cos((lat * Math.PI) / 180)
  return { north, east, degrees: (x, y) => ({ lat: y / north / 1e6, lon: x / east / 1e6 }) }
}

/** Returns the pieces of the streets that may be meant. Each piece connects two neighboring houses. */
function getPieces(shard: Shard, query: StreetQuery, { north, east }: Plane): Piece[] {
  const { meta, pointFirst, pointNumber, pointPrefix, pointZip, pointLat, pointLon } = shard
  const pieces: Piece[] = []
  visitStreets(shard, query, (street, similarity) => {
    for (let point = pointFirst[street]; point < pointFirst[street + 1]; point++) {
      const x = pointLon[point] * east
      const y = pointLat[point] * north
      const next = point + 1
      const isNext =
        next < pointFirst[street + 1] &&
        pointZip[next] === pointZip[point] &&
        pointPrefix[next] === pointPrefix[point] &&
        pointNumber[next] - pointNumber[point] <= WIDEST_GAP
      const [nextX, nextY] = isNext ? [pointLon[next] * east, pointLat[next] * north] : [x, y]
      const isNear = Math.hypot(nextX - x, nextY - y) <= LONGEST_GAP
      const zip = textAt(meta.zips, pointZip[point]) || null
      pieces.push({ shard, street, similarity, zip, x, y, toX: isNear ? nextX : x, toY: isNear ? nextY : y })
    }
    return pointFirst[street] < pointFirst[street + 1] ? similarity : 0
  })
  return pieces
}

/** Returns the position of the first piece that begins at or above `y`. The pieces are sorted by where they begin. */
function firstFrom(pieces: readonly Piece[], y: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (pieces[middle].y < y) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the point where two pieces cross or come close enough to count as an intersection, or null if they do
 * neither.
 */
function findMeeting(a: Piece, b: Piece): Meeting | null {
  if (Math.min(a.x, a.toX) - CORNER > Math.max(b.x, b.toX) || Math.min(b.x, b.toX) - CORNER > Math.max(a.x, a.toX))
    return null
  const ax = a.toX - a.x
  const ay = a.toY - a.y
  const bx = b.toX - b.x
  const by = b.toY - b.y
  const cross = ax * by - ay * bx
  const lengths = Math.hypot(ax, ay) * Math.hypot(bx, by)
  const isAcross = lengths > 0 && Math.abs(cross) >= MIN_SINE * lengths
  if (isAcross) {
    const onA = ((b.x - a.x) * by - (b.y - a.y) * bx) / cross
    const onB = ((b.x - a.x) * ay - (b.y - a.y) * ax) / cross
    if (onA >= 0 && onA <= 1 && onB >= 0 && onB <= 1) return { meters: 0, x: a.x + onA * ax, y: a.y + onA * ay }
  }
  const nearest = [
    nearestOn(b, a.x, a.y),
    nearestOn(b, a.toX, a.toY),
    nearestOn(a, b.x, b.y),
    nearestOn(a, b.toX, b.toY),
  ].reduce((least, other) => (other.meters < least.meters ? other : least))
  return nearest.meters <= (isAcross ? CORNER : CORNER_IN_DOUBT) ? nearest : null
}

/** Returns the midpoint between a point and the nearest point of a piece. */
function nearestOn(piece: Piece, x: number, y: number): Meeting {
  const dx = piece.toX - piece.x
  const dy = piece.toY - piece.y
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - piece.x) * dx + (y - piece.y) * dy) / square))
  const nearX = piece.x + share * dx
  const nearY = piece.y + share * dy
  return { meters: Math.hypot(x - nearX, y - nearY), x: (x + nearX) / 2, y: (y + nearY) / 2 }
}
