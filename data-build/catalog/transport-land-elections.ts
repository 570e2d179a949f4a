import { type Source, STATE, source } from './source.ts'

const NATURAL_EARTH = 'https://www.naturalearthdata.com/downloads/10m-cultural-vectors/'
const NATURAL_EARTH_LAND = 'https://www.naturalearthdata.com/downloads/10m-physical-vectors/'
const NASR = 'https://www.faa.gov/airports/airport_safety/airportdata_5010'

export const transportAndLandSources: readonly Source[] = [
  source('faa-airports', 'Federal Aviation Administration', 'Airport facilities and runways (NASR)', {
    path: 'faa/Nfdc{Facilities,Runways}.CA_TX_FL.xls.gz',
    address: NASR,
    vintage: '2019-11-07',
    cut: 'the three states; names of owners and managers removed',
    feeds: ['noise-levels', 'landmarks'],
  }),
  source('faa-enplanements', 'Federal Aviation Administration', 'Commercial service enplanements', {
    path: 'faa/cy18-commercial-service-enplanements.converted.csv',
    address: 'https://www.faa.gov/airports/planning_capacity/passenger_allcargo_stats/passenger',
    vintage: '2018',
    feeds: ['landmarks', 'validation'],
  }),
  source('airportsdata', 'airportsdata', 'Airfields with names and codes', {
    path: 'airports/airportsdata_CA_TX_FL.csv.gz',
    address: 'https://github.com/mborsetti/airportsdata',
    vintage: 'not stated',
    licence: 'MIT',
    feeds: ['landmarks'],
  }),
  source('ourairports-runways', 'OurAirports', 'Runways', {
    path: 'faa/ourairports_runways.CA_TX_FL_bbox.csv.gz',
    address: 'https://ourairports.com/data/',
    vintage: 'not stated',
    cut: 'a box around the three states',
    licence: 'public domain',
    feeds: ['noise-levels'],
  }),
  source('interstates', 'U.S. Department of Transportation', 'Interstate highways of California, Texas and Florida', {
    path: 'roads/interstates_CA_TX_FL_refined.geojson.gz',
    address: 'https://github.com/uber-common/deck.gl-data',
    vintage: 'not stated',
    cut: 'the three states, simplified',
    licence: 'MIT (deck.gl-data), with places of traffic counts added',
    feeds: ['noise-levels', 'base-map'],
  }),
  source('california-highways', 'Caltrans', 'State highways joined from places of traffic counts and PeMS stations', {
    path: 'roads/highways_CA_from_caltrans_pems_points.geojson.gz',
    address: 'https://gisdata-caltrans.opendata.arcgis.com/',
    vintage: 'not stated',
    cut: 'lines joined from places of counts',
    licence: STATE,
    feeds: ['noise-levels', 'base-map'],
  }),
  source('caltrans-aadt', 'Caltrans', 'Traffic volumes (AADT)', {
    path: 'roads/Caltrans_Traffic_Volumes_AADT.geojson.gz',
    address: 'https://gisdata-caltrans.opendata.arcgis.com/',
    vintage: 'not stated, before 2024-02',
    licence: STATE,
    feeds: ['noise-levels'],
  }),
  source('txdot-aadt', 'Texas Department of Transportation', 'AADT of stations 2003-2022 in six districts', {
    path: 'roads/TxDOT_AADT_Annuals.csv.gz',
    address: 'https://gis-txdot.opendata.arcgis.com/',
    vintage: '2022',
    cut: 'six districts: no Houston, no San Antonio',
    licence: STATE,
    feeds: ['noise-levels'],
  }),
  source('tiger-roads-san-francisco', 'U.S. Census Bureau', 'TIGER/Line roads of San Francisco', {
    path: 'roads/tiger_sf_2017_06075_roads.tar.gz',
    address: 'https://www2.census.gov/geo/tiger/TIGER2017/ROADS/',
    vintage: '2017',
    feeds: ['validation'],
  }),
  source(
    'city-neighborhoods',
    'Cities of Austin, Houston, Orlando, Sacramento, San Antonio, San Francisco',
    'Neighborhoods',
    {
      path: 'neighborhoods/click_that_hood.tar.gz',
      address: 'https://github.com/codeforgermany/click_that_hood',
      vintage: 'published by the cities until 2013',
      licence: 'public records of the cities',
      feeds: ['neighborhoods', 'places', 'base-map'],
    },
  ),
  source('zillow-neighborhoods', 'Zillow', 'Neighborhood boundaries', {
    path: 'neighborhoods/zillow2012_CA_TX_FL.tar.gz',
    address: 'https://www.zillow.com/howto/api/neighborhood-boundaries.htm',
    vintage: '2012',
    cut: 'the three states',
    licence: 'CC BY-SA 3.0',
    feeds: ['neighborhoods-zillow'],
  }),
  source('imls-museums', 'Institute of Museum and Library Services', 'Museum Universe Data File', {
    path: 'addresses/known-2026/imls_museums.csv.gz',
    address: 'https://www.imls.gov/research-evaluation/data-collection/museum-data-files',
    vintage: '2018',
    cut: 'addresses and points in the three states',
    feeds: ['places', 'base-map'],
  }),
  source('gnis-florida', 'U.S. Geological Survey', 'Geographic Names Information System: Florida', {
    path: 'neighborhoods/DomesticNames_FL.txt.gz',
    address: 'https://www.usgs.gov/us-board-on-geographic-names/download-gnis-data',
    vintage: 'not stated',
    cut: 'Florida',
    feeds: ['neighborhoods-gnis', 'landmarks', 'places', 'base-map'],
  }),
  source('natural-earth-rivers', 'Natural Earth', 'Rivers of North America 1:10m', {
    path: 'natural-earth/ne_10m_rivers_north_america.CA_TX_FL.geojson.gz',
    address: NATURAL_EARTH_LAND,
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'public domain',
    feeds: ['base-map'],
  }),
  source('natural-earth-parks', 'Natural Earth', 'Parks and protected lands 1:10m', {
    path: 'natural-earth/ne_10m_parks_and_protected_lands_area.*.geojson.gz',
    address: NATURAL_EARTH,
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'public domain',
    feeds: ['landmarks', 'base-map'],
  }),
  source('natural-earth-rail', 'Natural Earth', 'Railroads of North America 1:10m', {
    path: 'natural-earth/ne_10m_railroads_north_america.*.geojson.gz',
    address: NATURAL_EARTH,
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'public domain',
    feeds: ['noise-levels'],
  }),
  source('natural-earth-coast', 'Natural Earth', 'Coastline 1:10m', {
    path: 'natural-earth/ne_10m_coastline.*.geojson.gz',
    address: NATURAL_EARTH_LAND,
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'public domain',
    feeds: ['flood'],
  }),
  source('natural-earth-lakes', 'Natural Earth', 'Lakes of North America 1:10m', {
    path: 'natural-earth/ne_10m_lakes_north_america.*.geojson.gz',
    address: NATURAL_EARTH_LAND,
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'public domain',
    feeds: ['flood', 'base-map'],
  }),
  source('natural-earth-other', 'Natural Earth', 'Parks, populated places, urban areas and states', {
    path: 'natural-earth/ne_*.geojson.gz',
    address: NATURAL_EARTH,
    vintage: 'not stated',
    cut: 'the three states',
    licence: 'public domain',
    feeds: ['validation'],
  }),
  source(
    'usgs-nlcd',
    'U.S. Geological Survey',
    'National Land Cover Database, impervious surface in parks of Broward',
    {
      path: 'usgs/nlcd_2019_impervious_broward_parks.tif',
      address: 'https://www.mrlc.gov/data',
      vintage: '2019',
      cut: 'parks of Broward County',
      feeds: ['validation'],
    },
  ),
]

