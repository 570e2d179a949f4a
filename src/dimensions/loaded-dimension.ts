import * as z from 'zod/mini'
import { columnIn } from '../bundle/columns.ts'
import { type Bundle, metaOf } from '../bundle/read.ts'
import { BundleError } from '../errors.ts'
import { CENTERS_IN_BLOCK, type Geography } from '../geography.ts'
import { rasterIn, rasterMeta } from '../raster/in-bundle.ts'
import type { PagedRaster } from '../raster/paged-raster.ts'
import type { DimensionId } from './catalog.ts'
import type { Basis, Dimension } from './dimension.ts'
import { type FactMeta, factMeta, factValue } from './facts.ts'
import { PERCENTILES, type Percentile, Percentiles } from './percentiles.ts'

const bases: readonly Basis[] = ['measured', 'modelled', 'estimate']

export const dimensionMeta = z.object({
  build: z.string(),
  /** Polygons with a column element each; the first layer to be read. */
  areas: z.nullable(z.object({ raster: rasterMeta })),
  /** A column element per block group. */
  centres: z.boolean(),
  /** A raster of the scores themselves, read with bilinear interpolation. */
  surface: z.nullable(z.object({ raster: rasterMeta, basis: z.enum(['measured', 'modelled', 'estimate']) })),
  facts: z.array(factMeta),
})

/** A place with its zone and block group; one object is filled anew for every request. */
export interface Place {
  lon: number
  lat: number
  /** 0 outside the coverage. */
  zone: number
  blockGroup: number
}

/** Scratch columns of a chunk of points, shared by all dimensions. */
export interface Batch {
  lon: Float64Array
  lat: Float64Array
  /** 0 outside the coverage; the number of the zone where block groups are wanted, else 1. */
  readonly zone: Uint16Array
  /** Meaningful where `zone` is not 0. */
  readonly blockGroup: Uint16Array
  readonly area: Uint16Array
  count: number
}

interface Fact {
  readonly meta: FactMeta
  readonly centres: Uint8Array | null
  readonly areas: Uint8Array | null
  /** Decoded when it is first asked for: scores do not need it. */
  readonly raster: (() => PagedRaster) | null
  readonly scores: Uint8Array | null
}

/** What a value of a fact describes: `neighborhood` is around the center of a block group, `surroundings` around the place itself. */
export type FactGeography = 'area' | 'block group' | 'tract' | 'neighborhood' | 'surroundings' | 'cell' | 'feature'

/** What answers about one dimension: its bundle, or a layer of a caller's own features. */
export type LoadedDimension = Pick<BundledDimension, keyof BundledDimension>

/**
 * One dimension of a bundle. Its layers are read in order, areas, block groups, surface: the first that knows the place answers.
 */
export class BundledDimension {
  private readonly percentiles: Percentiles
  private readonly areas: {
    readonly meta: z.infer<typeof rasterMeta>
    readonly score: Uint8Array
    readonly basis: Uint8Array
  } | null
  private readonly centres: { readonly score: Uint8Array; readonly basis: Uint8Array } | null
  private readonly surface: { readonly meta: z.infer<typeof rasterMeta>; readonly basis: Basis } | null
  /** Rasters are decoded when they are first asked for. */
  private decodedAreas: PagedRaster | undefined
  private decodedSurface: PagedRaster | undefined
  private readonly facts: ReadonlyMap<string, Fact>

