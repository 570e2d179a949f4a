import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { Geography } from '../geography.ts'
import type { ColumnScorer } from '../scores/column-scorer.ts'
import { HOMES, type People } from './people.ts'

/**
 * Scores at the homes of block groups, each computed when it is first wanted and kept: a byte per home and dimension.
 */
export class HomeScores {
  /** By dimension; good for the block groups of the last `prepare`. */
  readonly #columns = new WeakMap<LoadedDimension, { readonly score: Uint8Array; readonly known: Uint8Array }>()

  constructor(
    private readonly geography: Geography,
    private readonly people: People,
    private readonly scorer: ColumnScorer,
  ) {}

  /** Scores by home, good for those given. `homes` keeps the homes of a block group together. */
  columnsFor(homes: Uint32Array, dimensions: readonly LoadedDimension[]): Uint8Array[] {
    const wanted = dimensions.map((dimension) => this.#columnOf(dimension))
    const missing: number[] = []
    let last = -1
    for (let i = 0; i < homes.length; i++) {
      const blockGroup = Math.floor(homes[i] / HOMES)
      if (blockGroup === last) continue
      last = blockGroup
      for (let d = 0; d < wanted.length; d++)
        if (wanted[d].known[blockGroup] === 0) {
          missing.push(blockGroup)
          break
        }
    }
    if (missing.length > 0) this.#compute(missing, dimensions)
    return wanted.map(({ score }) => score)
  }

  #columnOf(dimension: LoadedDimension) {
    let column = this.#columns.get(dimension)
    if (column === undefined) {
      const { size } = this.geography
      column = { score: new Uint8Array(size * HOMES), known: new Uint8Array(size) }
      this.#columns.set(dimension, column)
    }
    return column
  }

  #compute(blockGroups: readonly number[], dimensions: readonly LoadedDimension[]): void {
    const lon = new Float64Array(blockGroups.length * HOMES)
    const lat = new Float64Array(blockGroups.length * HOMES)
    blockGroups.forEach((blockGroup, i) => {
      const [from, to] = [blockGroup * HOMES, (blockGroup + 1) * HOMES]
      lon.set(this.people.lon.subarray(from, to), i * HOMES)
      lat.set(this.people.lat.subarray(from, to), i * HOMES)
    })
    const scores = dimensions.map(() => new Uint8Array(lon.length))
    this.scorer.score(lon, lat, dimensions, scores)
    dimensions.forEach((dimension, d) => {
      const { score, known } = this.#columnOf(dimension)
      blockGroups.forEach((blockGroup, i) => {
        score.set(scores[d].subarray(i * HOMES, (i + 1) * HOMES), blockGroup * HOMES)
        known[blockGroup] = 1
      })
    })
  }
}
