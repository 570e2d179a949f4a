import { CALFIRE, CDC, CENSUS, DOT, EJI, EPA, FEMA, LOS_ANGELES, OEPS, TRACT_INDICES, USDA } from './agencies.ts'
import { derived, download, KERNEL_SCORES, type Source, source, stateRecord } from './source.ts'

const SMART_LOCATION = 'https://www.epa.gov/smartgrowth/smart-location-mapping'
const AQS = 'https://aqs.epa.gov/aqsweb/airdata/download_files.html'
const AQS_FILES = 'https://aqs.epa.gov/aqsweb/airdata'
const OEPS_PAGE = 'https://github.com/GeoDaCenter/opioid-policy-scan'

export const healthAndEnvironmentSources: readonly Source[] = [
  source('cdc-eji-2024', CDC, 'Environmental Justice Index 2024')
    .file('cdc/EJI_2024_*_CSV.zip', 'ACS 2018-2022, 2020 tracts', EJI)
    .note('All states at once: https://eji.cdc.gov/Documents/Data/2024/EJI_2024_Tract_CSV.zip (doubtful)')
    .feeds(
      ...KERNEL_SCORES,
      'noise-levels',
      'air-quality',
      'industrial-proximity',
      'insurance-coverage',
      'ideological-lean',
      'population-profile',
      'flood',
    ),
  source('cdc-eji-2022', CDC, 'Environmental Justice Index 2022')
    .file('cdc/EJI_2022_*_CSV.zip', 'ACS 2015-2019, 2010 tracts', EJI)
    .feeds('validation'),
  source('cdc-svi-2018', CDC, 'Social Vulnerability Index 2018, census tracts')
    .file('{cdc,census}/SVI2018_*_tract.csv.gz', 'ACS 2014-2018, 2010 tracts')
    .page('https://www.atsdr.cdc.gov/place-health/php/svi/svi-data-documentation-download.html')
    .cut('California, Texas and Florida')
    .feeds('validation'),
  source('epa-aqi-county', EPA, 'Annual AQI by county')
    .file('epa/annual_aqi_by_county_*.csv.gz', '2019-2025', AQS)
    .downloads(
      ...[2019, 2020, 2021, 2022, 2023, 2024, 2025].map((year) => {
        const name = `annual_aqi_by_county_${year}`
        return download('zip', `${AQS_FILES}/${name}.zip`, `epa/${name}.csv.gz`, 8_000)
      }),
    )
    .feeds('air-quality', 'validation'),
  // The agency reissues each annual file twice a year, so a new download can differ from the file used here.
  source('epa-monitors', EPA, 'Annual concentration by monitor')
    .file('epa/annual_conc_by_monitor_*.zip', '2022, 2024', AQS)
    .downloads(
      ...['annual_conc_by_monitor_2022.zip', 'annual_conc_by_monitor_2024.zip'].map((name) =>
        download('zip', `${AQS_FILES}/${name}`, `epa/${name}`, 2_000_000),
      ),
    )
    .feeds('air-quality', 'validation'),
  derived('epa-pm25-2024', EPA, 'PM2.5 annual means by site, derived from the Air Quality System')
    .file('epa/pm25*.json', '2024', AQS)
    .cut('means of sites, derived')
    .feeds('validation'),
  source('epa-tri-2023', EPA, 'Toxics Release Inventory 2023, basic data files')
    .file('epa/TRI_2023_*.csv.gz', '2023')
    .page('https://www.epa.gov/toxics-release-inventory-tri-program/tri-basic-data-files-calendar-years-1987-present')
    .cut('California and Florida')
    .downloads(
      ...['CA', 'FL'].map((state) => {
        const url = `https://data.epa.gov/efservice/downloads/tri/mv_tri_basic_download/2023_${state}/csv`
        return download('csv', url, `epa/TRI_2023_${state}.csv.gz`, 200_000, { states: [state] })
      }),
    )
    .feeds('industrial-proximity'),
  source('epa-superfund-2024', EPA, 'Final sites of the National Priorities List, federal facilities included')
    .file('epa/epa_npl_final_2024-12_CA_TX_FL.csv.gz', '2024-12')
    .page('https://www.epa.gov/superfund/search-superfund-sites-where-you-live')
    .cut('final sites of California, Texas and Florida')
    .feeds('industrial-proximity'),
  source('epa-superfund-2019', EPA, 'Nonfederal sites of the National Priorities List, as published by GAO-20-73')
    .file('epa/superfund-sites.csv.gz', '2019', 'https://www.gao.gov/products/gao-20-73')
    .cut('as printed in a report of the Government Accountability Office')
    .feeds('industrial-proximity', 'validation'),
  derived('epa-ejscreen-2020', EPA, 'EJScreen 2020, averaged to 2010 census tracts')
    .file('epa/ejscreen_tract2010.csv.gz', '2020', TRACT_INDICES)
    .cut('averaged to the tracts of 2010')
    .feeds('noise-levels', 'air-quality', 'industrial-proximity', 'dog-friendliness'),
  derived('epa-walkability', EPA, 'National Walkability Index, averaged to 2010 census tracts')
    .file('epa/epa_walkability_tract2010.csv.gz', '2021', SMART_LOCATION)
    .cut('averaged to the tracts of 2010')
    .feeds('walkability', 'dog-friendliness', 'liveliness'),
  source('epa-sld', EPA, 'Smart Location Database 3.0 (first block groups) and 2.0 outside metropolitan areas')
    .file('epa/{EPA_SLD_V3,Sld_NonCBSA_v2}*.csv.gz', '2013, 2021', SMART_LOCATION)
    .cut('the first 999 block groups of Texas; the edition of 2013 outside metropolitan areas')
    .feeds('validation'),
  derived('acs-commuting', CENSUS, 'American Community Survey 2019-23: commuting and vehicles by tract')
    .file('census/acs2019-23_commuting_tract_CA_TX_FL.csv.gz', 'ACS 2019-2023, 2020 tracts', OEPS_PAGE)
    .cut('three columns of three states')
    .feeds('walkability', 'dog-friendliness'),
  derived('usda-ruca-2020', USDA, 'Rural-urban commuting area codes 2020 by tract')
    .file('census/ruca2020_tract_CA_TX_FL.csv.gz', '2020', OEPS_PAGE)
    .cut('three states')
    .feeds('validation'),
  stateRecord('tx-mixed-beverage', 'Texas Comptroller of Public Accounts', 'Mixed beverage permits and receipts')
    .file('food/tx_mixed_beverage_2017-09_2017-10.csv.gz', '2017-09 to 2017-10')
    .page('https://github.com/utdata/mixbev-receipts')
    .cut('names removed')
    .feeds('validation'),
  source('epa-rmp', EPA, 'Facilities with a Risk Management Plan, points inside 106 urban areas')
    .file('epa/rmp/RMP_*', '2023-2025', 'https://github.com/data-liberation-project/epa-rmp-spreadsheets')
    .license('public record; cut: Apache-2.0')
    .cut('points inside 106 urban areas and the outlines of these areas (tsdataclinic/EPA-Hack-Day-Analysis)')
    .feeds('industrial-proximity'),
  source('power-plants-2019', 'World Resources Institute', 'Global Power Plant Database, plants of the United States')
    .file('powerplants-2019/power_plants_2019_CA_TX_FL.csv.gz', '2019')
    .page('https://github.com/wri/global-power-plant-database')
    .license('CC BY 4.0')
    .cut('three states')
    .feeds('industrial-proximity'),
  source('transport-noise-2018', DOT, 'National Transportation Noise Map, people at 55 dBA')
    .file('noise/bts2018_share_of_people_55dBA_by_tract2010.csv.gz', '2018')
    .page('https://www.bts.gov/geospatial/national-transportation-noise-map')
    .license('public domain; shares derived')
    .cut('shares of people by tract of 2010, four fifths of the counties (abasshkembi/noise-oej)')
    .feeds('noise-levels'),
  derived('oeps-housing', OEPS, 'Opioid Environment Policy Scan BE01: housing units by census tract')
    .file('oeps/oeps_BE01_housing_acs2014_2018_tract2010.csv.gz', 'ACS 2014-2018, 2010 tracts', OEPS_PAGE)
    .feeds('privacy'),
  derived('oeps-ndvi', OEPS, 'Opioid Environment Policy Scan: vegetation index by census tract')
    .file('oeps/ndvi_tracts.CA_TX_FL.csv.gz', '2018', OEPS_PAGE)
    .cut('the three states')
    .feeds('visual-appeal', 'dog-friendliness'),
  derived('oeps-other', OEPS, 'Opioid Environment Policy Scan: commuting areas, land area, counties')
    .file('oeps/oeps_*.csv.gz', 'ACS 2014-2018, 2010 tracts', OEPS_PAGE)
    .feeds('validation'),
  derived('deprivation-index', 'geomarker-io', 'Community deprivation index by 2020 tract')
    .file('oeps/dep_index_2023_acs2019_2023_tract2020.csv.gz', 'ACS 2019-2023, 2020 tracts', TRACT_INDICES)
    .feeds('validation'),
]

