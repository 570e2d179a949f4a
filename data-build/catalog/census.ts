import { CDC, CENSUS, CENSUS_COMPILED, EJI, GAZETTEERS, LINE_FILES, TRACT_INDICES } from './agencies.ts'
import { type Download, derived, download, KERNEL_SCORES, type Source, source } from './source.ts'

const TIGER = 'https://www.census.gov/geographies/mapping-files/time-series/geo/cartographic-boundary.html'
const CENTERS = 'https://www.census.gov/geographies/reference-files/time-series/geo/centers-population.html'
const METROPOLITAN_TRACTS = 'https://github.com/michaelzoorob/ami-affordability-map'
/** Address of the Census Bureau's file server. */
const FILES = 'https://www2.census.gov/geo'

export const censusSources: readonly Source[] = [
  source('census-tracts-2010-ca', CENSUS, 'Cartographic boundaries of the 2010 census tracts of California, 1:500,000')
    .file('census/tracts/cb_2014_06_tract_500k.zip', '2014', TIGER)
    .download('zip', `${FILES}/tiger/GENZ2014/shp/cb_2014_06_tract_500k.zip`, 2_000_000, { states: ['CA'] })
    .feeds('geography', 'base-map'),
  source('census-tracts-2010-fl', CENSUS, 'Cartographic boundaries of the 2010 census tracts of Florida, 1:500,000')
    .file('census/tracts/cb_2019_12_tract_500k.zip', '2019', TIGER)
    .download('zip', `${FILES}/tiger/GENZ2019/shp/cb_2019_12_tract_500k.zip`, 900_000, {
      states: ['FL'],
      verdict: 'pattern',
    })
    .feeds('geography', 'base-map'),
  source('census-tracts-2010-tx', CENSUS, 'Cartographic boundaries of the 2010 census tracts of Texas, reconstructed')
    .file('census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz', '2014', TIGER)
    .cut('inverted from a projected, simplified TopoJSON of the official file: borders 20-60 m off')
    .feeds('geography'),
  source(
    'census-tracts-2020-metropolitan',
    CENSUS_COMPILED,
    'Cartographic boundaries of the 2020 census tracts in metropolitan and micropolitan areas, 1:500,000',
  )
    .file('census/tracts/cb_2020_{06,48}_tract_500k_in_cbsas.geojson.gz', '2020', METROPOLITAN_TRACTS)
    .cut('metropolitan and micropolitan areas, coordinates rounded by up to 4 m')
    .feeds('geography'),
  source(
    'census-tracts-2020-metropolitan-fl',
    CENSUS_COMPILED,
    'Cartographic boundaries of the 2020 census tracts in metropolitan and micropolitan areas of Florida, 1:500,000',
  )
    .file('census/tracts/cb_2020_12_tract_500k_in_cbsas.geojson.gz', '2020', METROPOLITAN_TRACTS)
    .cut('metropolitan and micropolitan areas, coordinates rounded by up to 4 m')
    .feeds('validation'),
  source('census-state-outlines', CENSUS, 'Cartographic boundaries of the states, 1:500,000, cut at the shore')
    .file('water/cb_2018_us_state_500k.zip', '2018', TIGER)
    .download('zip', `${FILES}/tiger/GENZ2018/shp/cb_2018_us_state_500k.zip`, 1_500_000)
    .feeds('geography', 'base-map'),
  source('census-tracts-2020-fl', CDC, 'Census tracts 2020 of Florida in the Environmental Justice Index geodatabase')
    .file('census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz', '2020 tracts, release 2024', EJI)
    .cut('the Florida tracts in the geodatabase')
    .feeds('geography'),
  source(
    'census-tract-attributes-2010',
    CENSUS,
    'Land, water and internal points of the 2010 census tracts (TIGER/Line)',
  )
    .file('census/tracts/tl_2019_*_tract_attributes.csv.gz', '2019', LINE_FILES)
    .cut('the attribute tables without the polygons')
    .feeds('geography', 'flood'),
  source(
    'census-tract-attributes-2020',
    CENSUS,
    'Land, water and internal points of the 2020 census tracts (TIGER/Line)',
  )
    .file('census/tracts/tl_2021_*_tract.dbf.gz', '2021', LINE_FILES)
    .download('zip', `${FILES}/tiger/TIGER2021/TRACT/tl_2021_{fips}_tract.zip`, 50_000, {
      path: 'census/tracts/tl_2021_{fips}_tract.dbf.gz',
    })
    .feeds('geography'),
  source(
    'census-districts-2016',
    CENSUS,
    'Cartographic boundaries of the school districts of California, Florida and Texas, 1:500,000',
  )
    .file('census/districts/cb_2016_*_500k.zip', '2016', TIGER)
    .feeds('schools', 'districts'),
  source('census-counties', CENSUS, 'Counties and states dissolved from the census tracts')
    .file('census/tracts/*_{counties,state}_dissolved_from_tracts.geojson.gz', '2014 (CA, TX), 2019 (FL)', TIGER)
    .cut('dissolved from the tract polygons')
    .feeds('geography', 'ideological-lean', 'places', 'base-map', 'validation'),
  derived('census-tract-crosswalk', 'geomarker-io', 'Weights from 2010 to 2020 census tracts')
    .file('census/tracts/crosswalk_tract2010_to_tract2020.csv.gz', '2010 and 2020 tracts', TRACT_INDICES)
    .feeds('geography'),
  source('census-centres-2020', CENSUS, 'Centers of population 2020: block groups, tracts, counties')
    .file('census/population/CenPop2020_Mean_*', '2020 census', CENTERS)
    .downloads(...centers('2020'))
    .feeds(
      'geography',
      ...KERNEL_SCORES,
      'noise-levels',
      'air-quality',
      'flood',
      'ideological-lean',
      'places',
      'base-map',
    ),
  source('census-centres-2010', CENSUS, 'Centers of population 2010: block groups, tracts')
    .file('census/population/CenPop2010_Mean_*', '2010 census', CENTERS)
    .downloads(...centers('2010'))
    .feeds('geography'),
  source('census-gazetteer-counties', CENSUS, 'Gazetteer of counties')
    .file('census/gazetteer/2019_Gaz_counties_national.txt.gz', '2019', GAZETTEERS)
    .download('zip', `${FILES}/docs/maps-data/data/gazetteer/2019_Gazetteer/2019_Gaz_counties_national.zip`, 60_000)
    .feeds('air-quality', 'ideological-lean', 'places', 'base-map'),
  source('places-2024', CENSUS_COMPILED, 'States, counties and places in order of population')
    .file('census/gazetteer/us_places_2024_pcaisse.csv.gz', '2024', GAZETTEERS)
    .license('MIT')
    .cut('compiled: no ids, no state column')
    .feeds('ideological-lean', 'validation', 'places', 'base-map'),
  source('zip-cities', 'simplisticated/zip-monster', 'ZIPs with their cities, counties and centers of population')
    .file('census/gazetteer/zip_city_county_CA_TX_FL_zipmonster.csv.gz', 'not stated')
    .page('https://github.com/simplisticated/zip-monster')
    .license('MIT')
    .cut('the three states')
    .feeds('places', 'base-map'),
  source('census-zip-areas-2010', CENSUS, 'Gazetteer of ZIP code tabulation areas')
    .file('census/gazetteer/2010_Gaz_zcta_national.txt.gz', '2010 census', GAZETTEERS)
    .feeds('places', 'public-places', 'base-map'),
  source('zip-street-ranges', 'geomarker-io', 'Number of TIGER/Line address ranges by county and ZIP')
    .file('census/gazetteer/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz', '2025')
    .page('https://github.com/geomarker-io/addr')
    .license('MIT')
    .cut('the three states, counts in place of ranges')
    .feeds('places', 'base-map'),
  source('census-zctas-2020', CENSUS, 'ZIP Code Tabulation Areas 2020, 1:500,000')
    .file('census/zcta/zcta2020_*.geojson.gz', '2020 census', TIGER)
    .cut('the three states')
    .feeds('geography', 'areas', 'places', 'base-map', 'schools'),
  source('census-zcta-people-2020', CENSUS, 'People by ZIP Code Tabulation Area, table P1')
    .file('census/zcta/zcta2020_people_P1.csv.gz', '2020 census', 'https://data.census.gov/table/DECENNIALDHC2020.P1')
    .cut('the three states')
    .feeds('geography', 'areas', 'places', 'base-map'),
  source('census-places-2019', CENSUS, 'TIGER/Line places: cities, towns, census designated places')
    .file('census/places/tl_2019_place_*.geojson.gz', '2019', LINE_FILES)
    .cut('the three states; if two places in a state have the same name, one is missing')
    .feeds('areas', 'places', 'base-map'),
]

/**
 * Lists the center of population files, one per state and level. The levels are block groups, tracts and, only for
 * 2020, counties.
 */
function centers(census: '2010' | '2020'): readonly Download[] {
  const file = (folder: string, level: string, leastBytes: number) => {
    const name = `CenPop${census}_Mean_${level}{fips}.txt`
    const url = `${FILES}/docs/reference/cenpop${census}/${folder}/${name}`
    const options = census === '2010' ? ({ verdict: 'pattern' } as const) : {}
    return download('text', url, `census/population/${name}.gz`, leastBytes, options)
  }
  const smaller = [file('blkgrp', 'BG', 8_000), file('tract', 'TR', 2_000)]
  return census === '2020' ? [...smaller, file('county', 'CO', 1_500)] : smaller
}
