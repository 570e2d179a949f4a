import { transfer } from 'comlink'
import { fitRamp } from '../fit/fit-colors.ts'
import {
  type Box,
  coveredStates,
  type DimensionId,
  dimensionOf,
  dimensions,
  rampIn,
  type ScoreColumnsRequest,
  tileView,
} from '../library.ts'
import type { Answers } from './answers.ts'
import { coveredLatitudes, holds, outward, tileBox } from './boxes.ts'
import type { TileRequest } from './engine.ts'
import type { EngineData } from './engine-data.ts'
import { createHatching, FIT, type HatchedTile, newColumns, scorePng, scoreView } from './map-library.ts'

/**
 * Creates the operations that draw tiles, which the first map view waits for.
 *
 * @param loadAnswers loads the code of all other operations
 */
export function tileOperations(data: EngineData, loadAnswers: () => Promise<Answers>) {
  /** Tiles that were drawn before they were requested. */
  const drawnAhead = new Map<string, Uint8Array>()
  let areTilesRequested = false
  const room = newColumns()
  const source = {
    scoreColumns: (request: ScoreColumnsRequest) => getColumns(data, 'scoreColumns', request),
    basisColumns: (request: ScoreColumnsRequest) => withUnchecked(request, getColumns(data, 'basisColumns', request)),
  }
  const hatching = createHatching(source)

  /**
   * For a hazard that is only partly mapped, marks land without a map as an estimate so that it is hatched. Points with
   * a flood score are land, because water has no flood score.
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

  async function loadTile({ dimension, z, x, y, only, fit }: TileRequest): Promise<void> {
    const drawn = fit?.map((priority) => priority.dimension) ?? [dimension]
    await data.load([tileBox(z, x, y)], ...drawn, ...only.map((filter) => filter.dimension))
  }

  async function draw(request: TileRequest): Promise<Uint8Array> {
    const [answers] = await Promise.all([request.fit === undefined ? null : loadAnswers(), loadTile(request)])
    const { dimension, z, x, y, only, fit } = request
    const view = tileView(z, x, y)
    const scores =
      fit === undefined
        ? scoreView(source, dimension, view, room, only)
        : scoreView(await answers!.fitSource(source, fit), FIT, view, room, only)
    // The PNG is not compressed, because it stays in the page and compressing it would take longer.
    return scorePng(scores, view, fit === undefined ? rampIn(dimensions, dimension) : fitRamp(), undefined, 0)
  }

  return {
    async prepare(dimension: DimensionId, { west, south, east, north }: Box) {
      await data.load([outward({ west, south, east, north })], dimension)
    },

    async tile(request: TileRequest): Promise<Uint8Array> {
      areTilesRequested = true
      const key = getKey(request)
      const png = drawnAhead.get(key) ?? (await draw(request))
      drawnAhead.delete(key)
      return transfer(png, [png.buffer])
    },

    async drawAhead(requests: readonly TileRequest[]) {
      await Promise.all(requests.map((request) => loadTile(request)))
      for (const request of requests) {
        if (areTilesRequested) return
        drawnAhead.set(getKey(request), await draw(request))
        // Lets the worker first handle requests that have arrived in the meantime.
        await new Promise((resolve) => setTimeout(resolve))
      }
    },

    async estimates(request: TileRequest): Promise<HatchedTile> {
      // A fit combines measured and estimated scores, so hatching would be meaningless.
      if (request.fit !== undefined) return { png: null, hasMeasured: false }
      await loadTile(request)
      const { dimension, z, x, y, only } = request
      if (isMappedInPart(dimension)) await data.load([tileBox(z, x, y)], EVERYWHERE)
      const tile = hatching(dimension, z, x, y, only)
      return tile.png === null ? tile : transfer(tile, [tile.png.buffer])
    },
  }
}

/**
 * `EVERYWHERE` is a dimension that has a score on all land. `ESTIMATE` is the value in `basisColumns` for an estimate.
 */
const [EVERYWHERE, ESTIMATE] = ['flood', 3] as const

/** Checks whether official maps cover only some places in the dimension's states. */
function isMappedInPart(id: string): boolean {
  const { map, states } = dimensionOf(id)
  return map !== undefined && states !== undefined
}

/** Returns dimension columns, with zeros for a dimension whose file the server does not have. */
function getColumns(
  data: EngineData,
  method: 'scoreColumns' | 'basisColumns',
  { dimensions: ids = [], ...points }: ScoreColumnsRequest,
): Record<string, Uint8Array> {
  const loaded = ids.filter((id) => data.dimension(id).current !== null)
  const request = { ...points, lat: coveredLatitudes(data.loader.within, points), dimensions: loaded }
  const columns: Record<string, Uint8Array> =
    method === 'scoreColumns' ? data.columns.scoreColumns(request) : data.columns.basisColumns(request)
  for (const id of ids) columns[id] ??= new Uint8Array(points.lat.length)
  return columns
}

function getKey({ dimension, z, x, y, only, fit }: TileRequest): string {
  return JSON.stringify([dimension, z, x, y, only, fit])
}
