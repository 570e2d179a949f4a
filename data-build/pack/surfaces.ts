import { factByte } from '../../src/dimensions/fact.ts'
import { RasterBuilder } from '../../src/raster/build.ts'
import type { FactSpec, SurfaceScorer, SurfaceValues, View } from '../context.ts'
import type { CellBlock } from '../geography/views.ts'

/** A surface scorer whose sources are read and whose tables are made. */
export interface PreparedSurface {
  readonly scorer: SurfaceScorer
  readonly run: (view: View, wanted: 'score' | 'facts' | 'both') => SurfaceValues
}

/** What a block yields for one scorer: bytes of 256 × 256 cells under `score` or a fact's id. */
export interface BlockBytes {
  readonly scorer: string
  readonly layer: string
  readonly values: Uint8Array
}

/** The layers of a scorer that have this cell size. */
export function layersAt(scorer: SurfaceScorer, step: number): { score: boolean; facts: readonly FactSpec[] } {
  return { score: scorer.step === step, facts: scorer.surfaceFacts.filter(({ cell }) => cell === step) }
}

/** Runs the scorers that have a layer of the block's cell size over its view. */
export function bytesOfBlock(prepared: readonly PreparedSurface[], block: CellBlock, view: View): BlockBytes[] {
  const bytes: BlockBytes[] = []
  for (const { scorer, run } of prepared) {
    const { score, facts } = layersAt(scorer, block.step)
    if (!score && facts.length === 0) continue
    const values = run(view, facts.length === 0 ? 'score' : score ? 'both' : 'facts')
    const add = (layer: string, value: (i: number) => number) => {
      const cells = new Uint8Array(65536)
      for (let i = 0; i < block.cells.length; i++) cells[block.cells[i]] = value(i)
      bytes.push({ scorer: scorer.id, layer, values: cells })
    }
    if (score) add('score', (i) => scoreByte(values.score[i]))
    for (const fact of facts) add(fact.id, (i) => factByte(fact, values.facts[fact.id][i]))
  }
  return bytes
}

/** Rounded and held in 1-255; 0 for NaN. */
export function scoreByte(score: number): number {
  return Number.isNaN(score) ? 0 : Math.min(255, Math.max(1, Math.round(score)))
}

/** Collects the bytes of blocks into rasters, one per scorer and layer. */
export class SurfaceRasters {
  private readonly builders = new Map<string, RasterBuilder>()

  add({ step, x, y }: CellBlock, bytes: readonly BlockBytes[]): void {
    for (const { scorer, layer, values } of bytes) {
      const key = `${scorer} ${layer}`
      const builder = this.builders.get(key) ?? new RasterBuilder(step, false, true)
      this.builders.set(key, builder)
      builder.add({ x: x >> 8, y: y >> 8, values })
    }
  }

  raster(scorer: string, layer: string): ReturnType<RasterBuilder['finish']> {
    const builder = this.builders.get(`${scorer} ${layer}`)
    if (!builder) throw new RangeError(`no layer ${layer} of ${scorer} was built`)
    return builder.finish()
  }
}
