import { DERIVED, KERNEL_SCORES, type Source, source } from './source.ts'

const CENSUS = 'U.S. Census Bureau'
const CDC = 'Centers for Disease Control and Prevention / ATSDR'
const TIGER = 'https://www.census.gov/geographies/mapping-files/time-series/geo/cartographic-boundary.html'
const LINE_FILES = 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html'
const CENTRES = 'https://www.census.gov/geographies/reference-files/time-series/geo/centers-population.html'
const EJI = 'https://www.atsdr.cdc.gov/place-health/php/eji/eji-data-download.html'
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
      feeds: ['geography'],
    },
  ),
  source('census-tracts-2010-fl', CENSUS, 'Cartographic boundaries of the 2010 census tracts of Florida, 1:500,000', {
    path: 'census/tracts/cb_2019_12_tract_500k.zip',
    address: TIGER,
    vintage: '2019',
    feeds: ['geography'],
  }),
  source('census-tracts-2010-tx', CENSUS, 'Cartographic boundaries of the 2010 census tracts of Texas, reconstructed', {
    path: 'census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz',
    address: TIGER,
    vintage: '2014',
    feeds: ['geography'],
  }),
  source('census-tracts-2020-fl', CDC, 'Census tracts 2020 of Florida in the Environmental Justice Index geodatabase', {
    path: 'census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz',
    address: EJI,
    vintage: '2020 tracts, release 2024',
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
      feeds: ['flood', 'geography'],
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
    },
  ),
  source('census-counties', CENSUS, 'Counties and states dissolved from the census tracts', {
    path: 'census/tracts/*_{counties,state}_dissolved_from_tracts.geojson.gz',
    address: TIGER,
    vintage: '2014 (CA, TX), 2019 (FL)',
    feeds: ['geography', 'fire', 'ideological-lean'],
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
    address: CENTRES,
    vintage: '2020 census',
    feeds: ['geography', ...KERNEL_SCORES, 'noise-levels', 'air-quality', 'flood', 'fire', 'ideological-lean'],
  }),
  source('census-centres-2010', CENSUS, 'Centers of population 2010: block groups, tracts', {
    path: 'census/population/CenPop2010_Mean_*',
    address: CENTRES,
    vintage: '2010 census',
    feeds: ['geography'],
  }),
  source('census-gazetteer-counties', CENSUS, 'Gazetteer of counties', {
    path: 'census/gazetteer/2019_Gaz_counties_national.txt.gz',
    address: 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
    vintage: '2019',
    feeds: ['air-quality', 'ideological-lean'],
  }),
  source(
    'places-2024',
    'U.S. Census Bureau, compiled by the community',
    'States, counties and places in order of population',
    {
      path: 'census/gazetteer/us_places_2024_pcaisse.csv.gz',
      address: 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
      vintage: '2024',
      licence: 'MIT',
      feeds: ['ideological-lean', 'validation'],
    },
  ),
]
