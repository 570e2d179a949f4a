import { CENSUS, DOT, FAA, IMLS, USGS } from './agencies.ts'
import { derived, type Source, source, stateRecord } from './source.ts'

const CALTRANS_PAGE = 'https://gisdata-caltrans.opendata.arcgis.com/'
const CULTURAL = 'https://www.naturalearthdata.com/downloads/10m-cultural-vectors/'
const PHYSICAL = 'https://www.naturalearthdata.com/downloads/10m-physical-vectors/'
const NASR = 'https://www.faa.gov/airports/airport_safety/airportdata_5010'

export const transportAndLandSources: readonly Source[] = [
  source('faa-airports', FAA, 'Airport facilities and runways (NASR)')
    .file('faa/Nfdc{Facilities,Runways}.CA_TX_FL.xls.gz', '2019-11-07', NASR)
    .cut('the three states; names of owners and managers removed')
    .feeds('noise-levels', 'visual-appeal', 'landmarks'),
  source('faa-enplanements', FAA, 'Commercial service enplanements')
    .file('faa/cy18-commercial-service-enplanements.converted.csv', '2018')
    .page('https://www.faa.gov/airports/planning_capacity/passenger_allcargo_stats/passenger')
    .feeds('landmarks', 'validation'),
  source('airportsdata', 'airportsdata', 'Airfields with names and codes')
    .file('airports/airportsdata_CA_TX_FL.csv.gz', 'not stated', 'https://github.com/mborsetti/airportsdata')
    .license('MIT')
    .feeds('landmarks'),
  source('ourairports-runways', 'OurAirports', 'Runways')
    .file('faa/ourairports_runways.CA_TX_FL_bbox.csv.gz', 'not stated', 'https://ourairports.com/data/')
    .license('public domain')
    .cut('a box around the three states')
    .feeds('noise-levels', 'visual-appeal'),
  source('interstates', DOT, 'Interstate highways of California, Texas and Florida')
    .file('roads/interstates_CA_TX_FL_refined.geojson.gz', 'not stated', 'https://github.com/uber-common/deck.gl-data')
    .license('MIT (deck.gl-data), with places of traffic counts added')
    .cut('the three states, simplified')
    .feeds('noise-levels', 'base-map'),
  source('numbered-roads', DOT, 'Interstate, US and state highways of Texas and Florida, both carriageways')
    .file('roads/highways_I_US_State_{TX,FL}.geojson.gz', 'about 2018', 'https://github.com/uber-common/deck.gl-data')
    .license('MIT (deck.gl-data)')
    .cut('Texas and Florida, simplified')
    .feeds('noise-levels', 'base-map'),
  stateRecord(
    'california-highways',
    'Caltrans',
    'State highways joined from places of traffic counts and PeMS stations',
  )
    .file('roads/highways_CA_from_caltrans_pems_points.geojson.gz', 'not stated', CALTRANS_PAGE)
    .cut('lines joined from places of counts')
    .feeds('noise-levels', 'base-map'),
  stateRecord('caltrans-aadt', 'Caltrans', 'Traffic volumes (AADT)')
    .file('roads/Caltrans_Traffic_Volumes_AADT.geojson.gz', 'not stated, before 2024-02', CALTRANS_PAGE)
    .feeds('noise-levels'),
  stateRecord('txdot-aadt', 'Texas Department of Transportation', 'AADT of stations 2003-2022 in six districts')
    .file('roads/TxDOT_AADT_Annuals.csv.gz', '2022', 'https://gis-txdot.opendata.arcgis.com/')
    .cut('six districts: no Houston, no San Antonio')
    .feeds('noise-levels'),
  source('tiger-roads-san-francisco', CENSUS, 'TIGER/Line roads of San Francisco')
    .file('roads/tiger_sf_2017_06075_roads.tar.gz', '2017', 'https://www2.census.gov/geo/tiger/TIGER2017/ROADS/')
    .feeds('validation'),
  source(
    'city-neighborhoods',
    'Cities of Austin, Houston, Orlando, Sacramento, San Antonio, San Francisco',
    'Neighborhoods',
  )
    .file('neighborhoods/click_that_hood.tar.gz', 'published by the cities until 2013')
    .page('https://github.com/codeforgermany/click_that_hood')
    .license('public records of the cities')
    .feeds('neighborhoods', 'places', 'base-map'),
  source('zillow-neighborhoods', 'Zillow', 'Neighborhood boundaries')
    .file('neighborhoods/zillow2012_CA_TX_FL.tar.gz', '2012')
    .page('https://www.zillow.com/howto/api/neighborhood-boundaries.htm')
    .license('CC BY-SA 3.0')
    .cut('the three states')
    .feeds('neighborhoods-zillow'),
  source('imls-museums', IMLS, 'Museum Universe Data File')
    .file('addresses/known-2026/imls_museums.csv.gz', '2018')
    .page('https://www.imls.gov/research-evaluation/data-collection/museum-data-files')
    .cut('addresses and points in the three states')
    .feeds('places', 'base-map', 'walkability', 'liveliness', 'dog-friendliness'),
  source('gnis-florida', USGS, 'Geographic Names Information System: Florida')
    .file('neighborhoods/DomesticNames_FL.txt.gz', 'not stated')
    .page('https://www.usgs.gov/us-board-on-geographic-names/download-gnis-data')
    .cut('Florida')
    .feeds('neighborhoods-gnis', 'landmarks', 'places', 'base-map'),
  naturalEarth('natural-earth-rivers', 'Rivers of North America 1:10m')
    .file('natural-earth/ne_10m_rivers_north_america.CA_TX_FL.geojson.gz', 'not stated', PHYSICAL)
    .feeds('base-map'),
  naturalEarth('natural-earth-parks', 'Parks and protected lands 1:10m')
    .file('natural-earth/ne_10m_parks_and_protected_lands_area.*.geojson.gz', 'not stated', CULTURAL)
    .feeds('landmarks', 'base-map'),
  naturalEarth('natural-earth-rail', 'Railroads of North America 1:10m')
    .file('natural-earth/ne_10m_railroads_north_america.*.geojson.gz', 'not stated', CULTURAL)
    .feeds('noise-levels'),
  naturalEarth('natural-earth-coast', 'Coastline 1:10m')
    .file('natural-earth/ne_10m_coastline.*.geojson.gz', 'not stated', PHYSICAL)
    .feeds('validation'),
  source('gshhg-shoreline', 'The GMT Team', 'Global Self-consistent Hierarchical High-resolution Geography 2.3.7')
    .file('water/gshhg_full_water_{CA,TX,FL}.geojson.gz', '2017', 'https://www.soest.hawaii.edu/pwessel/gshhg/')
    .license('LGPL-3.0-or-later, copyright 2014 The GMT Team; texts in sources.json')
    .copyright('gshhg-copyright.txt', 'water/GSHHG_copyright.txt')
    .licenseTexts('lgpl-3.0.txt', 'gpl-3.0.txt')
    .cut('sea and bays of the three coasts, full resolution')
    .feeds('geography', 'flood', 'base-map'),
  derived(
    'tract-elevation',
    USGS,
    '3D Elevation Program, mean of every census tract by chrisrca/ZIP-Code-Elevation-Processing',
  )
    .file('elevation/tract2020_mean_elevation_CA_TX_FL.csv.gz', 'not stated')
    .page('https://github.com/chrisrca/ZIP-Code-Elevation-Processing')
    .cut('means of the tracts of the three states')
    .feeds('flood'),
  source('florida-evacuation-zones', 'counties of Florida', 'Hurricane evacuation zones of eight counties')
    .file('flood/fl_evac_zones_8_counties.geojson.gz', '2019')
    .page('https://github.com/GateHouseMedia/hurricane-evacuation-zones')
    .license('MIT')
    .cut('Bay, Escambia, Flagler, Manatee, St. Johns, Santa Rosa, Volusia, Walton')
    .feeds('validation'),
  naturalEarth('natural-earth-lakes', 'Lakes of North America 1:10m')
    .file('natural-earth/ne_10m_lakes_north_america.*.geojson.gz', 'not stated', PHYSICAL)
    .feeds('flood', 'base-map'),
  naturalEarth('natural-earth-other', 'Parks, populated places, urban areas and states')
    .file('natural-earth/ne_*.geojson.gz', 'not stated', CULTURAL)
    .feeds('validation'),
  source('usgs-nlcd', USGS, 'National Land Cover Database, impervious surface in parks of Broward')
    .file('usgs/nlcd_2019_impervious_broward_parks.tif', '2019', 'https://www.mrlc.gov/data')
    .cut('parks of Broward County')
    .feeds('validation'),
]

