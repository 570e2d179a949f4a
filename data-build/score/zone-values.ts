import type { AreaValues, Polygon } from '../context.ts'

/** An official zone of a map. */
interface Zone {
  readonly polygon: Polygon
  /** 0 takes back what is painted before it. */
  readonly score: number
  /** The five-digit county outside which the zone does not count; null and left out: it counts everywhere. */
  readonly county?: string | null
  /** What descriptions say of it in words; null: nothing. Left out by maps without any. */
  readonly note?: string | null
}

/**
 * Zones in the order in which they are painted, as packers take them: all of them measured.
 *
 * @param hasNotes whether descriptions have notes, be they all null
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
      basis: zones.map(() => 'measured'),
      facts: Object.fromEntries(Object.entries(facts).map(([id, factOf]) => [id, column(factOf)])),
      ...(hasNotes && { notes: zones.map(({ note = null }) => note) }),
    },
  }
}
