import proj4 from 'proj4'
import { COORDINATE_SYSTEMS } from './coordinate-systems.ts'
import { SourceError } from './source-error.ts'

/** Converts a layer's coordinates to longitude and latitude in degrees. */
export type ToDegrees = (x: number, y: number) => readonly [lon: number, lat: number]

/** Converts between a layer's coordinates and degrees. */
export interface Projection {
  readonly toDegrees: ToDegrees
  readonly fromDegrees: ToDegrees
}

/**
 * NAD83 (without an epoch) and WGS84 differ by 1-2 m in the three states. They are treated as equal, because grid cells
 * are much larger (62 m).
 */
const DEGREES = '+proj=longlat +datum=NAD83 +no_defs'

/** Other codes for Web Mercator (EPSG:3857): Esri's codes, the unofficial 900913, and EPSG's own deprecated code. */
const WEB_MERCATOR = [102100, 102113, 900913, 3785]

let definitions: ReadonlyMap<number, string> | undefined

/** Returns proj strings by code. The table is parsed on the first call. */
function definitionsByCode(): ReadonlyMap<number, string> {
  if (definitions !== undefined) return definitions
  const byCode = new Map<number, string>()
  for (const line of COORDINATE_SYSTEMS.trim().split('\n')) {
    const [definition, codes] = line.split('|')
    for (const code of codes.split(' ')) byCode.set(Number(code), definition)
  }
  for (const code of WEB_MERCATOR) byCode.set(code, byCode.get(3857)!)
  definitions = byCode
  return byCode
}

/**
 * Returns the proj string for an EPSG or Esri code, `NAD27` for all systems on that datum, or undefined for unknown
 * codes.
 */
export function definitionByCode(code: number): string | undefined {
  return definitionsByCode().get(code)
}

/**
 * Returns the projection for an EPSG or Esri code (`EPSG:2277`), a WKT (`.prj`) or a proj string. `file` is only used
 * in errors. Throws a `SourceError` if the projection is unknown or on the NAD27 datum, whose shift of up to 100 m
 * needs grids that are not included.
 */
export function getProjection(definition: string, file: string): Projection {
  const text = definition.trim()
  const code = /^(?:EPSG|ESRI):(\d+)$/i.exec(text)?.[1]
  const projected = code === undefined ? horizontalPart(text) : definitionByCode(Number(code))
  if (projected === undefined || projected === '' || /^OGC:/i.test(projected)) {
    if (/^OGC:CRS84h?$/i.test(text)) return { toDegrees: same, fromDegrees: same }
    throw unknownProjection(text, file)
  }
  if (/NAD_?27|North_American_(Datum_)?1927/i.test(projected)) {
    throw new SourceError({ file, found: 'coordinates on the NAD27 datum', expectation: 'NAD83 or WGS84' })
  }
  const isInDegrees = code !== undefined && projected.startsWith('+proj=longlat')
  if (isInDegrees || /^(GEOGCS|GEOGCRS|GEODCRS|GEODETICCRS|GEOGRAPHICCRS)\[/i.test(projected))
    return { toDegrees: same, fromDegrees: same }
  try {
    const converter = proj4(projected, DEGREES)
    return {
      toDegrees: (x, y) => converter.forward([x, y]) as [number, number],
      fromDegrees: (lon, lat) => converter.inverse([lon, lat]) as [number, number],
    }
  } catch (cause) {
    throw unknownProjection(text, file, cause)
  }
}

/** Returns the horizontal system of a compound or bound WKT. Any other text is returned unchanged. */
function horizontalPart(text: string): string {
  if (!/^(COMPD_CS|COMPOUNDCRS|BOUNDCRS)\[/i.test(text)) return text
  const start = text.search(/\b(PROJCS|PROJCRS|PROJECTEDCRS)\[/i)
  const from = start < 0 ? text.search(/\b(GEOGCS|GEOGCRS|GEODCRS)\[/i) : start
  if (from < 0) return text
  let depth = 0
  let isQuoted = false
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) return text.slice(from, at + 1)
  }
  return text
}

function unknownProjection(text: string, file: string, cause?: unknown): SourceError {
  const found = `the projection "${text.slice(0, 60)}" is unknown`
  const expectation = 'an EPSG code that is used in the United States, WKT or a proj string'
  return new SourceError({ file, found, expectation }, cause === undefined ? {} : { cause })
}

function same(x: number, y: number): readonly [number, number] {
  return [x, y]
}
