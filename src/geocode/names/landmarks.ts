import { TextColumn } from '../../bundle/columns.ts'
import { checkLength, SCALE } from '../../bundle/paths.ts'
import type { Bundle } from '../../bundle/read.ts'
import { BundleError } from '../../errors.ts'

/** The landmarks of a bundle (docs/bundle-format.md): columns of one row each. */
export interface LandmarkColumns {
  readonly size: number
  /** The one to show, then others, parted by `|`. */
  readonly names: TextColumn
  readonly city: TextColumn
  readonly state: TextColumn
  /** Degrees times `SCALE`. */
  readonly lon: Int32Array
  readonly lat: Int32Array
  /** Meters that hold most of it. */
  readonly radius: Uint32Array
  /** 1 a neighborhood, quarter or region, 0 else. */
  readonly area: Uint8Array
  /** 3 known in the nation, 2 an airport or national park, 1 a large park, 0 else. */
  readonly rank: Uint8Array
}

/** @throws BundleError where the bundle is of another kind or its sections do not fit each other */
export function landmarkColumns(bundle: Bundle): LandmarkColumns {
  if (bundle.kind !== 'landmarks')
    throw new BundleError(`${bundle.file} is a bundle of kind '${bundle.kind}', expected 'landmarks'.`)
  const names = new TextColumn(bundle, 'names')
  const columns = {
    city: new TextColumn(bundle, 'city'),
    state: new TextColumn(bundle, 'state'),
    lon: bundle.section('lon', 'i32'),
    lat: bundle.section('lat', 'i32'),
    radius: bundle.section('radius', 'u32'),
    area: bundle.section('area', 'u8'),
    rank: bundle.section('rank', 'u8'),
  }
  for (const [column, { length }] of Object.entries(columns)) checkLength(bundle, column, length, names.length)
  for (let i = 0; i < names.length; i++)
    if (Math.abs(columns.lat[i]) > 90 * SCALE || Math.abs(columns.lon[i]) > 180 * SCALE)
      throw new BundleError(
        `${bundle.file} has landmark ${i} at ${columns.lat[i] / SCALE}, ${columns.lon[i] / SCALE}, expected it on Earth.`,
      )
  return { size: names.length, names, ...columns }
}