  constructor(
    readonly dimension: Dimension<DimensionId>,
    private readonly bundle: Bundle,
    geography: Geography,
  ) {
    if (bundle.kind !== 'dimension' || bundle.id !== dimension.id)
      throw new BundleError(
        `${bundle.file} holds the ${bundle.kind} '${bundle.id}', expected the dimension '${dimension.id}': it has the wrong name.`,
      )
    const meta = metaOf(bundle, dimensionMeta)
    if (meta.build !== geography.build)
      throw new BundleError(
        `${bundle.file} was built for the geography ${meta.build}, expected ${geography.build}: build or fetch all bundles together.`,
      )
    const perCentre = (name: string) =>
      sized(bundle, name, columnIn(bundle, name, 'u8', CENTERS_IN_BLOCK, geography.size), geography.size)
    const column = (name: string, size: number) => sized(bundle, name, bundle.section(name, 'u8'), size)
    const areas = meta.areas ? bundle.section('areas.score', 'u8').length : 0
    this.areas = meta.areas && {
      meta: meta.areas.raster,
      score: bundle.section('areas.score', 'u8'),
      basis: checkedBasis(bundle, column('areas.basis', areas)),
    }
    this.centres = meta.centres
      ? { score: perCentre('centres.score'), basis: checkedBasis(bundle, perCentre('centres.basis')) }
      : null
    this.surface = meta.surface && { meta: meta.surface.raster, basis: meta.surface.basis }
    const shares = bundle.section('percentiles', 'u16')
    if (shares.length !== PERCENTILES)
      throw new BundleError(`${bundle.file} has ${shares.length} percentiles, expected 256 per state and for all.`)
    this.percentiles = new Percentiles(dimension.than, shares)
    this.facts = new Map(
      meta.facts.map((fact) => [
        fact.id,
        {
          meta: fact,
          centres: fact.at === 'centres' || fact.at === 'both' ? perCentre(`fact.${fact.id}.centres`) : null,
          areas: fact.at === 'areas' || fact.at === 'both' ? column(`fact.${fact.id}.areas`, areas) : null,
          raster: fact.raster ? once(() => rasterIn(bundle, `fact.${fact.id}`, fact.raster!)) : null,
          scores: fact.at === 'scores' ? column(`fact.${fact.id}.scores`, 256) : null,
        },
      ]),
    )
    // Threads that share memory must not decode it side by side.
    if (isShared(shares)) this.decode()
  }

  /** Decodes what is else decoded when it is first asked for. */
  decode(): void {
    if (this.areas !== null) this.areaRaster(this.areas)
    if (this.surface !== null) this.rasterOf(this.surface)
    for (const { raster } of this.facts.values()) raster?.()
  }

  private areaRaster({ meta, score }: { meta: z.infer<typeof rasterMeta>; score: Uint8Array }): PagedRaster {
    this.decodedAreas ??= areasIn(this.bundle, meta, score)
    return this.decodedAreas
  }

  private rasterOf({ meta }: { meta: z.infer<typeof rasterMeta> }): PagedRaster {
    this.decodedSurface ??= rasterIn(this.bundle, 'surface', meta)
    return this.decodedSurface
  }

  get sources(): Bundle['sources'] {
    return this.bundle.sources
  }

  get needsBlockGroups(): boolean {
    return this.centres !== null
  }

  /** 0-255. */
  score(place: Place): number {
    if (place.zone === 0) return 0
    const score = this.zoneScore(place)
    if (score > 0) return score
    return this.surface === null ? 0 : this.rasterOf(this.surface).interpolate(place.lon, place.lat)
  }

  /** Whether there are areas or block groups, at whose borders scores change at once. */
  get hasZones(): boolean {
    return this.areas !== null || this.centres !== null
  }

  /** Cells per degree of the areas; null where there are none. */
  get areasPerDegree(): number | null {
    return this.areas === null ? null : this.areaRaster(this.areas).perDegree
  }

  /** The score of the area or block group at a place of the coverage; 0 where there is none, whatever a surface says. */
  zoneScore(place: Place): number {
    if (this.areas !== null) {
      const score = this.areas.score[this.areaRaster(this.areas).at(place.lon, place.lat)]
      if (score > 0) return score
    }
    return this.centres === null ? 0 : this.centres.score[place.blockGroup]
  }

  /** Null where there is no surface. */
  get surfaceRaster(): PagedRaster | null {
    return this.surface === null ? null : this.rasterOf(this.surface)
  }

  /** Scores of a batch of points by areas and block groups, written to `out`; 0 where they are those of the surface. Allocates nothing. */
  scoreBatch(batch: Batch, out: Uint8Array): void {
    const { lon, lat, zone, blockGroup, area, count } = batch
    if (this.areas !== null) {
      const { score } = this.areas
      const raster = this.areaRaster(this.areas)
      raster.columns(lon, lat, count, area)
      for (let i = 0; i < count; i++) out[i] = zone[i] === 0 ? 0 : score[area[i]]
    } else out.fill(0, 0, count)
    if (this.centres !== null) {
      const { score } = this.centres
      for (let i = 0; i < count; i++) if (out[i] === 0 && zone[i] !== 0) out[i] = score[blockGroup[i]]
    }
  }

