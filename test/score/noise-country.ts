import { gzipSync } from 'node:zlib'
import type { BuildContext, View } from '../../data-build/context.ts'
import { kernelSources, pointView } from '../../data-build/geography/views.ts'
import { madeFolder } from '../read/made-folder.ts'

/** Eight block groups of a town on a railway, the first inhabited, and eight without people, roads or rails 400 km west of it. */
export function madeCountry(): { readonly context: BuildContext; readonly view: View } {
  const lat = Float64Array.from({ length: 16 }, (_, b) => (b === 0 ? 30 : 30 + b / 1e6))
  const lon = Float64Array.from({ length: 16 }, (_, b) => (b < 8 ? -98 : -102))
  const town = (value: number) => Float64Array.from(lon, (_, b) => (b < 8 ? value : 0))
  const one = (value: number) => Float64Array.from(lon, (_, b) => (b === 0 ? value : 0))
  const population = one(4000)
  const sources = kernelSources(lat, lon, population, town(1))
  const view = pointView(sources, Float64Array.of(30, 30), Float64Array.of(-98, -102))
  const rails = (lines: readonly (readonly [number, number])[][]) =>
    gzipSync(
      JSON.stringify({
        type: 'FeatureCollection',
        features: lines.map((coordinates) => ({
          type: 'Feature',
          properties: {},
          geometry: { type: 'LineString', coordinates },
        })),
      }),
    )
  const folder = madeFolder({
    'epa/ejscreen_tract2010.csv.gz': gzipSync('"census_tract_id","traffic_proximity"\n"48001000100",400\n'),
    'natural-earth/ne_10m_railroads_north_america.CA.geojson.gz': rails([]),
    'natural-earth/ne_10m_railroads_north_america.FL.geojson.gz': rails([]),
    'natural-earth/ne_10m_railroads_north_america.TX.geojson.gz': rails([
      [
        [-98.1, 30],
        [-97.9, 30],
      ],
    ]),
    'faa/NfdcFacilities.CA_TX_FL.xls.gz': gzipSync(
      [
        'SiteNumber|Type|LocationID|FacilityName|State|Use|AirportStatusCode|ARPLatitudeS|ARPLongitudeS|OperationsCommercial|OperationsCommuter|OperationsAirTaxi|OperationsGALocal|OperationsGAItin|OperationsMilitary',
        `1.*A|AIRPORT|'TST|TEST|TX|PU|O|108648.0000N|352800.0000W|365000|||||`,
      ]
        .join('\r\n')
        .replaceAll('|', '\t'),
    ),
    'faa/NfdcRunways.CA_TX_FL.xls.gz': gzipSync(
      [
        'SiteNumber|State|RunwayID|RunwayLength|RunwayWidth|BaseEndID|BaseEndTrueAlignment|BaseEndPhysicalLatitudeS|BaseEndPhysicalLongitudeS|ReciprocalEndID|ReciprocalEndTrueAlignment|ReciprocalEndPhysicalLatitudeS|ReciprocalEndPhysicalLongitudeS',
        `1.*A|TX|'09/27|10000|150|'09|090|||'27|270||`,
      ]
        .join('\r\n')
        .replaceAll('|', '\t'),
    ),
  })
  const context = {
    sources: folder,
    blockGroups: { count: 16, lat, lon, population, dayPopulation: one(2000) },
    eji: (column: string) => town(column === 'E_ROAD' ? 100 : 0),
    byTract2010: (values: ReadonlyMap<string, number>) => town(values.get('48001000100') ?? Number.NaN),
    report: () => {},
  }
  return { context: context as unknown as BuildContext, view }
}
