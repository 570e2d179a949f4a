import type { Source } from './source.ts'
import { FEDERAL, source } from './source.ts'

const CITY = 'public record of the city'
const COUNTY = 'public record of the county'

/** Lists of stores, which walkability and liveliness count as well. */
const stores: ReadonlySet<string> = new Set(['usda_snap', 'brand_stores_stiles', 'brand_stores_univaf'])

/** Lists that show where the middle of a city is. */
const middles: ReadonlySet<string> = new Set([
  'usda_snap',
  'hhs_covid_therapeutics',
  'hifld_private_schools',
  'afdc_fuel_stations',
])

/** Lists of addresses with points; without names. */
export const addressSources: readonly Source[] = [
  list(
    'austin_permits',
    'City of Austin',
    'Building permits',
    '1980-2015',
    'public domain',
    'https://data.austintexas.gov/',
  ),
  list(
    'sanjose_site_addresses',
    'City of San José',
    'Site addresses',
    '2019',
    CITY,
    'https://gisdata-csj.opendata.arcgis.com/',
  ),
  list('sanjose_permits', 'City of San José', 'Building permits', 'not stated', CITY, 'https://data.sanjoseca.gov/'),
  list(
    'sonoma_parcel_buildings',
    'County of Sonoma',
    'Addresses of parcels with buildings',
    '2021',
    COUNTY,
    'https://gis-sonomacounty.hub.arcgis.com/',
  ),
  list(
    'sacramento_onstreet_parking',
    'City of Sacramento',
    'On-street parking spaces',
    '2017',
    CITY,
    'https://data.cityofsacramento.org/',
  ),
  list('ladot_meters', 'City of Los Angeles', 'Parking meters', 'not stated', CITY, 'https://data.lacity.org/'),
  list('la_misc', 'City of Los Angeles', 'Small lists of addresses', 'several', CITY, 'https://data.lacity.org/'),
  list(
    'sf_parking_meters',
    'City and County of San Francisco',
    'Parking meters',
    'not stated',
    CITY,
    'https://data.sfgov.org/',
  ),
  list('sf_permits', 'City and County of San Francisco', 'Permits', 'several', CITY, 'https://data.sfgov.org/'),
  list(
    'sf_misc',
    'City and County of San Francisco',
    'Small lists of addresses',
    'several',
    CITY,
    'https://data.sfgov.org/',
  ),
  list(
    'abag_permits',
    'Association of Bay Area Governments',
    'Housing permits',
    'several',
    'public record of the region',
    'https://opendata.mtc.ca.gov/',
  ),
  list(
    'berkeley_police_calls',
    'City of Berkeley',
    'Blocks of calls for service',
    'not stated',
    CITY,
    'https://data.cityofberkeley.info/',
  ),
  list(
    'sanantonio_permits',
    'City of San Antonio',
    'Building permits',
    '2019-2023',
    CITY,
    'https://data.sanantonio.gov/',
  ),
  list(
    'sanantonio_saws',
    'San Antonio Water System',
    'Addresses of service records',
    '2019',
    CITY,
    'https://data.sanantonio.gov/',
  ),
  list(
    'sandiego_blocks_x_gtfs',
    'City of San Diego; San Diego Metropolitan Transit System',
    'Ends of street-sweeping blocks at the crossings of bus stops',
    'not stated',
    CITY,
    'https://data.sandiego.gov/',
  ),
  list(
    'usda_snap',
    'U.S. Department of Agriculture',
    'SNAP retailers',
    'not stated',
    FEDERAL,
    'https://www.fns.usda.gov/snap/retailer-locator',
  ),
  list(
    'hhs_covid_therapeutics',
    'U.S. Department of Health and Human Services',
    'Sites of COVID-19 therapeutics',
    '2022',
    FEDERAL,
    'https://healthdata.gov/',
  ),
  list(
    'imls_museums',
    'Institute of Museum and Library Services',
    'Museum Universe Data File',
    'not stated',
    FEDERAL,
    'https://www.imls.gov/',
  ),
  list(
    'hifld_private_schools',
    'Homeland Infrastructure Foundation-Level Data',
    'Private schools',
    'not stated',
    FEDERAL,
    'https://hifld-geoplatform.opendata.arcgis.com/',
  ),
  list(
    'afdc_fuel_stations',
    'U.S. Department of Energy',
    'Alternative fueling stations',
    'not stated',
    FEDERAL,
    'https://afdc.energy.gov/',
  ),
  list(
    'brand_stores_stiles',
    'brands, from their store finders',
    'Store locations [stiles/locations]',
    '2024',
    'MIT',
    'https://github.com/stiles/locations',
    'streets-brands',
  ),
  list(
    'brand_stores_univaf',
    'brands, from their store finders',
    'Pharmacies and stores [univaf]',
    '2021',
    'Apache-2.0',
    'https://github.com/usdigitalresponse/univaf',
    'streets-brands',
  ),
  source('hifld-child-care', 'Homeland Infrastructure Foundation-Level Data', 'Child-care centers', {
    path: 'addresses/known-points/hifld_child_care_centers_*',
    address: 'https://hifld-geoplatform.opendata.arcgis.com/',
    vintage: 'not stated',
    cut: 'Florida',
    feeds: ['streets', 'validation'],
  }),
  source('zcta-2020', 'U.S. Census Bureau', 'ZIP Code Tabulation Areas 2020', {
    path: 'census/zcta/zcta2020_{CA,FL,TX}.geojson.gz',
    address: 'https://www.census.gov/programs-surveys/geography/guidance/geo-areas/zctas.html',
    vintage: '2020',
    feeds: ['streets', 'streets-brands'],
  }),
]

function list(
  id: string,
  agency: string,
  title: string,
  vintage: string,
  licence: string,
  address: string,
  feed: 'streets' | 'streets-brands' = 'streets',
): Source {
  return source(`address-${id.replaceAll('_', '-')}`, agency, title, {
    path: `addresses/known-2026/${id}.csv.gz`,
    address,
    vintage,
    licence,
    cut: 'number, street, city, ZIP and point alone; no names',
    feeds: [
      ...(feed === 'streets' ? (['streets', 'streets-brands'] as const) : [feed]),
      ...(middles.has(id) ? (['places', 'base-map'] as const) : []),
      ...(stores.has(id) ? (['walkability', 'liveliness', 'dog-friendliness'] as const) : []),
    ],
  })
}
