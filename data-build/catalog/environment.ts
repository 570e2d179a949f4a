import { DERIVED, KERNEL_SCORES, type Source, STATE, source } from './source.ts'

const CDC = 'Centers for Disease Control and Prevention / ATSDR'
const EPA = 'U.S. Environmental Protection Agency'
const OEPS = 'Healthy Regions & Policies Lab, University of Illinois'
const AQS = 'https://aqs.epa.gov/aqsweb/airdata/download_files.html'
const AQS_FILES = 'https://aqs.epa.gov/aqsweb/airdata'
const EJI = 'https://www.atsdr.cdc.gov/place-health/php/eji/eji-data-download.html'
const OEPS_PAGE = 'https://github.com/GeoDaCenter/opioid-policy-scan'
const TRACT_INDICES = 'https://github.com/geomarker-io/tract_indices'

export const healthAndEnvironmentSources: readonly Source[] = [
  source('cdc-eji-2024', CDC, 'Environmental Justice Index 2024', {
    path: 'cdc/EJI_2024_*_CSV.zip',
    address: EJI,
    vintage: 'ACS 2018-2022, 2020 tracts',
    note: 'All states at once: https://eji.cdc.gov/Documents/Data/2024/EJI_2024_Tract_CSV.zip (doubtful)',
    feeds: [
      ...KERNEL_SCORES,
      'noise-levels',
      'air-quality',
      'industrial-proximity',
      'insurance-coverage',
      'ideological-lean',
      'population-profile',
      'flood',
    ],
  }),
  source('cdc-eji-2022', CDC, 'Environmental Justice Index 2022', {
    path: 'cdc/EJI_2022_*_CSV.zip',
    address: EJI,
    vintage: 'ACS 2015-2019, 2010 tracts',
    feeds: ['validation'],
  }),
  source('cdc-svi-2018', CDC, 'Social Vulnerability Index 2018, census tracts', {
    path: 'cdc/SVI2018_*_tract.csv.gz',
    address: 'https://www.atsdr.cdc.gov/place-health/php/svi/svi-data-documentation-download.html',
    vintage: 'ACS 2014-2018, 2010 tracts',
    cut: 'California and Texas',
    feeds: ['validation'],
  }),
  source('epa-aqi-county', EPA, 'Annual AQI by county', {
    path: 'epa/annual_aqi_by_county_*.csv.gz',
    address: AQS,
    vintage: '2019-2025',
    feeds: ['air-quality', 'validation'],
    downloads: [2019, 2020, 2021, 2022, 2023, 2024, 2025].map((year) => ({
      url: `${AQS_FILES}/annual_aqi_by_county_${year}.zip`,
      path: `epa/annual_aqi_by_county_${year}.csv.gz`,
      kind: 'zip',
      member: `annual_aqi_by_county_${year}.csv`,
      leastBytes: 8_000,
    })),
  }),
  source('epa-monitors', EPA, 'Annual concentration by monitor', {
    path: 'epa/annual_conc_by_monitor_*.zip',
    address: AQS,
    vintage: '2022, 2024',
    feeds: ['air-quality', 'validation'],
    // The agency issues a year's file again twice a year.
    downloads: [2022, 2024].map((year) => ({
      url: `${AQS_FILES}/annual_conc_by_monitor_${year}.zip`,
      path: `epa/annual_conc_by_monitor_${year}.zip`,
      kind: 'zip',
      leastBytes: 2_000_000,
    })),
  }),
  source('epa-pm25-2024', EPA, 'PM2.5 annual means by site, derived from the Air Quality System', {
    path: 'epa/pm25*.json',
    address: AQS,
    vintage: '2024',
    cut: 'means of sites, derived',
    licence: DERIVED,
    feeds: ['validation'],
  }),
  source('epa-tri-2023', EPA, 'Toxics Release Inventory 2023, basic data files', {
    path: 'epa/TRI_2023_*.csv.gz',
    address:
      'https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present',
    vintage: '2023',
    cut: 'California and Florida',
    feeds: ['industrial-proximity'],
    downloads: ['CA', 'FL'].map((state) => ({
      url: `https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/2023_${state}/csv`,
      path: `epa/TRI_2023_${state}.csv.gz`,
      kind: 'csv',
      leastBytes: 200_000,
      states: [state],
    })),
  }),
  source('epa-superfund-2019', EPA, 'Nonfederal sites of the National Priorities List, as published by GAO-20-73', {
    path: 'epa/superfund-sites.csv.gz',
    address: 'https://www.gao.gov/products/gao-20-73',
    vintage: '2019',
    cut: 'as a report of the Government Accountability Office prints them',
    feeds: ['industrial-proximity', 'validation'],
  }),
  source('epa-ejscreen-2020', EPA, 'EJScreen 2020, averaged to 2010 census tracts', {
    path: 'epa/ejscreen_tract2010.csv.gz',
    address: TRACT_INDICES,
    vintage: '2020',
    cut: 'averaged to the tracts of 2010',
    licence: DERIVED,
    feeds: ['noise-levels', 'air-quality', 'industrial-proximity', 'dog-friendliness'],
  }),
  source('epa-walkability', EPA, 'National Walkability Index, averaged to 2010 census tracts', {
    path: 'epa/epa_walkability_tract2010.csv.gz',
    address: 'https://www.epa.gov/smartgrowth/smart-location-mapping',
    vintage: '2021',
    cut: 'averaged to the tracts of 2010',
    licence: DERIVED,
    feeds: ['walkability', 'dog-friendliness', 'liveliness'],
  }),
  source('epa-sld', EPA, 'Smart Location Database 3.0 (first block groups) and 2.0 outside metropolitan areas', {
    path: 'epa/{EPA_SLD_V3,Sld_NonCBSA_v2}*.csv.gz',
    address: 'https://www.epa.gov/smartgrowth/smart-location-mapping',
    vintage: '2013, 2021',
    cut: 'the first 999 block groups of Texas; the edition of 2013 outside metropolitan areas',
    feeds: ['validation'],
  }),
  source('eia-power-plants', 'U.S. Energy Information Administration', 'Power plants of 100 MW or more', {
    path: 'eia/Power_Plants_100_MW_or_more.csv.gz',
    address: 'https://www.eia.gov/maps/layer_info-m.php',
    vintage: '2017-05',
    feeds: ['industrial-proximity'],
  }),
  source('oeps-housing', OEPS, 'Opioid Environment Policy Scan BE01: housing units by census tract', {
    path: 'oeps/oeps_BE01_housing_acs2014_2018_tract2010.csv.gz',
    address: OEPS_PAGE,
    vintage: 'ACS 2014-2018, 2010 tracts',
    licence: DERIVED,
    feeds: ['privacy'],
  }),
  source('oeps-ndvi', OEPS, 'Opioid Environment Policy Scan: vegetation index by census tract', {
    path: 'oeps/ndvi_tracts.CA_TX_FL.csv.gz',
    address: OEPS_PAGE,
    vintage: '2018',
    cut: 'the three states',
    licence: DERIVED,
    feeds: ['visual-appeal', 'dog-friendliness'],
  }),
  source('oeps-other', OEPS, 'Opioid Environment Policy Scan: commuting areas, land area, counties', {
    path: 'oeps/oeps_*.csv.gz',
    address: OEPS_PAGE,
    vintage: 'ACS 2014-2018, 2010 tracts',
    licence: DERIVED,
    feeds: ['validation'],
  }),
  source('deprivation-index', 'geomarker-io', 'Community deprivation index by 2020 tract', {
    path: 'oeps/dep_index_2023_acs2019_2023_tract2020.csv.gz',
    address: TRACT_INDICES,
    vintage: 'ACS 2019-2023, 2020 tracts',
    licence: DERIVED,
    feeds: ['validation'],
  }),
]

