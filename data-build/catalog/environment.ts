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
    path: '{cdc,census}/SVI2018_*_tract.csv.gz',
    address: 'https://www.atsdr.cdc.gov/place-health/php/svi/svi-data-documentation-download.html',
    vintage: 'ACS 2014-2018, 2010 tracts',
    cut: 'California, Texas and Florida',
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
  source('acs-commuting', 'U.S. Census Bureau', 'American Community Survey 2019-23: commuting and vehicles by tract', {
    path: 'census/acs2019-23_commuting_tract_CA_TX_FL.csv.gz',
    address: OEPS_PAGE,
    vintage: 'ACS 2019-2023, 2020 tracts',
    cut: 'three columns of three states',
    licence: DERIVED,
    feeds: ['walkability', 'dog-friendliness'],
  }),
  source('usda-ruca-2020', 'U.S. Department of Agriculture', 'Rural-urban commuting area codes 2020 by tract', {
    path: 'census/ruca2020_tract_CA_TX_FL.csv.gz',
    address: OEPS_PAGE,
    vintage: '2020',
    cut: 'three states',
    licence: DERIVED,
    feeds: ['validation'],
  }),
  source('tx-mixed-beverage', 'Texas Comptroller of Public Accounts', 'Mixed beverage permits and receipts', {
    path: 'food/tx_mixed_beverage_2017-09_2017-10.csv.gz',
    address: 'https://github.com/utdata/mixbev-receipts',
    vintage: '2017-09 to 2017-10',
    cut: 'names removed',
    licence: STATE,
    feeds: ['validation'],
  }),
  source('epa-rmp', EPA, 'Facilities with a Risk Management Plan, points inside 106 urban areas', {
    path: 'epa/rmp/RMP_*',
    address: 'https://github.com/data-liberation-project/epa-rmp-spreadsheets',
    vintage: '2023-2025',
    cut: 'points inside 106 urban areas and the outlines of these (tsdataclinic/EPA-Hack-Day-Analysis)',
    licence: 'public record; cut: Apache-2.0',
    feeds: ['industrial-proximity'],
  }),
  source('power-plants-2019', 'World Resources Institute', 'Global Power Plant Database, plants of the United States', {
    path: 'powerplants-2019/power_plants_2019_CA_TX_FL.csv.gz',
    address: 'https://github.com/wri/global-power-plant-database',
    vintage: '2019',
    cut: 'three states',
    licence: 'CC BY 4.0',
    feeds: ['industrial-proximity'],
  }),
  source(
    'transport-noise-2018',
    'U.S. Department of Transportation',
    'National Transportation Noise Map, people at 55 dBA',
    {
      path: 'noise/bts2018_share_of_people_55dBA_by_tract2010.csv.gz',
      address: 'https://www.bts.gov/geospatial/national-transportation-noise-map',
      vintage: '2018',
      cut: 'shares of people by tract of 2010, four fifths of the counties (abasshkembi/noise-oej)',
      licence: 'public domain; shares derived',
      feeds: ['noise-levels'],
    },
  ),
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
  source('fema-long-beach', 'City of Long Beach', "FEMA's flood zones in the City of Long Beach", {
    path: 'flood/long-beach/*.geojson.gz',
    address: NFHL,
    vintage: '2020-07',
    cut: "the city's export",
    licence: 'public record of the city',
    feeds: ['flood'],
  }),
  source(
    'fema-county-shares',
    'C. Bowers (damagedrivers)',
    "Share of homes in FEMA's A and V zones by county, California",
    {
      path: 'flood/fema_A_or_V_share_by_county_CA.csv',
      address: 'https://github.com/corinnebowers/damagedrivers',
      vintage: 'not stated',
      cut: '58 counties; people are spread evenly inside block groups',
      licence: 'not stated; figures of a study, cited',
      feeds: ['flood'],
    },
  ),
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
  source('calfire-berkeley-encinitas', CALFIRE, 'Fire Hazard Severity Zones in Berkeley and Encinitas', {
    path: 'calfire/cities-2025/*.geojson.gz',
    address: FHSZ,
    vintage: '2025 (Encinitas: not stated)',
    cut: 'two cities',
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
