import type { AreaValues, Basis, Polygon } from '../context.ts'

/** A zone of an official map. */
interface Zone {
  readonly polygon: Polygon
  /** Score of the zone; 0 removes the scores of zones that were painted before it. */
  readonly score: number
  /** Five-digit county FIPS code that limits the zone to a county. If null or undefined, the zone counts everywhere. */
  readonly county?: string | null
  /** Note that is added to descriptions; null if the zone has no note, undefined in maps without notes. */
  readonly note?: string | null
  /** Basis of the score. Default: `measured`. */
  readonly basis?: Basis
}

/**
 * Converts zones in painting order to the form that packers accept.
 * @param hasNotes whether descriptions have notes, even if all are null
 */
export function zoneValues<Z extends Zone>(
  zones: readonly Z[],
  facts: Readonly<Record<string, (zone: Z) => number | null>> = {},
  hasNotes = zones.some(({ note }) => note !== undefined),
): AreaValues {
  const column = (factOf: (zone: Z) => number | null) => Float32Array.from(zones, (zone) => factOf(zone) ?? Number.NaN)
  return {
    blockGroups: null,
    polygons: zones.map(({ polygon }) => polygon),
    polygonCounty: zones.map(({ county = null }) => county),
    polygonColumns: {
      score: Uint8Array.from(zones, ({ score }) => score),
      basis: zones.map(({ basis = 'measured' }) => basis),
      facts: Object.fromEntries(Object.entries(facts).map(([id, factOf]) => [id, column(factOf)])),
      ...(hasNotes && { notes: zones.map(({ note = null }) => note) }),
    },
  }
}
