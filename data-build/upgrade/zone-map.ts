import type { BundleSource } from '../../src/bundle/header.ts'
import type { AreaValues, FactSpec } from '../context.ts'
import type { UsedFile } from '../read/source-folder.ts'

/**
 * The official zones of one map, painted in their order: later ones win. A zone with score 0 takes back what is painted
 * before it.
 */
export interface ZoneMap {
  /**
   * Names the map among those of its layer: `lra`, `48201`. Maps are put over each other in the order of their names.
   */
  readonly id: string
  readonly values: AreaValues
  readonly source: BundleSource
  /** The files that it was read from. */
  readonly files: readonly UsedFile[]
}

/** Zones with what they say, collected one by one. */
export class ZoneList {
  readonly #polygons: AreaValues['polygons'][number][] = []
  readonly #scores: number[] = []
  readonly #notes: (string | null)[] = []
  readonly #counties: (string | null)[] = []
  readonly #facts: Map<string, number[]>

  constructor(facts: readonly FactSpec[]) {
    this.#facts = new Map(facts.map(({ id }) => [id, []]))
  }

  get count(): number {
    return this.#scores.length
  }

  /** @param zone `county`: outside which it does not count, a FIPS code of 5 digits */
  add(zone: {
    readonly polygon: AreaValues['polygons'][number]
    readonly score: number
    readonly facts?: Readonly<Record<string, number>>
    readonly note?: string | null
    readonly county?: string | null
  }): void {
    this.#polygons.push(zone.polygon)
    this.#scores.push(zone.score)
    this.#notes.push(zone.note ?? null)
    this.#counties.push(zone.county ?? null)
    for (const [id, values] of this.#facts) values.push(zone.facts?.[id] ?? Number.NaN)
  }

  /** As packers take them: all of them measured. */
  values(): AreaValues {
    return {
      blockGroups: null,
      polygons: this.#polygons,
      polygonCounty: this.#counties,
      polygonColumns: {
        score: Uint8Array.from(this.#scores),
        basis: this.#scores.map(() => 'measured'),
        facts: Object.fromEntries([...this.#facts].map(([id, values]) => [id, Float32Array.from(values)])),
        notes: this.#notes,
      },
    }
  }
}
