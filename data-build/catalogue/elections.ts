import { type Source, source } from './source.ts'

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
    licence: CC_BY_SA,
    feeds: ['ideological-lean'],
  }),
  source('tx-precincts', 'Texas Legislative Council', 'Voting precincts of Texas, simplified to 15 m', {
    path: 'elections/tx_vtd2016_simplified_15m.topo.json.gz',
    address: 'https://github.com/sheadscott/county-voting-precincts',
    vintage: '2016',
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
      licence: 'MIT',
      feeds: ['ideological-lean', 'places', 'base-map'],
    },
  ),
]