const CALFIRE = 'California Department of Forestry and Fire Protection'
const FHSZ =
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones'
const NFHL = 'https://www.fema.gov/flood-maps/national-flood-hazard-layer'

export const hazardsSources: readonly Source[] = [
  source('fema-nfhl-dallas', 'Federal Emergency Management Agency', 'National Flood Hazard Layer, City of Dallas', {
    path: 'fema/dallas_{floodplain,city_boundary}.geojson.gz',
    address: NFHL,
    vintage: '2026-08',
    cut: 'the City of Dallas; zones merged into 100 and 500 years',
    feeds: ['flood'],
  }),
  source('fema-nfhl-layout', 'Federal Emergency Management Agency', 'National Flood Hazard Layer, for the layout', {
    path: 'fema/{06037C,milwaukee}*',
    address: NFHL,
    vintage: '2021',
    cut: 'attributes of Los Angeles County without polygons; Milwaukee',
    feeds: ['validation'],
  }),
  source('calfire-all-classes', CALFIRE, 'Fire Hazard Severity Zones, all classes, 24 counties', {
    path: 'calfire/all-classes/*.zip',
    address: FHSZ,
    vintage: '2007 draft',
    cut: '24 counties',
    licence: STATE,
    feeds: ['fire'],
  }),
  source('calfire-lra-very-high', CALFIRE, 'Very High Fire Hazard Severity Zones in local responsibility areas', {
    path: 'calfire/lra-very-high/*.zip',
    address: FHSZ,
    vintage: '2008-2011 recommended',
    cut: '28 counties',
    licence: STATE,
    feeds: ['fire'],
  }),
  source('calfire-sra-2007', CALFIRE, 'Fire Hazard Severity Zones in state responsibility areas, Alpine and Sierra', {
    path: 'calfire/sra-2007/*.zip',
    address: FHSZ,
    vintage: '2007 adopted',
    cut: 'Alpine and Sierra',
    licence: STATE,
    feeds: ['fire'],
  }),
  source(
    'calfire-five-cities',
    CALFIRE,
    'Fire Hazard Severity Zones in Chino, Chino Hills, Corona, Eastvale, Jurupa Valley',
    {
      path: 'calfire/five-cities-2025/*.geojson.gz',
      address: FHSZ,
      vintage: '2024 (state land), 2025 (local land)',
      cut: 'five cities',
      licence: 'CC BY',
      feeds: ['fire'],
    },
  ),
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
