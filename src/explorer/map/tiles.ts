import type { Remote } from 'comlink'
import type { AddProtocolAction } from 'maplibre-gl'
import { worldX, worldY } from '../../map/mercator.ts'
import { coveredStates } from '../../states.ts'
import type { Engine, Filter, TileRequest } from '../engine/engine.ts'
import { dimension } from '../view.ts'
import { problem } from './map-status.tsx'
import { noteTile } from './picture-view.ts'

/**
 * Answers the addresses `score://…` or `estimate://…` by the worker. Tiles without coverage are empty without asking it, and so are
 * those that fail: `problem` says why, and the next attempt asks for all of them again.
 */
export function tileProtocol(engine: Remote<Engine>, draw: 'tile' | 'estimates'): AddProtocolAction {
  return async ({ url }, { signal }) => {
    const request = readTileAddress(url)
    const { z, x, y } = request
    if (signal.aborted || problem.value !== null || !tileHasCoverage(z, x, y)) return { data: nothing }
    try {
      if (draw === 'estimates') return { data: (await engine.estimates(request)) ?? nothing }
      const drawn = engine.tile(request)
      noteTile(url, await isEmptyTile(engine, request.dimension, drawn))
      return { data: await drawn }
    } catch (error) {
      if (request.dimension === dimension.value && !signal.aborted) problem.value = (error as Error).message
      return { data: nothing }
    }
  }
}

/** MapLibre draws an answer without bytes as transparent. */
const nothing = new Uint8Array()

/** What MapLibre fills a tile's numbers into: `score://…/{z}/{x}/{y}`. */
export function tileAddresses(protocol: 'score' | 'estimate', dimension: string, only: readonly Filter[]): string {
  return `${protocol}://${keyOf(dimension, only)}/{z}/{x}/{y}`
}

/** The tile that such an address, with its numbers filled in, stands for. */
export function readTileAddress(address: string): TileRequest {
  const [key, z, x, y] = address.slice(address.indexOf('://') + 3).split('/')
  const { dimension, only } = JSON.parse(decodeURIComponent(key)) as { dimension: string; only: Filter[] }
  return { dimension, only, z: Number(z), x: Number(x), y: Number(y) }
}

/** No `{` or `/` is left in it. */
function keyOf(dimension: string, only: readonly Filter[]): string {
  return encodeURIComponent(JSON.stringify({ dimension, only }))
}

/** By dimension, what the engine draws where there is nothing: a tile of the North Pacific. */
const emptyTiles = new Map<string, Promise<Uint8Array>>()

/** Whether a tile of a dimension has no score. */
export async function isEmptyTile(
  engine: Remote<Engine>,
  dimension: string,
  drawn: Promise<Uint8Array>,
): Promise<boolean> {
  let nothing = emptyTiles.get(dimension)
  if (nothing === undefined) {
    nothing = engine.tile({ dimension, only: [], z: 6, x: 0, y: 0 })
    nothing.catch(() => emptyTiles.delete(dimension))
    emptyTiles.set(dimension, nothing)
  }
  const [empty, tile] = await Promise.all([nothing, drawn])
  return tile.length === empty.length && tile.every((byte, i) => byte === empty[i])
}

/** Whether a place lies in one of the states' boxes. */
export function placeHasCoverage(lat: number, lon: number): boolean {
  return coveredStates.some(
    ({ box: { west, south, east, north } }) => lon > west && lon < east && lat > south && lat < north,
  )
}

/** Whether a tile of the XYZ scheme touches one of the states' boxes: the others are not asked for. */
export function tileHasCoverage(z: number, x: number, y: number): boolean {
  const across = 2 ** z
  return coveredStates.some(
    ({ box: { west, south, east, north } }) =>
      (x + 1) / across > worldX(west) &&
      x / across < worldX(east) &&
      (y + 1) / across > worldY(north) &&
      y / across < worldY(south),
  )
}

/** Questions of which only the latest matters, such as those of a pointer that moves. */
interface LatestQuestion<Question> {
  ask(question: Question): void
  /** Forgets what was asked; an answer on its way is not told. */
  forget(): void
}

/**
 * Asks one question at a time, at most one per `pause` milliseconds; of those that come in between only the last is asked. A question
 * that fails is passed over.
 */
export function askLatest<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  tell: (answer: Answer, question: Question) => void,
  pause: number,
): LatestQuestion<Question> {
  let next: { readonly question: Question } | null = null
  let busy = false
  let round = 0
  const run = async () => {
    if (busy) return
    busy = true
    while (next !== null) {
      const { question } = next
      const asked = round
      next = null
      const rest = new Promise((resolve) => setTimeout(resolve, pause))
      try {
        const got = await answer(question)
        if (asked === round) tell(got, question)
      } catch {}
      await rest
    }
    busy = false
  }
  return {
    ask(question) {
      next = { question }
      void run()
    },
    forget() {
      next = null
      round++
    },
  }
}
