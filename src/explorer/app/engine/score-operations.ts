import { transfer } from 'comlink'
import { fitRamp } from '../fit/fit-colors.ts'
import {
  type Box,
  coveredStates,
  type DimensionId,
  dimensionOf,
  dimensions,
  EXACT,
  type LatLon,
  rampIn,
  type ScoreColumnsRequest,
  tileView,
  WIDEST,
  widened,
} from '../library.ts'
import { amongOf, type Interval } from './among.ts'
import { boxAt, holds, outward, tileBox } from './boxes.ts'
import type { PlaceScore, Priority, TileRequest } from './engine.ts'
import type { EngineData } from './engine-data.ts'
import { coveredLatitudes, FIT, fitAt, fitSource } from './fit.ts'
import {
  createHatching,
  explainIfLoaded,
  type HatchedTile,
  newColumns,
  PEOPLE_AROUND,
  scoreIfLoaded,
  scorePng,
  scoresAroundIfLoaded,
  scoreView,
} from './library.ts'
import { middleScore } from './named-pieces.ts'

/** Creates the operations that score places and draw tiles. */
export function scoreOperations(data: EngineData) {
  /** Tiles that were drawn before they were requested. */
  const drawnAhead = new Map<string, Uint8Array>()
  let isAskedForTiles = false
  const room = newColumns()
  const source = {
    scoreColumns: (request: ScoreColumnsRequest) => getColumns(data, 'scoreColumns', request),
    basisColumns: (request: ScoreColumnsRequest) => withUnchecked(request, getColumns(data, 'basisColumns', request)),
  }
  const hatching = createHatching(source)

  /**
   * Marks land that no map covers as estimates, in the states of a hazard, so that it is hatched in the same way. Flood
   * has a score on all land.
   */
  function withUnchecked(request: ScoreColumnsRequest, columns: Record<string, Uint8Array>) {
    for (const id of (request.dimensions ?? []).filter(isMappedInPart)) {
      const land = getColumns(data, 'scoreColumns', { ...request, dimensions: [EVERYWHERE] })[EVERYWHERE]
      const boxes = coveredStates.filter(({ postal }) => dimensionOf(id).states!.includes(postal))
      columns[id].forEach((basis, i) => {
        const at = { lat: request.lat[i], lon: request.lon[i] }
        if (basis === 0 && land[i] > 0 && boxes.some(({ box }) => holds(box, at))) columns[id][i] = ESTIMATE
      })
    }
    return columns
  }

  /** @param interval range that holds the true score; undefined if it is not known */
  function amongPeople(id: DimensionId, place: LatLon, range: readonly [number, number], interval?: Interval) {
    const around = range[0] > 0 && data.vicinage.place(place)
    const loaded = data.dimension(id).made
    return around && loaded ? amongOf(loaded, around.blockGroup.slice(0, 2), range, interval) : null
  }

  async function loadTile({ dimension, z, x, y, only, fit }: TileRequest): Promise<void> {
    const drawn = fit?.map((priority) => priority.dimension) ?? [dimension]
    if (fit !== undefined) await data.loadAreaCode()
    await data.scores([tileBox(z, x, y)], ...drawn, ...only.map((filter) => filter.dimension))
  }

  async function draw(request: TileRequest): Promise<Uint8Array> {
    await loadTile(request)
    const { dimension, z, x, y, only, fit } = request
    const view = tileView(z, x, y)
    const scores =
      fit === undefined
        ? scoreView(source, dimension, view, room, only)
        : scoreView(fitSource(source, data, fit), FIT, view, room, only)
    // Not compressed, because the PNG stays in the page and compressing it would take longer.
    return scorePng(scores, view, fit === undefined ? rampIn(dimensions, dimension) : fitRamp(), undefined, 0)
  }

  return {
    async prepare(dimension: DimensionId, { west, south, east, north }: Box) {
      await data.scores([outward({ west, south, east, north })], dimension)
    },

    async tile(request: TileRequest): Promise<Uint8Array> {
      isAskedForTiles = true
      const key = getKey(request)
      const png = drawnAhead.get(key) ?? (await draw(request))
      drawnAhead.delete(key)
      return transfer(png, [png.buffer])
    },

    async drawAhead(requests: readonly TileRequest[]) {
      await Promise.all(requests.map((request) => loadTile(request)))
      for (const request of requests) {
        if (isAskedForTiles) return
        drawnAhead.set(getKey(request), await draw(request))
        // Requests that arrived in the meantime go first.
        await new Promise((resolve) => setTimeout(resolve))
      }
    },

    async estimates(request: TileRequest): Promise<HatchedTile> {
      // A fit is made of measured and estimated scores, so hatching would say nothing.
      if (request.fit !== undefined) return { png: null, hasMeasured: false }
      await loadTile(request)
      const { dimension, z, x, y, only } = request
      if (isMappedInPart(dimension)) await data.scores([tileBox(z, x, y)], EVERYWHERE)
      const tile = hatching(dimension, z, x, y, only)
      return tile.png === null ? tile : transfer(tile, [tile.png.buffer])
    },

    async score(dimension: DimensionId, place: LatLon) {
      return scoreIfLoaded(await data.scores(boxAt(place), dimension), dimension, place)
    },

    async explain(
      dimension: DimensionId,
      { radius = 0, ...place }: LatLon & { readonly radius?: number },
    ): Promise<PlaceScore> {
      if (radius <= EXACT) {
        const vicinage = await data.scores(boxAt(place), dimension)
        const { interval, ...answer } = explainIfLoaded(vicinage, dimension, place, { interval: true })
        const { score } = answer
        return { ...answer, among: amongPeople(dimension, place, [score, score], interval ?? undefined) }
      }
      const circle = { ...place, radius: Math.min(WIDEST, radius), dimensions: [dimension] }
      const box = boxAt(place, circle.radius)
      await Promise.all([data.geographyAt(box.map((side) => widened(side, PEOPLE_AROUND))), data.loadAreaCode()])
      // Liveliness provides the density that weights places with few homes.
      const vicinage = await data.scores(box, dimension, 'liveliness')
      const band = scoresAroundIfLoaded(vicinage, circle).scores[dimension]
      const range = [band.p10 ?? 0, band.p90 ?? 0] as const
      const answer = {
        ...explainIfLoaded(vicinage, dimension, place),
        band,
        among: amongPeople(dimension, place, range),
      }
      if (band.note === null) return answer
      return { ...answer, few: middleScore(data.parts.made.geography!, data.dimension(dimension).made!, circle) }
    },

    async fit(place: LatLon & { readonly radius?: number }, priorities: readonly Priority[]) {
      const { radius = 0, ...at } = place
      const box = boxAt(at, Math.min(WIDEST, radius))
      const people = radius > EXACT ? box.map((side) => widened(side, PEOPLE_AROUND)) : []
      await Promise.all([data.geographyAt(people), data.loadAreaCode()])
      // Liveliness has the density that weights places with few homes.
      const ids = [...priorities.map(({ dimension }) => dimension), ...(radius > EXACT ? ['liveliness'] : [])]
      await data.scores(box, ...ids)
      return fitAt(data, { ...at, radius: Math.min(WIDEST, radius) }, priorities)
    },

    async agencies(dimension: DimensionId) {
      const sources = (await data.dimension(dimension).at())?.sources ?? []
      return [...new Set(sources.map(({ agency }) => agency))]
    },
  }
}

/** Dimension with a score on all land, and the basis of an estimate in `basisColumns`. */
const [EVERYWHERE, ESTIMATE] = ['flood', 3] as const

/** Checks whether only some places of the dimension's states have an official map. */
function isMappedInPart(id: string): boolean {
  const { map, states } = dimensionOf(id)
  return map !== undefined && states !== undefined
}

/** Returns columns of dimensions, with zeros for a dimension whose file the server does not have. */
function getColumns(
  data: EngineData,
  method: 'scoreColumns' | 'basisColumns',
  { dimensions: ids = [], ...points }: ScoreColumnsRequest,
): Record<string, Uint8Array> {
  const vicinage = data.vicinage
  const loaded = ids.filter((id) => data.dimension(id).made !== null)
  const request = { ...points, lat: coveredLatitudes(data, points), dimensions: loaded }
  const columns: Record<string, Uint8Array> =
    method === 'scoreColumns' ? vicinage.scoreColumns(request) : vicinage.basisColumns(request)
  for (const id of ids) columns[id] ??= new Uint8Array(points.lat.length)
  return columns
}

function getKey({ dimension, z, x, y, only, fit }: TileRequest): string {
  return JSON.stringify([dimension, z, x, y, only, fit])
}
