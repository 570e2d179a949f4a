import { type Source, STATE, source } from './source.ts'

const CALFIRE = 'California Department of Forestry and Fire Protection'
const FHSZ =
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones'
const NFHL = 'https://www.fema.gov/flood-maps/national-flood-hazard-layer'

export const hazardsSources: readonly Source[] = [
  source('fema-nfhl-dallas', 'Federal Emergency Management Agency', 'National Flood Hazard Layer, City of Dallas', {
    path: 'fema/dallas_{floodplain,city_boundary}.geojson.gz',
    address: NFHL,
    vintage: '2026-08',
    feeds: ['flood'],
  }),
  source('fema-nfhl-layout', 'Federal Emergency Management Agency', 'National Flood Hazard Layer, for the layout', {
    path: 'fema/{06037C,milwaukee}*',
    address: NFHL,
    vintage: '2021',
    feeds: ['validation'],
  }),
  source('calfire-all-classes', CALFIRE, 'Fire Hazard Severity Zones, all classes, 24 counties', {
    path: 'calfire/all-classes/*.zip',
    address: FHSZ,
    vintage: '2007 draft',
    licence: STATE,
    feeds: ['fire'],
  }),
  source('calfire-lra-very-high', CALFIRE, 'Very High Fire Hazard Severity Zones in local responsibility areas', {
    path: 'calfire/lra-very-high/*.zip',
    address: FHSZ,
    vintage: '2008-2011 recommended',
    licence: STATE,
    feeds: ['fire'],
  }),
  source('calfire-sra-2007', CALFIRE, 'Fire Hazard Severity Zones in state responsibility areas, Alpine and Sierra', {
    path: 'calfire/sra-2007/*.zip',
    address: FHSZ,
    vintage: '2007 adopted',
    licence: STATE,
    feeds: ['fire'],
  }),
  source(
    'lacity-fire-zones',
    'City of Los Angeles',
    'Very High Fire Hazard Severity Zones of the City of Los Angeles',
    {
      path: 'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz',
      address: 'https://geohub.lacity.org/',
      vintage: 'not stated',
      licence: 'public record of the city',
      feeds: ['fire'],
    },
  ),
]