  /**
   * The basis of the scores that `scoreBatch` wrote for this batch, written over them: 1 measured, 2 modelled, 3 estimate; 0 stays 0.
   * Wants the block groups.
   */
  basisBatch(batch: Batch, out: Uint8Array): void {
    const place: Place = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
    for (let i = 0; i < batch.count; i++) {
      if (out[i] === 0) continue
      place.lon = batch.lon[i]
      place.lat = batch.lat[i]
      place.zone = batch.zone[i]
      place.blockGroup = batch.blockGroup[i]
      out[i] = 1 + bases.indexOf(this.basis(place))
    }
  }

  /** The basis of the score at a place. */
  basis(place: Place): Basis {
    const area = this.areaAt(place)
    if (this.areas !== null && this.areas.score[area] > 0) return bases[this.areas.basis[area]]
    if (this.centres !== null && this.centres.score[place.blockGroup] > 0)
      return bases[this.centres.basis[place.blockGroup]]
    if (this.dimension.basis) return this.dimension.basis((id) => this.fact(id, place))
    return this.surface?.basis ?? 'estimate'
  }

  /** A raw quantity at a place, in its unit; NaN where not known. */
  fact(id: string, place: Place): number {
    const fact = this.facts.get(id)
    if (fact === undefined) return Number.NaN
    return factValue(fact.meta, this.factByte(fact, place).byte)
  }

  /** All quantities at a place that are known there, with the kind of area each describes. */
  inputs(place: Place): { meta: FactMeta; value: number; geography: FactGeography }[] {
    const score = this.score(place)
    return [...this.facts.values()].flatMap((fact) => {
      const { byte, geography } = this.factByte(fact, place)
      // At the ends of the scale a value by score is a bound, not a measure.
      return byte === 0 || (fact.scores !== null && (score === 1 || score === 255))
        ? []
        : [{ meta: fact.meta, value: factValue(fact.meta, byte), geography }]
    })
  }

  /** Where a score stands among those of people. 1-255; `state` is a FIPS code. */
  percentile(score: number, state: string): Percentile {
    return this.percentiles.of(score, state)
  }

  /** Percentiles of a column of scores: see `Percentiles`. */
  percentileColumn(score: Uint8Array, state: Uint8Array, out: Uint8Array): void {
    this.percentiles.column(score, state, out)
  }

  private areaAt(place: Place): number {
    return this.areas === null ? 0 : this.areaRaster(this.areas).at(place.lon, place.lat)
  }

  private factByte(fact: Fact, place: Place): { byte: number; geography: FactGeography } {
    if (fact.scores !== null) return { byte: fact.scores[this.score(place)], geography: 'surroundings' }
    if (fact.raster !== null) {
      const geography = fact.meta.of === 'neighborhood' ? 'surroundings' : 'cell'
      return { byte: fact.raster().interpolate(place.lon, place.lat), geography }
    }
    const area = this.areaAt(place)
    // Where an area answers, a block group's figure would describe another place.
    if (this.areas !== null && this.areas.score[area] > 0)
      return { byte: fact.areas === null ? 0 : fact.areas[area], geography: 'area' }
    const geography = fact.meta.of ?? 'block group'
    return { byte: fact.centres === null ? 0 : fact.centres[place.blockGroup], geography }
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

function isShared({ buffer }: Uint16Array): boolean {
  return globalThis.SharedArrayBuffer !== undefined && (buffer as unknown) instanceof SharedArrayBuffer
}

function sized(bundle: Bundle, name: string, column: Uint8Array, size: number): Uint8Array {
  if (column.length !== size)
    throw new BundleError(
      `${bundle.file} has ${column.length} values in '${name}', expected ${size}, one per block group or area.`,
    )
  return column
}

function areasIn(bundle: Bundle, meta: z.infer<typeof rasterMeta>, score: Uint8Array): PagedRaster {
  const raster = rasterIn(bundle, 'areas', meta)
  const highest = raster.highest()
  if (highest >= score.length)
    throw new BundleError(
      `${bundle.file} has a cell of area ${highest}, expected fewer than its ${score.length} areas.`,
    )
  return raster
}

function checkedBasis(bundle: Bundle, column: Uint8Array): Uint8Array {
  const wrong = column.find((basis) => basis >= bases.length)
  if (wrong !== undefined)
    throw new BundleError(`${bundle.file} has a basis ${wrong}, expected 0 (measured), 1 (modelled) or 2 (estimate).`)
  return column
}
