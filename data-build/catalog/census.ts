import { DERIVED, type Download, KERNEL_SCORES, type Source, source } from './source.ts'

const CENSUS = 'U.S. Census Bureau'
const CDC = 'Centers for Disease Control and Prevention / ATSDR'
const TIGER = 'https://www.census.gov/geographies/mapping-files/time-series/geo/cartographic-boundary.html'
const LINE_FILES = 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html'
const CENTERS = 'https://www.census.gov/geographies/reference-files/time-series/geo/centers-population.html'
const EJI = 'https://www.atsdr.cdc.gov/place-health/php/eji/eji-data-download.html'
const METROPOLITAN_TRACTS = 'https://github.com/michaelzoorob/ami-affordability-map'
/** The Bureau's own files. */
const FILES = 'https://www2.census.gov/geo'
const TRACT_INDICES = 'https://github.com/geomarker-io/tract_indices'

export const censusSources: readonly Source[] = [
  source(
    'census-tracts-2010-ca',
    CENSUS,
    'Cartographic boundaries of the 2010 census tracts of California, 1:500,000',
    {
      path: 'census/tracts/cb_2014_06_tract_500k.zip',
      address: TIGER,
      vintage: '2014',
      feeds: ['geography', 'base-map'],
      downloads: [
        {
          url: `${FILES}/tiger/GENZ2014/shp/cb_2014_06_tract_500k.zip`,
          path: 'census/tracts/cb_2014_06_tract_500k.zip',
          kind: 'zip',
          leastBytes: 2_000_000,
          states: ['CA'],
        },
      ],
    },
  ),
  source('census-tracts-2010-fl', CENSUS, 'Cartographic boundaries of the 2010 census tracts of Florida, 1:500,000', {
    path: 'census/tracts/cb_2019_12_tract_500k.zip',
    address: TIGER,
    vintage: '2019',
    feeds: ['geography', 'base-map'],
    downloads: [
      {
        url: `${FILES}/tiger/GENZ2019/shp/cb_2019_12_tract_500k.zip`,
        path: 'census/tracts/cb_2019_12_tract_500k.zip',
        kind: 'zip',
        leastBytes: 900_000,
        states: ['FL'],
        verdict: 'pattern',
      },
    ],
  }),
  source('census-tracts-2010-tx', CENSUS, 'Cartographic boundaries of the 2010 census tracts of Texas, reconstructed', {
    path: 'census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz',
    address: TIGER,
    vintage: '2014',
    cut: 'inverted from a projected, simplified TopoJSON of the official file: borders 20-60 m off',
    feeds: ['geography'],
  }),
  source(
    'census-tracts-2020-metropolitan',
    'U.S. Census Bureau, compiled by the community',
    'Cartographic boundaries of the 2020 census tracts in metropolitan and micropolitan areas, 1:500,000',
    {
      path: 'census/tracts/cb_2020_{06,48}_tract_500k_in_cbsas.geojson.gz',
      address: METROPOLITAN_TRACTS,
      vintage: '2020',
      cut: 'metropolitan and micropolitan areas, coordinates rounded by up to 4 m',
      feeds: ['geography'],
    },
  ),
  source(
    'census-tracts-2020-metropolitan-fl',
    'U.S. Census Bureau, compiled by the community',
    'Cartographic boundaries of the 2020 census tracts in metropolitan and micropolitan areas of Florida, 1:500,000',
    {
      path: 'census/tracts/cb_2020_12_tract_500k_in_cbsas.geojson.gz',
      address: METROPOLITAN_TRACTS,
      vintage: '2020',
      cut: 'metropolitan and micropolitan areas, coordinates rounded by up to 4 m',
      feeds: ['validation'],
    },
  ),
  source('census-state-outlines', CENSUS, 'Cartographic boundaries of the states, 1:500,000, cut at the shore', {
    path: 'water/cb_2018_us_state_500k.zip',
    address: TIGER,
    vintage: '2018',
    feeds: ['geography', 'base-map'],
    downloads: [
      {
        url: `${FILES}/tiger/GENZ2018/shp/cb_2018_us_state_500k.zip`,
        path: 'water/cb_2018_us_state_500k.zip',
        kind: 'zip',
        leastBytes: 1_500_000,
      },
    ],
  }),
  source('census-tracts-2020-fl', CDC, 'Census tracts 2020 of Florida in the Environmental Justice Index geodatabase', {
    path: 'census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz',
    address: EJI,
    vintage: '2020 tracts, release 2024',
    cut: 'the tracts of Florida of the geodatabase',
    feeds: ['geography'],
  }),
  source(
    'census-tract-attributes-2010',
    CENSUS,
    'Land, water and internal points of the 2010 census tracts (TIGER/Line)',
    {
      path: 'census/tracts/tl_2019_*_tract_attributes.csv.gz',
      address: LINE_FILES,
      vintage: '2019',
      cut: 'the attribute tables without the polygons',
      feeds: ['flood'],
    },
  ),
  source(
    'census-tract-attributes-2020',
    CENSUS,
    'Land, water and internal points of the 2020 census tracts (TIGER/Line)',
    {
      path: 'census/tracts/tl_2021_*_tract.dbf.gz',
      address: LINE_FILES,
      vintage: '2021',
      feeds: ['geography'],
      downloads: [
        {
          url: `${FILES}/tiger/TIGER2021/TRACT/tl_2021_{fips}_tract.zip`,
          path: 'census/tracts/tl_2021_{fips}_tract.dbf.gz',
          kind: 'zip',
          member: 'tl_2021_{fips}_tract.dbf',
          leastBytes: 50_000,
        },
      ],
    },
  ),
  source(
    'census-districts-2016',
    CENSUS,
    'Cartographic boundaries of the school districts of California, Florida and Texas, 1:500,000',
    {
      path: 'census/districts/cb_2016_*_500k.zip',
      address: TIGER,
      vintage: '2016',
      feeds: ['schools', 'districts'],
    },
  ),
  source('census-counties', CENSUS, 'Counties and states dissolved from the census tracts', {
    path: 'census/tracts/*_{counties,state}_dissolved_from_tracts.geojson.gz',
    address: TIGER,
    vintage: '2014 (CA, TX), 2019 (FL)',
    cut: 'dissolved from the tract polygons',
    feeds: ['geography', 'ideological-lean', 'places', 'base-map', 'validation'],
  }),
  source('census-tract-crosswalk', 'geomarker-io', 'Weights from 2010 to 2020 census tracts', {
    path: 'census/tracts/crosswalk_tract2010_to_tract2020.csv.gz',
    address: TRACT_INDICES,
    vintage: '2010 and 2020 tracts',
    licence: DERIVED,
    feeds: ['geography'],
  }),
  source('census-centres-2020', CENSUS, 'Centers of population 2020: block groups, tracts, counties', {
    path: 'census/population/CenPop2020_Mean_*',
    address: CENTERS,
    vintage: '2020 census',
    feeds: [
      'geography',
      ...KERNEL_SCORES,
      'noise-levels',
      'air-quality',
      'flood',
      'ideological-lean',
      'places',
      'base-map',
    ],
    downloads: centers('2020'),
  }),
  source('census-centres-2010', CENSUS, 'Centers of population 2010: block groups, tracts', {
    path: 'census/population/CenPop2010_Mean_*',
    address: CENTERS,
    vintage: '2010 census',
    feeds: ['geography'],
    downloads: centers('2010'),
  }),
  source('census-gazetteer-counties', CENSUS, 'Gazetteer of counties', {
    path: 'census/gazetteer/2019_Gaz_counties_national.txt.gz',
    address: 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
    vintage: '2019',
    feeds: ['air-quality', 'ideological-lean', 'places', 'base-map'],
    downloads: [
      {
        url: `${FILES}/docs/maps-data/data/gazetteer/2019_Gazetteer/2019_Gaz_counties_national.zip`,
        path: 'census/gazetteer/2019_Gaz_counties_national.txt.gz',
        kind: 'zip',
        member: '2019_Gaz_counties_national.txt',
        leastBytes: 60_000,
      },
    ],
  }),
  source(
    'places-2024',
    'U.S. Census Bureau, compiled by the community',
    'States, counties and places in order of population',
    {
      path: 'census/gazetteer/us_places_2024_pcaisse.csv.gz',
      address: 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
      vintage: '2024',
      cut: 'compiled: no ids, no column of the state',
      licence: 'MIT',
      feeds: ['ideological-lean', 'validation', 'places', 'base-map'],
    },
  ),
  source('zip-cities', 'simplisticated/zip-monster', 'ZIPs with their cities, counties and centres of population', {
    path: 'census/gazetteer/zip_city_county_CA_TX_FL_zipmonster.csv.gz',
    address: 'https://github.com/simplisticated/zip-monster',
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'MIT',
    feeds: ['places', 'base-map'],
  }),
  source('census-zip-areas-2010', CENSUS, 'Gazetteer of ZIP code tabulation areas', {
    path: 'census/gazetteer/2010_Gaz_zcta_national.txt.gz',
    address: 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
    vintage: '2010 census',
    feeds: ['places', 'public-places', 'base-map'],
  }),
  source('zip-street-ranges', 'geomarker-io', 'Number of TIGER/Line address ranges by county and ZIP', {
    path: 'census/gazetteer/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz',
    address: 'https://github.com/geomarker-io/addr',
    vintage: '2025',
    cut: 'the three states, counts in place of ranges',
    licence: 'MIT',
    feeds: ['places', 'base-map'],
  }),
  source('census-zctas-2020', CENSUS, 'ZIP Code Tabulation Areas 2020, 1:500,000', {
    path: 'census/zcta/zcta2020_*.geojson.gz',
    address: TIGER,
    vintage: '2020 census',
    cut: 'the three states',
    feeds: ['areas', 'places', 'base-map', 'schools'],
  }),
  source('census-zcta-people-2020', CENSUS, 'People by ZIP Code Tabulation Area, table P1', {
    path: 'census/zcta/zcta2020_people_P1.csv.gz',
    address: 'https://data.census.gov/table/DECENNIALDHC2020.P1',
    vintage: '2020 census',
    cut: 'the three states',
    feeds: ['areas', 'places', 'base-map'],
  }),
  source('census-places-2019', CENSUS, 'TIGER/Line places: cities, towns, census designated places', {
    path: 'census/places/tl_2019_place_*.geojson.gz',
    address: LINE_FILES,
    vintage: '2019',
    cut: 'the three states; of two places of one name in a state one is missing',
    feeds: ['areas', 'places', 'base-map'],
  }),
]

/** Centers of population of block groups and tracts, of 2020 of counties as well: a file for each state. */
function centers(census: '2010' | '2020'): readonly Download[] {
  const folder = `${FILES}/docs/reference/cenpop${census}`
  const counties: Download = {
    url: `${folder}/county/CenPop${census}_Mean_CO{fips}.txt`,
    path: `census/population/CenPop${census}_Mean_CO{fips}.txt.gz`,
    kind: 'text',
    leastBytes: 1_500,
  }
  return [
    {
      url: `${folder}/blkgrp/CenPop${census}_Mean_BG{fips}.txt`,
      path: `census/population/CenPop${census}_Mean_BG{fips}.txt.gz`,
      kind: 'text',
      leastBytes: 8_000,
      ...(census === '2010' && { verdict: 'pattern' }),
    },
    {
      url: `${folder}/tract/CenPop${census}_Mean_TR{fips}.txt`,
      path: `census/population/CenPop${census}_Mean_TR{fips}.txt.gz`,
      kind: 'text',
      leastBytes: 2_000,
      ...(census === '2010' && { verdict: 'pattern' }),
    },
    ...(census === '2020' ? [counties] : []),
  ]
}
