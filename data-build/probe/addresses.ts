import { TIGER_EDITIONS } from '../../src/library/user-data/shipped-pipeline.ts'

/** A URL that the commands download from, and the expected response. */
export type Probe = FileProbe | LayerProbe | ValuesProbe

interface ProbeBase {
  readonly id: string
  /** Command that uses the URL. */
  readonly command: string
}

/** Probe that checks the first bytes and the size of a file. */
export interface FileProbe extends ProbeBase {
  readonly kind: 'file'
  /** URLs by edition, newest first. */
  readonly editions: readonly { readonly edition: string; readonly url: string }[]
  /** String that the file starts with: `PK` for a zip, otherwise the table header. */
  readonly start: string
  readonly leastBytes: number
}

/** Probe that checks the fields of a feature service layer and the record limit that the server declares. */
export interface LayerProbe extends ProbeBase {
  readonly kind: 'layer'
  readonly url: string
  readonly fields: readonly string[]
  readonly leastRecords: number
}

/** Probe that checks the allowed values of a layer field. */
export interface ValuesProbe extends ProbeBase {
  readonly kind: 'values'
  readonly url: string
  readonly field: string
  readonly where: string
  readonly knownValues: readonly string[]
}

const TIGER = 'https://www2.census.gov/geo/tiger/'
const GAZETTEER = 'https://www2.census.gov/geo/docs/maps-data/data/gazetteer/'
const SURVEY = 'https://www2.census.gov/programs-surveys/acs/summary_file/'
const NFHL = 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/'
const CAL_FIRE = 'https://services1.arcgis.com/jUJYIo9tSA7EHvfZ/arcgis/rest/services/'
const FHSZ = ['Moderate', 'High', 'Very High', 'NonWildland', 'Non-Wildland']

/** Creates a probe for a zip file that the Census Bureau publishes in each TIGER/Line edition. */
function tiger(id: string, command: string, path: (year: number) => string, leastBytes: number): FileProbe {
  const editions = TIGER_EDITIONS.map((year) => ({ edition: String(year), url: TIGER + path(year) }))
  return { id, command, kind: 'file', editions, start: 'PK', leastBytes }
}

function nces(id: string, path: string, leastBytes: number): FileProbe {
  const editions = [{ edition: '2024-25', url: `https://nces.ed.gov/${path}` }]
  return { id, command: 'data upgrade schools', kind: 'file', editions, start: 'PK', leastBytes }
}

function survey(table: string): FileProbe {
  const name = table.toLowerCase()
  const editions = [2024, 2023].map((year) => ({
    edition: String(year),
    url: `${SURVEY}${year}/table-based-SF/data/5YRData/acsdt5y${year}-${name}.dat`,
  }))
  const command = table === 'B27010' ? 'data upgrade insurance-coverage' : 'data upgrade population-profile'
  const start = `GEO_ID|${table}_E001|${table}_M001`
  return { id: `acs-${name}`, command, kind: 'file', editions, start, leastBytes: 1_000_000 }
}

/** Each probe makes one small request. */
export const probes: readonly Probe[] = [
  {
    id: 'fema-zones',
    command: 'data upgrade flood',
    kind: 'layer',
    url: `${NFHL}28`,
    leastRecords: 1000,
    fields: ['DFIRM_ID', 'FLD_ZONE', 'ZONE_SUBTY', 'STATIC_BFE', 'V_DATUM', 'DEPTH'],
  },
  {
    id: 'fema-panels',
    command: 'data upgrade flood',
    kind: 'layer',
    url: `${NFHL}3`,
    leastRecords: 1000,
    fields: ['DFIRM_ID', 'PANEL_TYP', 'PNP_REASON', 'EFF_DATE'],
  },
  {
    id: 'fema-zone-values',
    command: 'data upgrade flood',
    kind: 'values',
    url: `${NFHL}28`,
    field: 'FLD_ZONE',
    where: "DFIRM_ID='48453C'",
    knownValues: ['A', 'A99', 'AE', 'AH', 'AO', 'D', 'OPEN WATER', 'V', 'VE', 'X', 'AREA NOT INCLUDED'],
  },
  ...(['FHSALRA25_v1_All', 'FHSZSRA_23_3'] as const).flatMap((name): Probe[] => {
    const url = `${CAL_FIRE}${name}/FeatureServer/0`
    const command = 'data upgrade fire'
    return [
      { id: name, command, kind: 'layer', url, leastRecords: 1000, fields: ['SRA', 'FHSZ', 'FHSZ_Description'] },
      {
        id: `${name}-values`,
        command,
        kind: 'values',
        url,
        field: 'FHSZ_Description',
        where: '1=1',
        knownValues: FHSZ,
      },
    ]
  }),
  tiger('addrfeat', 'streets add', (year) => `TIGER${year}/ADDRFEAT/tl_${year}_48301_addrfeat.zip`, 800),
  tiger('roads', 'data upgrade base-map', (year) => `TIGER${year}/ROADS/tl_${year}_48301_roads.zip`, 3000),
  ...['unsd', 'elsd', 'scsd'].map((kind) =>
    tiger(
      kind,
      'data upgrade districts',
      (year) => `TIGER${year}/${kind.toUpperCase()}/tl_${year}_48_${kind}.zip`,
      10_000,
    ),
  ),
  {
    id: 'zips',
    command: 'data upgrade areas',
    kind: 'file',
    start: 'PK',
    leastBytes: 20_000_000,
    editions: [{ edition: '2020', url: `${TIGER}GENZ2020/shp/cb_2020_us_zcta520_500k.zip` }],
  },
  {
    id: 'cities',
    command: 'data upgrade areas',
    kind: 'file',
    start: 'PK',
    leastBytes: 300_000,
    editions: [2025, 2024].map((year) => ({
      edition: String(year),
      url: `${TIGER}GENZ${year}/shp/cb_${year}_48_place_500k.zip`,
    })),
  },
  {
    id: 'gazetteer',
    command: 'npm run data:fetch',
    kind: 'file',
    start: 'PK',
    leastBytes: 60_000,
    editions: [2026, 2025].map((year) => ({
      edition: String(year),
      url: `${GAZETTEER}${year}_Gazetteer/${year}_Gaz_counties_national.zip`,
    })),
  },
  ...['B27010', 'B01001', 'B25003', 'B26001'].map(survey),
  nces('ccd-directory', 'ccd/Data/zip/ccd_sch_029_2425_w_1a_073025.zip', 6_000_000),
  nces('ccd-membership', 'ccd/Data/zip/ccd_sch_052_2425_l_1a_073025.zip', 100_000_000),
  nces('ccd-staff', 'ccd/Data/zip/ccd_sch_059_2425_l_1a_073025.zip', 2_500_000),
  nces('edge-geocodes', 'programs/edge/data/EDGE_GEOCODE_PUBLICSCH_2425.zip', 10_000_000),
]
