import { keptBy } from '../../data/bundle/once.ts'
import { readValues } from '../../data/raster/raster-columns.ts'
import { BasisByByte } from './basis-by-byte.ts'
import { bases } from './dimension.ts'
import { factValue } from './facts.ts'
import type { Batch, LoadedDimension, Spot } from './loaded-dimension.ts'

/**
 * Writes the area and block group scores of a batch of points to `out`, and 0 for points that the surface must score.
 * If `basis` is given, also writes the basis of each score: 1 measured, 2 modeled, 3 estimate, and 0 for points that
 * the surface must score. Allocates nothing.
 */
export function writeScores(
  loaded: LoadedDimension,
  batch: Batch,
  out: Uint8Array,
  basis: Uint8Array | null = null,
): void {
  if (loaded.scoreBatch !== undefined) {
    loaded.scoreBatch(batch, out)
    return
  }
  const { lon, lat, zone, blockGroup, area, count } = batch
  const { areas, centers } = loaded.layers
  if (areas !== null) {
    const { raster, score } = areas
    readValues(raster, lon, lat, count, area)
    for (let i = 0; i < count; i++) out[i] = zone[i] === 0 ? 0 : score[area[i]]
    if (basis !== null) takeBases(areas.basis, area, out, count, basis)
  } else {
    out.fill(0, 0, count)
    basis?.fill(0, 0, count)
  }
  if (centers !== null) {
    const { score } = centers
    for (let i = 0; i < count; i++) {
      if (out[i] !== 0 || zone[i] === 0) continue
      out[i] = score[blockGroup[i]]
      if (basis !== null && out[i] !== 0) basis[i] = 1 + centers.basis[blockGroup[i]]
    }
  }
}

/**
 * Writes the basis of surface scores where `writeScores` left 0 in `basis`. The batch must contain the block groups.
 */
export function writeSurfaceBases(
  loaded: LoadedDimension,
  { lon, lat, zone, blockGroup, count }: Batch,
  out: Uint8Array,
  basis: Uint8Array,
): void {
  if (loaded.layers.surface === null) return
  if (loaded.dimension.basis === undefined) {
    fillBases(1 + bases.indexOf(loaded.surfaceBasis), out, count, basis)
    return
  }
  const byByte = basisByByte(loaded).found
  if (byByte !== null) {
    byByte.fill(lon, lat, count, out, basis)
    return
  }
  const spot: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  for (let i = 0; i < count; i++) {
    if (basis[i] !== 0 || out[i] === 0) continue
    spot.lon = lon[i]
    spot.lat = lat[i]
    spot.zone = zone[i]
    spot.blockGroup = blockGroup[i]
    basis[i] = 1 + bases.indexOf(loaded.basis(spot))
  }
}

/**
 * Replaces each score that `writeScores` wrote for this batch with its basis: 1 measured, 2 modeled, 3 estimate. Zeros
 * are unchanged. The batch must contain the block groups.
 */
export function replaceByBases(loaded: LoadedDimension, batch: Batch, out: Uint8Array): void {
  const { areas, centers } = loaded.layers
  const { lon, lat, zone, blockGroup, area, count } = batch
  const basisOf = loaded.dimension.basis
  const surfaceBasis = 1 + bases.indexOf(loaded.surfaceBasis)
  if (areas !== null) readValues(areas.raster, lon, lat, count, area)
  for (let i = 0; i < count; i++) {
    if (out[i] === 0) continue
    const group = blockGroup[i]
    if (areas !== null && areas.score[area[i]] > 0) out[i] = 1 + areas.basis[area[i]]
    else if (centers !== null && centers.score[group] > 0) out[i] = 1 + centers.basis[group]
    else if (basisOf === undefined) out[i] = surfaceBasis
    else out[i] = 1 + bases.indexOf(loaded.basis({ lon: lon[i], lat: lat[i], zone: zone[i], blockGroup: group }))
  }
}

const basisByByte = keptBy((loaded: LoadedDimension) => ({ found: findBasisByByte(loaded) }))

/**
 * Creates the basis lookup if the basis of surface scores depends only on one fact that is stored in a raster.
 * Otherwise, returns null.
 */
function findBasisByByte(loaded: LoadedDimension): BasisByByte | null {
  const basisOf = loaded.dimension.basis
  if (basisOf === undefined) return null
  const factIds = new Set<string>()
  basisOf((id) => {
    factIds.add(id)
    return Number.NaN
  })
  const fact = factIds.size === 1 ? loaded.getFactRaster([...factIds][0]) : null
  if (fact === null) return null
  const byByte = Uint8Array.from(
    { length: 256 },
    (_, byte) => 1 + bases.indexOf(basisOf(() => factValue(fact.meta, byte))),
  )
  return new BasisByByte(fact.raster, byByte)
}

/**
 * Writes the basis of each point whose score comes from an area: 1 measured, 2 modeled, 3 estimate; 0 for points
 * without a score.
 */
function takeBases(areaBases: Uint8Array, area: Uint16Array, score: Uint8Array, count: number, out: Uint8Array): void {
  for (let i = 0; i < count; i++) out[i] = score[i] === 0 ? 0 : 1 + areaBases[area[i]]
}

/** Writes a basis for points that have a score but no basis yet. */
function fillBases(basis: number, score: Uint8Array, count: number, out: Uint8Array): void {
  for (let i = 0; i < count; i++) if (out[i] === 0 && score[i] !== 0) out[i] = basis
}
