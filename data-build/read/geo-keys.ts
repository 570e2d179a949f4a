import { definitionByCode } from './projection.ts'
import { SourceError } from './source-error.ts'

/** GeoKeys of a GeoTIFF by name, as the geotiff package returns them. */
export type GeoKeys = Readonly<Record<string, unknown>>

const USER_DEFINED = 32767
const MODEL = { projected: 1, geographic: 2 }
const DEGREE = 9102
const METER = 9001
/** Meters per linear unit, for the EPSG units used in the United States. */
const METERS: Readonly<Record<number, number>> = { [METER]: 1, 9002: 0.3048, 9003: 1200 / 3937 }

/**
 * Returns the coordinate system that GeoKeys describe: `EPSG:` and a code, a WKT, or a proj string built from the
 * parameters.
 * @throws {SourceError} when the keys describe no coordinate system, or an unsupported one
 */
export function definitionInKeys(keys: GeoKeys, file: string): string {
  const model = keys.GTModelTypeGeoKey
  const projected = codeIn(keys, 'ProjectedCSTypeGeoKey')
  if (model === MODEL.geographic || (model === undefined && projected === undefined)) return geographic(keys, file)
  if (model !== MODEL.projected && model !== undefined)
    throw new SourceError({
      file,
      found: `a coordinate model ${String(model)}`,
      expectation: 'projected or geographic',
    })
  if (projected !== undefined) return withUnits(projected, keys, file)
  const wkt = /(?:PROJCS|PROJCRS)\[[\s\S]*\]/.exec(
    `${keys.PCSCitationGeoKey ?? ''} ${keys.GTCitationGeoKey ?? ''}`,
  )?.[0]
  return wkt ?? byParameters(keys, file)
}

function geographic(keys: GeoKeys, file: string): string {
  const code = codeIn(keys, 'GeographicTypeGeoKey')
  const unit = keys.GeogAngularUnitsGeoKey
  if (unit !== undefined && unit !== DEGREE)
    throw new SourceError({ file, found: `coordinates in the angular unit ${String(unit)}`, expectation: 'degrees' })
  if (code !== undefined) return `EPSG:${code}`
  if (keys.GTModelTypeGeoKey === undefined || !('GeographicTypeGeoKey' in keys))
    throw new SourceError({
      file,
      found: 'GeoKeys without a projection',
      expectation: 'an EPSG code or its parameters',
    })
  return isOnNad27(keys) ? 'NAD27' : 'EPSG:4269'
}

/**
 * Returns the coordinate system for a code. If the keys name a unit other than the unit of this system, the unit in the
 * keys is used, as in GDAL.
 */
function withUnits(code: number, keys: GeoKeys, file: string): string {
  const meters = metersOfUnit(keys, file)
  const definition = definitionByCode(code)
  if (meters === null || definition === undefined || !definition.includes('+units=')) return `EPSG:${code}`
  const units: Readonly<Record<string, number>> = { m: 1, ft: METERS[9002], 'us-ft': METERS[9003] }
  const unit = /\+units=(\S+)/.exec(definition)![1]
  if (Math.abs((units[unit] ?? 0) - meters) < 1e-9) return `EPSG:${code}`
  return definition.replace(/\+units=\S+/, `+to_meter=${meters}`)
}

/** Projections by `ProjCoordTransGeoKey`, with the parameters that each has in addition to its origin. */
const PROJECTIONS: Readonly<
  Record<number, { readonly name: string; readonly parallels: 0 | 2; readonly scale: boolean }>
> = {
  1: { name: 'tmerc', parallels: 0, scale: true },
  7: { name: 'merc', parallels: 0, scale: true },
  8: { name: 'lcc', parallels: 2, scale: false },
  9: { name: 'lcc', parallels: 0, scale: true },
  10: { name: 'laea', parallels: 0, scale: false },
  11: { name: 'aea', parallels: 2, scale: false },
}

