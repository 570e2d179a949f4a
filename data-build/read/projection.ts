import proj4 from 'proj4'
import { reasonOf, SourceError } from './source-error.ts'

/** From a layer's coordinates to longitude and latitude in degrees. */
export type ToDegrees = (x: number, y: number) => readonly [lon: number, lat: number]

/** Both ways between a layer's coordinates and degrees. */
export interface Projection {
  readonly toDegrees: ToDegrees
  readonly fromDegrees: ToDegrees
}

/**
 * NAD83 (epoch-less) and WGS84 differ by 1-2 m in the three states: one cell of the grid is 93 m, so they count as
 * equal.
 */
const DEGREES = '+proj=longlat +datum=NAD83 +no_defs'
const IN_DEGREES = new Set(['EPSG:4269', 'EPSG:4326', 'OGC:CRS84'])

const DEFINITIONS: Readonly<Record<string, string>> = {
  // California (Teale) Albers: CAL FIRE's layers
  'EPSG:3310':
    '+proj=aea +lat_0=0 +lon_0=-120 +lat_1=34 +lat_2=40.5 +x_0=0 +y_0=-4000000 +datum=NAD83 +units=m +no_defs',
  // Conus Albers: USGS land cover
  'EPSG:5070': '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +datum=NAD83 +units=m +no_defs',
  // Web Mercator: agencies' map servers
  'EPSG:3857':
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
}

/**
 * The projection named by an EPSG code, a WKT (`.prj`) or a proj string. `file` is only for the errors.
 * Throws a `SourceError` when unknown or on the NAD27 datum, whose shift of up to 100 m needs grids that are not
 * included.
 */
export function projectionOf(definition: string, file: string): Projection {
  const known = DEFINITIONS[definition] ?? definition.trim()
  if (IN_DEGREES.has(known)) return { toDegrees: same, fromDegrees: same }
  if (/NAD_?27|North_American_(Datum_)?1927/i.test(known)) {
    throw new SourceError({ file, found: 'coordinates on the NAD27 datum', expectation: 'NAD83 or WGS84' })
  }
  if (/^GEOGCS\[/i.test(known)) return { toDegrees: same, fromDegrees: same }
  try {
    const converter = proj4(known, DEGREES)
    return {
      toDegrees: (x, y) => converter.forward([x, y]) as [number, number],
      fromDegrees: (lon, lat) => converter.inverse([lon, lat]) as [number, number],
    }
  } catch (cause) {
    const found = `the projection "${known.slice(0, 60)}" is unknown (${reasonOf(cause)})`
    throw new SourceError({ file, found, expectation: 'an EPSG code of the catalog, WKT or a proj string' }, { cause })
  }
}

function same(x: number, y: number): readonly [number, number] {
  return [x, y]
}
