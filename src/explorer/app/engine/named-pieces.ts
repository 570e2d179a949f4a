import { type Box, type Geography, type LatLon, type LoadedDimension, NotLoadedError } from '../library.ts'
import type { BestArea, BestAreas, Filter } from './engine.ts'
import type { FitsOf } from './fit.ts'
import { Bands, NO_FIT, parseConditions, searchable } from './library.ts'

/**
 * Returns the keys of the small and of the large named area that contain a point. A key is null if there is no such
 * area. A large area is listed only if most of its residents live outside all small areas.
 */
export type PieceAt = (lon: number, lat: number) => { readonly small: string | null; readonly large: string | null }

interface Piece {
  readonly key: string
  people: number
  /** Number of residents for whom all conditions are met. */
  met: number
  /** Number of residents of a large area who live in one of the small areas. */
  inSmall: number
  /** Sum of the residents' latitudes in degrees. */
  lat: number
  /** Sum of the residents' longitudes in degrees. */
  lon: number
  /** Number of residents for whom each condition is met. */
  readonly held: number[]
  /** Number of residents with a score, by dimension. */
  readonly known: number[]
  /** Sum of these residents' scores, by dimension. */
  readonly sum: number[]
  /** Number of residents with a fit. */
  fitting: number
  /** Sum of these residents' fits. */
  fits: number
}

/** Name and outline of an area. */
export type Described = Pick<BestArea, 'name' | 'shape' | 'outline'>

interface Search {
  readonly geography: Geography
  readonly loaded: readonly LoadedDimension[]
  readonly only: readonly Filter[]
  readonly within: Box
  /**
   * Function that computes fits. The areas are sorted by fit or, if the function is null, by the fraction of residents
   * for whom all conditions are met.
   */
  readonly fitsOf: FitsOf | null
  readonly pieceAt: PieceAt
  readonly describe: (key: string) => Described
}

/**
 * Maximum margin in degrees that is added to each side of the searched box, so that all residents of an area at the
 * edge are counted.
 */
const EDGE = 0.3

/** Widens a box so that it contains areas that extend beyond its edge. */
export function aroundBox({ west, south, east, north }: Box): Box {
  const x = Math.min(EDGE, (east - west) / 2)
  const y = Math.min(EDGE, (north - south) / 2)
  return { west: west - x, south: south - y, east: east + x, north: north + y }
}

/** Maximum number of areas that are listed. */
const MOST = 10
/**
 * Minimum number of residents of a listed area. At least a fraction `MIN_SHARE` of the residents must live where all
 * conditions are met.
 */
const MIN_PEOPLE = 200
const MIN_SHARE = 0.1

/**
 * Finds the small named areas in a box in which all conditions are met for many residents. The areas are sorted by the
 * fraction of these residents or by fit.
 *
 * @throws {ValidationError} for conditions about residents
 */