function byParameters(keys: GeoKeys, file: string): string {
  const utm = /^16([01])(\d\d)$/.exec(String(keys.ProjectionGeoKey ?? ''))
  if (utm !== null) return `+proj=utm +zone=${Number(utm[2])}${utm[1] === '1' ? ' +south' : ''} +datum=NAD83`
  const transformation = keys.ProjCoordTransGeoKey
  const projection = typeof transformation === 'number' ? PROJECTIONS[transformation] : undefined
  if (projection === undefined) {
    const found =
      transformation === undefined ? 'GeoKeys without a projection' : `the GeoTIFF projection ${String(transformation)}`
    throw new SourceError({
      file,
      found,
      expectation: 'an EPSG code, or the parameters of an Albers, Lambert or Mercator projection',
    })
  }
  if (isOnNad27(keys)) return 'NAD27'
  const meters = metersOfUnit(keys, file) ?? 1
  const number = (names: readonly string[], otherwise?: number): number => {
    const value = names.map((name) => keys[name]).find((candidate) => typeof candidate === 'number')
    if (typeof value === 'number') return value
    if (otherwise !== undefined) return otherwise
    throw new SourceError({
      file,
      found: `a projection without ${names[0]}`,
      expectation: 'all parameters of the projection',
    })
  }
  const latitudes = ['ProjNatOriginLatGeoKey', 'ProjFalseOriginLatGeoKey', 'ProjCenterLatGeoKey']
  const longitudes = ['ProjNatOriginLongGeoKey', 'ProjFalseOriginLongGeoKey', 'ProjCenterLongGeoKey']
  const eastings = ['ProjFalseEastingGeoKey', 'ProjFalseOriginEastingGeoKey', 'ProjCenterEastingGeoKey']
  const northings = ['ProjFalseNorthingGeoKey', 'ProjFalseOriginNorthingGeoKey', 'ProjCenterNorthingGeoKey']
  const latitude = number(latitudes)
  const parts = [`+proj=${projection.name} +lat_0=${latitude} +lon_0=${number(longitudes)}`]
  if (projection.parallels === 2)
    parts.push(`+lat_1=${number(['ProjStdParallel1GeoKey'])} +lat_2=${number(['ProjStdParallel2GeoKey'])}`)
  else if (projection.name === 'lcc') parts.push(`+lat_1=${latitude}`)
  if (projection.scale) parts.push(`+k=${number(['ProjScaleAtNatOriginGeoKey', 'ProjScaleAtCenterGeoKey'], 1)}`)
  parts.push(`+x_0=${number(eastings, 0) * meters} +y_0=${number(northings, 0) * meters}`)
  parts.push(`+datum=NAD83 ${meters === 1 ? '+units=m' : `+to_meter=${meters}`} +no_defs`)
  return parts.join(' ')
}

/** Returns the length in meters of the unit that the keys name, or null if they name no unit. */
function metersOfUnit(keys: GeoKeys, file: string): number | null {
  const unit = keys.ProjLinearUnitsGeoKey
  if (unit === undefined) return null
  const size = unit === USER_DEFINED ? keys.ProjLinearUnitSizeGeoKey : METERS[Number(unit)]
  if (typeof size === 'number' && size > 0) return size
  throw new SourceError({ file, found: `coordinates in the unit ${String(unit)}`, expectation: 'meters or feet' })
}

function isOnNad27(keys: GeoKeys): boolean {
  const datum = keys.GeogGeodeticDatumGeoKey
  const code = keys.GeographicTypeGeoKey
  return datum === 6267 || code === 4267 || /NAD ?_?27|North.American.1927/i.test(`${keys.GeogCitationGeoKey ?? ''}`)
}

function codeIn(keys: GeoKeys, name: string): number | undefined {
  const code = keys[name]
  return typeof code === 'number' && code !== USER_DEFINED && code !== 0 ? code : undefined
}