const DRA = "Social Good Fund, Dave's Redistricting"
const CC_BY_SA = 'CC BY-SA 4.0, not to be sold'
const DRA_PAGE = 'https://github.com/dra2020/vtd_data'

export const electionsSources: readonly Source[] = [
  source(
    'dra-elections',
    DRA,
    'Presidential votes 2020 by block group (CA) and precinct (FL, TX), VEST and state data',
    {
      path: 'elections/Election_Data_{CA,FL,TX}.v06.zip',
      address: DRA_PAGE,
      vintage: '2020 election',
      licence: CC_BY_SA,
      feeds: ['ideological-lean'],
    },
  ),
  source('dra-counties', DRA, 'Presidential votes by county, summed from precincts', {
    path: 'elections/{county_pres_2008_2020_from_dra_vtd.csv,dra_vtds_without_polygon.csv.gz}',
    address: DRA_PAGE,
    vintage: '2008-2020 elections',
    cut: 'sums by county, and the precincts without a polygon',
    licence: CC_BY_SA,
    feeds: ['ideological-lean'],
  }),
  source('tx-precincts', 'Texas Legislative Council', 'Voting precincts of Texas, simplified to 15 m', {
    path: 'elections/tx_vtd2016_simplified_15m.topo.json.gz',
    address: 'https://github.com/sheadscott/county-voting-precincts',
    vintage: '2016',
    cut: '253 counties (without Tarrant), simplified to 15 m',
    licence: 'MIT',
    feeds: ['ideological-lean'],
  }),
  source(
    'census-places-votes',
    'community compilation of county returns',
    'People, area and presidential vote shares 2020 by census place',
    {
      path: 'elections/census_places_2020_pres_06_12_48.csv.gz',
      address: 'not stated',
      vintage: '2020 census and election',
      cut: 'shares by place',
      licence: 'MIT',
      feeds: ['ideological-lean', 'places', 'base-map'],
    },
  ),
]
