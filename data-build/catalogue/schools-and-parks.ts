import { type Source, STATE, source } from './source.ts'

const SCHOOL_SCORES = ['walkability', 'dog-friendliness'] as const

export const schoolsAndParksSources: readonly Source[] = [
  source('fl-parks', 'University of Florida GeoPlan Center', 'Parks of Florida as points', {
    path: 'parks/gc_parks_nov21.csv.gz',
    address: 'https://www.fgdl.org/',
    vintage: '2021-11',
    licence: STATE,
    feeds: ['dog-friendliness'],
  }),
  source('austin-parks', 'City of Austin', 'Parks with amenity counts', {
    path: 'parks/city_of_austin_parks_amfac_counts.geojson.gz',
    address: 'https://data.austintexas.gov/',
    vintage: 'not stated',
    licence: 'public domain',
    feeds: ['dog-friendliness'],
  }),
  source('ca-schools', 'California Department of Education', 'Public schools and districts', {
    path: 'schools/ca/pubschls.txt.gz',
    address: 'https://www.cde.ca.gov/ds/si/ds/pubschls.asp',
    vintage: '2018-06',
    licence: STATE,
    feeds: SCHOOL_SCORES,
  }),
  source('tx-schools', 'National Center for Education Statistics', 'Common Core of Data: schools of Texas', {
    path: 'schools/tx/tx-{campuses,districts}-ccd.csv.gz',
    address: 'https://nces.ed.gov/ccd/pubschuniv.asp',
    vintage: '2013-14',
    feeds: SCHOOL_SCORES,
  }),
  source('fl-schools', 'U.S. Department of Homeland Security, HIFLD', 'Public schools of Florida', {
    path: 'schools/fl/HIFLD_Public_Schools_FL.csv.gz',
    address: 'https://hifld-geoplatform.hub.arcgis.com/',
    vintage: '2024-01-31',
    feeds: SCHOOL_SCORES,
  }),
  source('nces-edge', 'National Center for Education Statistics', 'EDGE coordinates of public schools', {
    path: 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz',
    address: 'https://nces.ed.gov/programs/edge/Geographic/SchoolLocations',
    vintage: '2014-15',
    feeds: SCHOOL_SCORES,
  }),
]