const FHSZ =
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones'
const NFHL = 'https://www.fema.gov/flood-maps/national-flood-hazard-layer'

export const hazardsSources: readonly Source[] = [
  source('fema-nfhl-dallas', FEMA, 'National Flood Hazard Layer, City of Dallas')
    .file('fema/dallas_{floodplain,city_boundary}.geojson.gz', '2026-08', NFHL)
    .cut('the City of Dallas; zones merged into 100-year and 500-year zones')
    .feeds('flood'),
  source('fema-long-beach', 'City of Long Beach', "FEMA's flood zones in the City of Long Beach")
    .file('flood/long-beach/*.geojson.gz', '2020-07', NFHL)
    .license('public record of the city')
    .cut("the city's export")
    .feeds('flood'),
  source(
    'fema-county-shares',
    'C. Bowers (damagedrivers)',
    "Share of homes in FEMA's A and V zones by county, California",
  )
    .file('flood/fema_A_or_V_share_by_county_CA.csv', 'not stated', 'https://github.com/corinnebowers/damagedrivers')
    .license('not stated; figures of a study, cited')
    .cut('58 counties; people are spread evenly inside block groups')
    .feeds('flood'),
  source('openfema-insured-homes', FEMA, 'Homes with flood insurance by county, OpenFEMA')
    .file('flood/openfema_nfip_residential_penetration_county_2025-05.csv', '2025-05')
    .page('https://github.com/mebauer/nfip-datasets')
    .cut('share of residential structures, the three states')
    .feeds('flood'),
  source('fema-nfhl-layout', FEMA, 'National Flood Hazard Layer, for the layout')
    .file('fema/{06037C,milwaukee}*', '2021', NFHL)
    .cut('attributes of Los Angeles County without polygons; Milwaukee')
    .feeds('validation'),
  stateRecord('calfire-all-classes', CALFIRE, 'Fire Hazard Severity Zones, all classes, 24 counties')
    .file('calfire/all-classes/*.zip', '2007 draft', FHSZ)
    .cut('24 counties')
    .feeds('fire'),
  stateRecord('calfire-lra-very-high', CALFIRE, 'Very High Fire Hazard Severity Zones in local responsibility areas')
    .file('calfire/lra-very-high/*.zip', '2008-2011 recommended', FHSZ)
    .cut('28 counties')
    .feeds('fire'),
  stateRecord(
    'calfire-sra-2007',
    CALFIRE,
    'Fire Hazard Severity Zones in state responsibility areas, Alpine and Sierra',
  )
    .file('calfire/sra-2007/*.zip', '2007 adopted', FHSZ)
    .cut('Alpine and Sierra')
    .feeds('fire'),
  source(
    'calfire-five-cities',
    CALFIRE,
    'Fire Hazard Severity Zones in Chino, Chino Hills, Corona, Eastvale, Jurupa Valley',
  )
    .file('calfire/five-cities-2025/*.geojson.gz', '2024 (state land), 2025 (local land)', FHSZ)
    .license('CC BY')
    .cut('five cities')
    .feeds('fire'),
  source(
    'calfire-people-2025',
    'C. R. Gallego (California-Zone-0-Data)',
    'People by fire hazard zone of 2025 and county',
  )
    .file('calfire/ca_2025_population_by_fhsz_county.csv', '2020 census, zones of 2024-2025')
    .page('https://github.com/crgallego/California-Zone-0-Data')
    .license('CC BY 4.0')
    .cut('sums by county')
    .feeds('fire'),
  stateRecord('calfire-berkeley-encinitas', CALFIRE, 'Fire Hazard Severity Zones in Berkeley and Encinitas')
    .file('calfire/cities-2025/*.geojson.gz', '2025 (Encinitas: not stated)', FHSZ)
    .cut('two cities')
    .feeds('fire'),
  source('lacity-fire-zones', LOS_ANGELES, 'Very High Fire Hazard Severity Zones of the City of Los Angeles')
    .file('calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz', 'not stated', 'https://geohub.lacity.org/')
    .license('public record of the city')
    .feeds('fire'),
]
