import { gzipSync } from 'node:zlib'
import type { BuildContext, View } from '../../../data-build/context.ts'
import { kernelSources, pointView } from '../../../data-build/geography/views.ts'
import { folderFixture } from '../read/fixtures/folder.ts'

/**
 * Makes 16 block groups. Eight are a town on a railroad, 1 km from an interstate. The other eight are 400 km west of
 * the town, without people, roads or rails. Only the first block group has people.
 */
export function countryFixture(): { readonly context: BuildContext; readonly view: View } {
  const lat = Float64Array.from({ length: 16 }, (_, b) => (b === 0 ? 30 : 30 + b / 1e6))
  const lon = Float64Array.from({ length: 16 }, (_, b) => (b < 8 ? -98 : -102))
  const town = (value: number) => Float64Array.from(lon, (_, b) => (b < 8 ? value : 0))
  const one = (value: number) => Float64Array.from(lon, (_, b) => (b === 0 ? value : 0))
  const population = one(4000)
  const tract2020 = Array.from(lon, (_, b) => (b < 8 ? '48001000100' : '48003000100'))
  const sources = kernelSources(lat, lon, population, town(1))
  const view = pointView(sources, Float64Array.of(30, 30), Float64Array.of(-98, -102))
  const rails = (lines: readonly (readonly [number, number])[][]) => collection(lines.map((points) => line({}, points)))
  const folder = folderFixture({
    'epa/ejscreen_tract2010.csv.gz': gzipSync('"census_tract_id","traffic_proximity"\n"48001000100",400\n'),
    'natural-earth/ne_10m_railroads_north_america.CA.geojson.gz': rails([]),
    'natural-earth/ne_10m_railroads_north_america.FL.geojson.gz': rails([]),
    'natural-earth/ne_10m_railroads_north_america.TX.geojson.gz': rails([
      [
        [-98.1, 30],
        [-97.9, 30],
      ],
    ]),
    'roads/interstates_CA_TX_FL_refined.geojson.gz': collection([
      line({ route: 'I-10', state: 'TX' }, [
        [-98.1, 30 + 1 / 111.195],
        [-97.9, 30 + 1 / 111.195],
      ]),
      line({ route: 'I-5', state: 'CA' }, [
        [-120, 36],
        [-119, 36],
      ]),
    ]),
    'roads/highways_CA_from_caltrans_pems_points.geojson.gz': collection([
      line({ route: 1, interstate: 0, ahead_aadt: null }, [
        [-121, 36],
        [-121, 36.1],
      ]),
    ]),
    'roads/Caltrans_Traffic_Volumes_AADT.geojson.gz': collection([
      count({ ROUTE: 5, RTE_SFX: null, COUNTY: 'KIN', BACK_AADT: 40_000, AHEAD_AADT: 60_000 }, [-119.5, 36]),
    ]),
    'roads/TxDOT_AADT_Annuals.csv.gz': gzipSync(
      'ON_ROAD,T_FLAG,CNTY_NM,AADT_2022,x,y\nIH0010,1H1,Made,200000,-98,30\n',
    ),
    'faa/ourairports_runways.CA_TX_FL_bbox.csv.gz': gzipSync(
      'airport_ident,length_ft,closed,le_latitude_deg,le_longitude_deg,he_latitude_deg,he_longitude_deg\n',
    ),
    'faa/NfdcFacilities.CA_TX_FL.xls.gz': gzipSync(
      [
        'SiteNumber|Type|LocationID|FacilityName|State|Use|AirportStatusCode|ARPLatitudeS|ARPLongitudeS|OperationsCommercial|OperationsCommuter|OperationsAirTaxi|OperationsGALocal|OperationsGAItin|OperationsMilitary',
        `1.*A|AIRPORT|'TST|TEST|TX|PU|O|108162.0000N|352800.0000W|365000|||||`,
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
    centers: pointView(sources, lat, lon),
    blockGroups: { count: 16, lat, lon, population, dayPopulation: one(2000), tract2020, state: Array(16).fill('48') },
    eji: (column: string) => town(column === 'E_ROAD' ? 100 : 0),
    byTract2010: (values: ReadonlyMap<string, number>) => town(values.get('48001000100') ?? Number.NaN),
    report: () => {},
  }
  return { context: context as unknown as BuildContext, view }
}

function collection(features: readonly object[]): Buffer {
  return gzipSync(JSON.stringify({ type: 'FeatureCollection', features }))
}

function line(properties: object, coordinates: readonly (readonly [number, number])[]): object {
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }
}

function count(properties: object, place: readonly [number, number]): object {
  return { type: 'Feature', properties, geometry: { type: 'MultiPoint', coordinates: [place] } }
}

/** Makes a view of places where nobody lives. */
export function viewOf(lat: readonly number[], lon: readonly number[]): View {
  const nobody = kernelSources(Float64Array.of(0), Float64Array.of(0), Float64Array.of(0), Float64Array.of(1))
  return pointView(nobody, Float64Array.from(lat), Float64Array.from(lon))
}
