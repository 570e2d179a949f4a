/** Columns of an agency's address points: headings in upper case; several where the parts of one text stand apart. */
export interface PointLayout {
  readonly name: string
  readonly number: readonly string[]
  readonly street: readonly string[]
  readonly zip: string
  readonly city: readonly string[]
  readonly lat: string
  readonly lon: string
  /** FIPS code of the county, 3 or 5 digits. */
  readonly county: string | null
}

const LAYOUTS: readonly PointLayout[] = [
  {
    name: 'National Address Database',
    number: ['ADDNUM_PRE', 'ADD_NUMBER', 'ADDNUM_SUF'],
    street: ['ST_PREMOD', 'ST_PREDIR', 'ST_PRETYP', 'ST_PRESEP', 'ST_NAME', 'ST_POSTYP', 'ST_POSDIR', 'ST_POSMOD'],
    zip: 'ZIP_CODE',
    city: ['POST_CITY', 'INC_MUNI'],
    lat: 'LATITUDE',
    lon: 'LONGITUDE',
    county: null,
  },
  {
    name: 'Florida Department of Revenue',
    number: ['NUMBER'],
    street: ['PREDIR', 'STNAME', 'STSUFFIX', 'POSTDIR'],
    zip: 'ZIP',
    city: ['MAILCITY'],
    lat: 'LAT',
    lon: 'LONG',
    county: 'COUNTYID',
  },
  {
    name: 'OpenAddresses',
    number: ['NUMBER'],
    street: ['STREET'],
    zip: 'POSTCODE',
    city: ['CITY'],
    lat: 'LAT',
    lon: 'LON',
    county: null,
  },
]

/** The layout that a file's headings are of; null for none. Columns beside number, name and coordinates may be missing. */
export function layoutOf(headings: readonly string[]): PointLayout | null {
  const upper = new Set(headings.map((heading) => heading.toUpperCase()))
  const needed = ({ number, street, lat, lon }: PointLayout) => [
    number.find((heading) => heading !== 'ADDNUM_PRE') ?? '',
    street.find((heading) => /^(ST_NAME|STNAME|STREET)$/.test(heading)) ?? '',
    lat,
    lon,
  ]
  return LAYOUTS.find((layout) => needed(layout).every((heading) => upper.has(heading))) ?? null
}

/** What layouts there are, for messages. */
export const LAYOUT_NAMES = LAYOUTS.map(({ name }) => name).join(', ')
