import type { Note } from '../errors.ts'
import { METERS_PER_DEGREE } from '../geo/distance.ts'
import { COVERAGE, coveredStates } from '../states.ts'
import { answerOf, type GeocodeAnswer, type GeocodeParts, noAnswer, rounded } from './answer.ts'
import { LAYER_CONFIDENCE, PENALTY } from './confidence.ts'
import type { WrittenCoordinates } from './parse/coordinates.ts'

/** Meters: no receiver in a pocket is more exact. */
const FINEST = 10

const NO_PARTS: GeocodeParts = {
  number: null,
  predirectional: null,
  street: null,
  suffix: null,
  postdirectional: null,
  unit: null,
  city: null,
  state: null,
  zip: null,
}

/**
 * The answer about a coordinate: itself, where it is in the coverage. Latitude and longitude that only fit the other
 * way round are turned, and an unsigned longitude is taken as west; both are said.
 */
export function coordinatesAnswer({ first, second, isLatFirst, isSigned, step }: WrittenCoordinates): GeocodeAnswer {
  const asWritten = isLatFirst === false ? [second, first] : [first, second]
  const turned = [asWritten[1], asWritten[0]]
  const radius = Math.max(FINEST, Math.round((step / 2) * METERS_PER_DEGREE))
  const found = (lat: number, lon: number, note: Note | null): GeocodeAnswer => {
    const confidence = rounded(LAYER_CONFIDENCE.coordinates * (note === null ? 1 : PENALTY.oneOfTwo))
    return answerOf([{ lat, lon, layer: 'coordinates', confidence, radius, label: line(lat, lon) }], NO_PARTS, note)
  }
  const [lat, lon] = asWritten
  if (isCovered(lat, lon)) return found(lat, lon, null)
  if (isLatFirst === null && isCovered(turned[0], turned[1])) return found(turned[0], turned[1], TURNED)
  if (!isSigned) {
    if (isCovered(lat, -lon)) return found(lat, -lon, WEST)
    if (isLatFirst === null && isCovered(turned[0], -turned[1])) return found(turned[0], -turned[1], WEST)
  }
  return noAnswer(NO_PARTS, {
    code: 'place_outside',
    text: `The coordinate ${line(lat, lon)} is outside ${COVERAGE}.`,
  })
}

const TURNED: Note = {
  code: 'coordinate_turned',
  text: 'Read as longitude, latitude: the other way round it is outside the coverage.',
}
const WEST: Note = {
  code: 'longitude_west',
  text: 'Read as a longitude west: as written it is outside the coverage.',
}

function isCovered(lat: number, lon: number): boolean {
  return coveredStates.some(({ box }) => lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east)
}

/** At most six decimals, a tenth of a meter. */
function line(lat: number, lon: number): string {
  return `${Math.round(lat * 1e6) / 1e6}, ${Math.round(lon * 1e6) / 1e6}`
}