const DRA = "Social Good Fund, Dave's Redistricting"
const CC_BY_SA = 'CC BY-SA 4.0, not to be sold'
const DRA_PAGE = 'https://github.com/dra2020/vtd_data'

export const electionsSources: readonly Source[] = [
  source(
    'dra-elections',
    DRA,
    'Presidential votes 2016 and 2020 by block group (CA) and precinct (FL, TX), VEST and state data',
  )
    .file('elections/Election_Data_{CA,FL,TX}.v06.zip', '2016 and 2020 elections', DRA_PAGE)
    .license(CC_BY_SA)
    .feeds('ideological-lean'),
  source('presidential-counties-2024', 'community compilation of county returns', 'Presidential votes 2024 by county')
    .file('elections/2024/president_2024_by_county_CA_TX_FL.csv.gz', '2024 election')
    .page('https://github.com/tonmcg/US_County_Level_Election_Results_08-24')
    .license('MIT')
    .cut('three states')
    .feeds('ideological-lean'),
  source('medsl-precincts-2024', 'MIT Election Data and Science Lab', 'Presidential votes 2024 by precinct')
    .file('elections/2024/tx_2024_president_by_precinct.csv.gz', '2024 election')
    .page('https://github.com/MEDSL/2024-elections-official')
    .license('public record')
    .cut('one office; the 2020 code is given for precincts that kept their code')
    .feeds('ideological-lean'),
  source('dra-counties', DRA, 'Presidential votes by county, summed from precincts')
    .file(
      'elections/{county_pres_2008_2020_from_dra_vtd.csv,dra_vtds_without_polygon.csv.gz}',
      '2008-2020 elections',
      DRA_PAGE,
    )
    .license(CC_BY_SA)
    .cut('sums by county, and the precincts without a polygon')
    .feeds('ideological-lean'),
  source('tx-precincts', 'Texas Legislative Council', 'Voting precincts of Texas, simplified to 15 m')
    .file('elections/tx_vtd2016_simplified_15m.topo.json.gz', '2016')
    .page('https://github.com/sheadscott/county-voting-precincts')
    .license('MIT')
    .cut('253 counties (without Tarrant), simplified to 15 m')
    .feeds('ideological-lean'),
  source(
    'census-places-votes',
    'community compilation of county returns',
    'People, area and presidential vote shares 2020 by census place',
  )
    .file('elections/census_places_2020_pres_06_12_48.csv.gz', '2020 census and election', 'not stated')
    .license('MIT')
    .cut('shares by place')
    .feeds('geography', 'ideological-lean', 'areas', 'places', 'base-map'),
]

function naturalEarth(id: string, title: string) {
  return source(id, 'Natural Earth', title).license('public domain').cut('the three states')
}
