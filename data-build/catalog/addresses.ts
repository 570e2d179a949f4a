import { CENSUS, HIFLD, IMLS, LOS_ANGELES, SAN_FRANCISCO, USDA } from './agencies.ts'
import { FEDERAL, type Source, source } from './source.ts'

const CITY = 'public record of the city'

/** Lists of brand stores. */
const brands: ReadonlySet<string> = new Set(['brand_stores_stiles', 'brand_stores_univaf'])
/** Scores built from store locations. Their sources are the brand lists, SNAP retailers and charging stations. */
const STORE_SCORES = ['walkability', 'liveliness', 'dog-friendliness'] as const
/** Address lists with house numbers along freeways of Houston and San Antonio, used for the noise levels. */
const freeways: ReadonlySet<string> = new Set([
  ...brands,
  'usda_snap',
  'afdc_fuel_stations',
  'sanantonio_permits',
  'sanantonio_saws',
])
const stores: ReadonlySet<string> = new Set([...brands, 'usda_snap', 'afdc_fuel_stations'])

/** Address lists that are used to find the center of a city. */
const middles: ReadonlySet<string> = new Set([
  'usda_snap',
  'hhs_covid_therapeutics',
  'hifld_private_schools',
  'afdc_fuel_stations',
])

/**
 * Address list whose points count as land even if they are far out in a bay. Its charging stations include some at
 * marinas and on piers.
 */
const SHORE_ADDRESSES = 'afdc_fuel_stations'

/** Address lists with coordinates but no names. */
export const addressSources: readonly Source[] = [
  ...lists('City of Austin', 'public domain', 'https://data.austintexas.gov/', [
    ['austin_permits', 'Building permits', '1980-2015'],
  ]),
  ...lists('City of San José', CITY, 'https://gisdata-csj.opendata.arcgis.com/', [
    ['sanjose_site_addresses', 'Site addresses', '2019'],
  ]),
  ...lists('City of San José', CITY, 'https://data.sanjoseca.gov/', [
    ['sanjose_permits', 'Building permits', 'not stated'],
  ]),
  ...lists('County of Sonoma', 'public record of the county', 'https://gis-sonomacounty.hub.arcgis.com/', [
    ['sonoma_parcel_buildings', 'Addresses of parcels with buildings', '2021'],
  ]),
  ...lists('City of Sacramento', CITY, 'https://data.cityofsacramento.org/', [
    ['sacramento_onstreet_parking', 'On-street parking spaces', '2017'],
  ]),
  ...lists(LOS_ANGELES, CITY, 'https://data.lacity.org/', [
    ['ladot_meters', 'Parking meters', 'not stated'],
    ['la_misc', 'Small lists of addresses', 'several'],
  ]),
  ...lists(SAN_FRANCISCO, CITY, 'https://data.sfgov.org/', [
    ['sf_parking_meters', 'Parking meters', 'not stated'],
    ['sf_permits', 'Permits', 'several'],
    ['sf_misc', 'Small lists of addresses', 'several'],
  ]),
  ...lists('Association of Bay Area Governments', 'public record of the region', 'https://opendata.mtc.ca.gov/', [
    ['abag_permits', 'Housing permits', 'several'],
  ]),
  ...lists('City of Berkeley', CITY, 'https://data.cityofberkeley.info/', [
    ['berkeley_police_calls', 'Blocks of calls for service', 'not stated'],
  ]),
  ...lists('City of San Antonio', CITY, 'https://data.sanantonio.gov/', [
    ['sanantonio_permits', 'Building permits', '2019-2023'],
  ]),
  ...lists('San Antonio Water System', CITY, 'https://data.sanantonio.gov/', [
    ['sanantonio_saws', 'Addresses of service records', '2019'],
  ]),
  ...lists('City of San Diego; San Diego Metropolitan Transit System', CITY, 'https://data.sandiego.gov/', [
    ['sandiego_blocks_x_gtfs', 'Ends of street-sweeping blocks at the crossings of bus stops', 'not stated'],
  ]),
  ...lists(USDA, FEDERAL, 'https://www.fns.usda.gov/snap/retailer-locator', [
    ['usda_snap', 'SNAP retailers', 'not stated'],
  ]),
  ...lists('U.S. Department of Health and Human Services', FEDERAL, 'https://healthdata.gov/', [
    ['hhs_covid_therapeutics', 'Sites of COVID-19 therapeutics', '2022'],
  ]),
  ...lists(IMLS, FEDERAL, 'https://www.imls.gov/', [['imls_museums', 'Museum Universe Data File', 'not stated']]),
  ...lists(HIFLD, FEDERAL, 'https://hifld-geoplatform.opendata.arcgis.com/', [
    ['hifld_private_schools', 'Private schools', 'not stated'],
  ]),
  ...lists('U.S. Department of Energy', FEDERAL, 'https://afdc.energy.gov/', [
    ['afdc_fuel_stations', 'Alternative fueling stations', 'not stated'],
  ]),
  ...lists('brands, from their store finders', 'MIT', 'https://github.com/stiles/locations', [
    ['brand_stores_stiles', 'Store locations [stiles/locations]', '2024'],
  ]),
  ...lists('brands, from their store finders', 'Apache-2.0', 'https://github.com/usdigitalresponse/univaf', [
    ['brand_stores_univaf', 'Pharmacies and stores [univaf]', '2021'],
  ]),
  source('hifld-child-care', HIFLD, 'Child-care centers')
    .file('addresses/known-points/hifld_child_care_centers_*', 'not stated')
    .page('https://hifld-geoplatform.opendata.arcgis.com/')
    .cut('Florida')
    .feeds('streets', 'validation'),
  source('zcta-2020', CENSUS, 'ZIP Code Tabulation Areas 2020')
    .file('census/zcta/zcta2020_{CA,FL,TX}.geojson.gz', '2020')
    .page('https://www.census.gov/programs-surveys/geography/guidance/geo-areas/zctas.html')
    .feeds('streets', 'streets-brands'),
]

/** Creates the sources of one agency from file name, title and vintage. */
function lists(agency: string, license: string, page: string, rows: readonly [string, string, string][]): Source[] {
  return rows.map(([name, title, vintage]) =>
    source(`address-${name.replaceAll('_', '-')}`, agency, title)
      .file(`addresses/known-2026/${name}.csv.gz`, vintage, page)
      .license(license)
      .cut('number, street, city, ZIP and point alone; no names')
      .feeds(
        ...(brands.has(name) ? (['streets-brands'] as const) : (['streets', 'streets-brands'] as const)),
        ...(middles.has(name) ? (['places', 'base-map'] as const) : []),
        ...(stores.has(name) ? STORE_SCORES : []),
        ...(freeways.has(name) ? (['noise-levels'] as const) : []),
        ...(name === SHORE_ADDRESSES ? (['geography'] as const) : []),
      ),
  )
}