export function namedPieces({ geography, loaded, only, within, fitsOf, pieceAt, describe }: Search): BestAreas {
  const ids = loaded.map(({ dimension }) => dimension.id)
  const getLoaded = (id: string) => {
    const dimension = loaded.find(({ dimension }) => dimension.id === id)
    if (dimension === undefined) throw new NotLoadedError(`${id} is not loaded.`, 'dimension_not_loaded')
    return dimension
  }
  for (const { dimension } of only) searchable(dimension, ['where', dimension], false, [...ids, dimension])
  const where = Object.fromEntries(only.map(({ dimension, from, to }) => [dimension, { min: from, max: to }]))
  const conditions = only.length === 0 ? [] : parseConditions(where, false, getLoaded, ids)
  const dimensions = conditions.map(({ dimension }) => dimension)
  const bands = Bands.of(geography)
  const homes = bands.people.homesIn({ box: aroundBox(within), contains: () => true }).slice()
  const columns = bands.homes.columnsFor(homes, dimensions)
  const at = (degrees: ArrayLike<number>) => Float64Array.from(homes, (home) => degrees[home])
  const fits = fitsOf?.(at(bands.people.lat), at(bands.people.lon))
  const pieces = new Map<string, Piece>()
  const none = () => dimensions.map(() => 0)
  for (const [i, home] of homes.entries()) {
    const people = bands.people.at(home)
    const lon = bands.people.lon[home]
    const lat = bands.people.lat[home]
    if (people === 0) continue
    const { small, large } = pieceAt(lon, lat)
    const holds = conditions.map(({ min, max }, d) => columns[d][home] >= min && columns[d][home] <= max)
    const holdAll = holds.every(Boolean)
    for (const key of [small, large]) {
      if (key === null) continue
      const piece = pieces.get(key) ?? {
        key,
        people: 0,
        met: 0,
        inSmall: 0,
        lat: 0,
        lon: 0,
        held: none(),
        known: none(),
        sum: none(),
        fitting: 0,
        fits: 0,
      }
      pieces.set(key, piece)
      piece.people += people
      piece.lat += people * lat
      piece.lon += people * lon
      if (holdAll) piece.met += people
      if (fits !== undefined && fits[i] !== NO_FIT) {
        piece.fitting += people
        piece.fits += people * fits[i]
      }
      if (key === large && small !== null) piece.inSmall += people
      columns.forEach((column, d) => {
        if (holds[d]) piece.held[d] += people
        if (column[home] === 0) return
        piece.known[d] += people
        piece.sum[d] += people * column[home]
      })
    }
  }
  const computeMean = ({ sum, known: scored }: Piece, d: number) => (scored[d] === 0 ? 0 : sum[d] / scored[d])
  const share = ({ met, people }: Piece) => met / people
  const getFit = (piece: Piece) => piece.fits / piece.fitting
  const hasFit = ({ fitting, people }: Piece) => fits === undefined || 2 * fitting > people
  const byFit = (a: Piece, b: Piece) => (fits === undefined ? 0 : getFit(b) - getFit(a))
  const isIn = ({ people, lat, lon }: Piece) => {
    const { west, south, east, north } = within
    return lon >= west * people && lon <= east * people && lat >= south * people && lat <= north * people
  }
  const matching = [...pieces.values()]
    .filter((piece) => piece.people >= MIN_PEOPLE && share(piece) >= MIN_SHARE && hasFit(piece) && isIn(piece))
    .filter(({ inSmall, people }) => 2 * inSmall < people)
    .sort((a, b) => byFit(a, b) || share(b) - share(a) || b.met - a.met || (a.key < b.key ? -1 : 1))
  return {
    total: matching.length,
    areas: matching.slice(0, MOST).map((piece) => ({
      ...describe(piece.key),
      people: Math.round(piece.people),
      share: share(piece),
      ...(fits !== undefined && { fit: getFit(piece) }),
      lat: piece.lat / piece.people,
      lon: piece.lon / piece.people,
      held: Object.fromEntries(dimensions.map(({ dimension: { id } }, d) => [id, piece.held[d] / piece.people])),
      scores: Object.fromEntries(dimensions.map(({ dimension: { id } }, d) => [id, computeMean(piece, d)])),
    })),
  }
}

/** Returns the median score of the residents in a circle who have a score, or null if nobody has a score. */
export function middleScore(
  geography: Geography,
  dimension: LoadedDimension,
  { lat, lon, radius }: LatLon & { readonly radius: number },
): number | null {
  const { people, homes } = Bands.of(geography)
  const around = people.homesAround(lat, lon, radius).slice()
  const [scores] = homes.columnsFor(around, [dimension])
  const scoredHomes = Array.from(around.filter((home) => scores[home] > 0)).sort((a, b) => scores[a] - scores[b])
  let left = scoredHomes.reduce((sum, home) => sum + people.at(home), 0) / 2
  for (const home of scoredHomes) {
    left -= people.at(home)
    if (left <= 0) return scores[home]
  }
  return null
}
