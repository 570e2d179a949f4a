import type { CsvOptions } from '../../../data-build/read/csv.ts'
import type { SourcePath } from '../../../data-build/read/source-folder.ts'

const TAB = { delimiter: '\t' } as const
const CP1252 = { encoding: 'cp1252' } as const
const WITHOUT_EMPTY = { skipEmptyRows: true } as const

// Row counts as stated in the folder's README or the file's documentation.
export const TABLES: readonly (readonly [
  path: SourcePath,
  key: string,
  pattern: RegExp,
  rows: number,
  options?: CsvOptions,
])[] = [
  ['census/tracts/tl_2019_06_tract_attributes.csv.gz', 'GEOID', /^06\d{9}$/, 8057],
  ['census/tracts/tl_2019_12_tract_attributes.csv.gz', 'GEOID', /^12\d{9}$/, 4245],
  ['census/tracts/tl_2019_48_tract_attributes.csv.gz', 'GEOID', /^48\d{9}$/, 5265],
  ['census/tracts/crosswalk_tract2010_to_tract2020.csv.gz', 'census_tract_id_2020', /^\d{11}$/, 28_532],
  ['census/population/CenPop2020_Mean_BG06.txt.gz', 'TRACTCE', /^\d{6}$/, 25_607],
  ['census/population/CenPop2020_Mean_BG12.txt.gz', 'TRACTCE', /^\d{6}$/, 13_388],
  ['census/population/CenPop2020_Mean_BG48.txt.gz', 'TRACTCE', /^\d{6}$/, 18_638],
  ['census/population/CenPop2010_Mean_BG06.txt.gz', 'STATEFP', /^06$/, 23_212],
  ['census/population/CenPop2020_Mean_CO_06_12_48.txt', 'COUNTYFP', /^\d{3}$/, 379],
  ['census/gazetteer/2010_Gaz_zcta_national.txt.gz', 'GEOID', /^\d{5}$/, 33_120, { ...TAB, ...WITHOUT_EMPTY }],
  ['census/gazetteer/2019_Gaz_counties_national.txt.gz', 'GEOID', /^\d{5}$/, 3220, TAB],
  ['census/gazetteer/us_places_2024_pcaisse.csv.gz', 'name', /./, 35_903],
  ['census/gazetteer/zip_city_county_CA_TX_FL_zipmonster.csv.gz', 'zip', /^\d{5}$/, 6657],
  [eji(2024, 'California'), 'GEOID_2020', /^06\d{9}$/, 9109],
  [eji(2024, 'Florida'), 'GEOID_2020', /^12\d{9}$/, 5122],
  [eji(2024, 'Texas'), 'GEOID_2020', /^48\d{9}$/, 6884],
  [eji(2022, 'California'), 'AFFGEOID', /US06\d{9}$/, 8041, WITHOUT_EMPTY],
  [eji(2022, 'Florida'), 'AFFGEOID', /US12\d{9}$/, 4210, WITHOUT_EMPTY],
  [eji(2022, 'Texas'), 'AFFGEOID', /US48\d{9}$/, 5254, WITHOUT_EMPTY],
  ['cdc/SVI2018_California_tract.csv.gz', 'FIPS', /^06\d{9}$/, 8041],
  ['cdc/SVI2018_Texas_tract.csv.gz', 'FIPS', /^48\d{9}$/, 5254],
  ['epa/annual_aqi_by_county_2024.csv.gz', 'State', /./, 996],
  ['epa/superfund-sites.csv.gz', 'EPA ID', /^[A-Z0-9]{12}$/, 1571],
  ['epa/ejscreen_tract2010.csv.gz', 'census_tract_id', /^\d{11}$/, 17_567],
  ['epa/epa_walkability_tract2010.csv.gz', 'census_tract_id', /^\d{11}$/, 17_567],
  ['epa/EPA_SLD_V3_Jan_2021.first999rows_TX.csv.gz', 'STATEFP', /^48$/, 999],
  [{ zip: 'epa/annual_conc_by_monitor_2022.zip', member: /csv$/ }, 'Parameter Code', /^\d{5}$/, 73_931],
  ['eia/Power_Plants_100_MW_or_more.csv.gz', 'Country', /./, 2266, CP1252],
  ['faa/cy18-commercial-service-enplanements.converted.csv', 'Locid', /^\w{2,4}$/, 524],
  ['faa/ourairports_runways.CA_TX_FL_bbox.csv.gz', 'airport_ident', /./, 2146],
  ['oeps/oeps_BE01_housing_acs2014_2018_tract2010.csv.gz', 'GEOID', /^\d{11}$/, 17_507],
  ['oeps/oeps_BE02_ruca_tract2010.csv.gz', 'GEOID', /^\d{11}$/, 17_567],
  ['oeps/oeps_C_Latest_06_12_48.csv.gz', 'HEROP_ID', /US\d{5}$/, 379],
  ['oeps/ndvi_tracts.CA_TX_FL.csv.gz', 'tract_fips', /^\d{10,11}$/, 17_071],
  ['oeps/dep_index_2023_acs2019_2023_tract2020.csv.gz', 'census_tract_id_2020', /^\d{11}$/, 21_115],
  [dra('CA'), 'GEOID20', /^06\d{10}$/, 25_607],
  [dra('FL'), 'GEOID20', /^12/, 7247],
  [dra('TX'), 'GEOID20', /^48/, 9007],
  ['elections/county_pres_2008_2020_from_dra_vtd.csv', 'COUNTYFP', /^\d{5}$/, 379],
  ['elections/census_places_2020_pres_06_12_48.csv.gz', 'placefips', /^\d{7}$/, 4426],
  ['parks/gc_parks_nov21.csv.gz', 'GCID', /./, 8067],
  ['schools/ca/pubschls.txt.gz', 'CDSCode', /^\d{14}$/, 17_892, { ...TAB, ...CP1252 }],
  ['schools/ca/english_2018_academic_indicator.csv.gz', 'cds', /^\d{14}$/, 9801, CP1252],
  ['schools/ca/math_2018_academic_indicator.csv.gz', 'cds', /^\d{14}$/, 9801, CP1252],
  ['schools/tx/tx-campuses-ccd.csv.gz', 'NCESSCH', /^48\d{10}$/, 9336],
  ['schools/tx/tx-districts-ccd.csv.gz', 'LEAID', /^48\d{5}$/, 1265],
  ['schools/tx/2022-state_overall_full.csv.gz', 'District Number', /^\d{6}$/, 10_173],
  ['schools/tx/2019-state_overall_full.csv.gz', 'District Number', /^\d{6}$/, 10_039],
  ['schools/fl/HIFLD_Public_Schools_FL.csv.gz', 'NCESID', /^\d{12}$/, 4337],
  ['schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz', 'NCESSCH', /^\d{12}$/, 24_202],
  ['schools/nces/pss1314_pu_CA_TX_FL.csv.gz', 'PFNLWT', /^[\d.]+$/, 5724],
  ['census/population/CenPop2010_Mean_BG12.txt.gz', 'STATEFP', /^12$/, 11_442],
  ['census/population/CenPop2010_Mean_BG48.txt.gz', 'STATEFP', /^48$/, 15_811],
  ['census/population/CenPop2010_Mean_TR06.txt.gz', 'STATEFP', /^06$/, 8057],
  ['census/population/CenPop2010_Mean_TR12.txt.gz', 'STATEFP', /^12$/, 4245],
  ['census/population/CenPop2010_Mean_TR48.txt.gz', 'STATEFP', /^48$/, 5265],
  ['census/population/CenPop2020_Mean_TR06.txt.gz', 'STATEFP', /^06$/, 9129],
  ['census/population/CenPop2020_Mean_TR12.txt.gz', 'STATEFP', /^12$/, 5160],
  ['census/population/CenPop2020_Mean_TR48.txt.gz', 'STATEFP', /^48$/, 6896],
  ['census/gazetteer/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz', 'county_fips', /^\d{5}$/, 7407],
  ['epa/annual_aqi_by_county_2019.csv.gz', 'State', /./, 1023],
  ['epa/annual_aqi_by_county_2020.csv.gz', 'State', /./, 1006],
  ['epa/annual_aqi_by_county_2021.csv.gz', 'State', /./, 1005],
  ['epa/annual_aqi_by_county_2022.csv.gz', 'State', /./, 1003],
  ['epa/annual_aqi_by_county_2023.csv.gz', 'State', /./, 992],
  ['epa/annual_aqi_by_county_2025.csv.gz', 'State', /./, 978],
  ['epa/Sld_NonCBSA_v2_2013.CA_TX_FL.csv.gz', 'GEOID10', /^\d{12}$/, 1721],
  ['oeps/oeps_BE03_area_pop_tract2010.csv.gz', 'GEOID', /^\d{11}$/, 17_567],
  ['oeps/oeps_EC03_unemp_pov_pci_tract2010.csv.gz', 'GEOID', /^\d{11}$/, 17_567],
  ['elections/dra_vtds_without_polygon.csv.gz', 'GEOID20', /^48/, 907],
  ['schools/tx/tapr_2021-2022_campus_reference.csv.gz', 'CAMPUS', /^\d+$/, 8966],
  ['schools/tx/tapr_2021-2022_district_staff-and-student-information.csv.gz', 'DISTRICT', /^\d+$/, 1207],
  ['schools/tx/2018-01-24_askTedDirectory.csv.gz', 'School Number', /^'\d{9}$/, 9426],
  ['schools/tx/texas-schools-geocoded_2015.no_contacts.csv.gz', 'DistrictNumber', /^\d{6}$/, 9354, WITHOUT_EMPTY],
  ['schools/tx/school_geography.csv', 'OBJECTID', /^\d+$/, 275],
  ['schools/tx/student_demographics.csv', 'CAMPUS', /^'\d{9}$/, 274],
]

export const LAYERS: readonly (readonly [path: string, features: number, skipped?: number])[] = [
  ['census/tracts/cb_2014_06_tract_500k.zip', 8043],
  ['census/tracts/cb_2019_12_tract_500k.zip', 4210],
  ['census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz', 5254],
  ['census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz', 5122],
  ['census/tracts/cb_2020_06_tract_500k_in_cbsas.geojson.gz', 9029],
  ['census/tracts/cb_2020_12_tract_500k_in_cbsas.geojson.gz', 5029],
  ['census/tracts/cb_2020_48_tract_500k_in_cbsas.geojson.gz', 6456],
  ['water/cb_2018_us_state_500k.zip', 56],
  ['census/tracts/ca_counties_dissolved_from_tracts.geojson.gz', 58],
  ['census/tracts/fl_counties_dissolved_from_tracts.geojson.gz', 67],
  ['census/tracts/tx_counties_dissolved_from_tracts.geojson.gz', 254],
  ['census/districts/cb_2016_06_unsd_500k.zip', 344],
  ['census/districts/cb_2016_06_elsd_500k.zip', 526],
  ['census/districts/cb_2016_06_scsd_500k.zip', 116],
  ['census/districts/cb_2016_48_unsd_500k.zip', 1019],
  ['census/districts/cb_2016_48_elsd_500k.zip', 4],
  ['census/districts/cb_2016_48_scsd_500k.zip', 4],
  ['census/districts/cb_2016_12_unsd_500k.zip', 67],
  ['fema/dallas_floodplain.geojson.gz', 4160, 416],
  ['fema/dallas_city_boundary.geojson.gz', 1],
  ['calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz', 14],
  ['calfire/lra-very-high/monterey_gis_recommended__c27fhszl06_3.zip', 17, 4],
  ['fema/milwaukee_WI_55079C_nfhl.layout-only.geojson.gz', 274],
  ['parks/city_of_austin_parks_amfac_counts.geojson.gz', 291],
  ['addresses/tiger/tl_2021_30059_addrfeat.zip', 677],
]

export function eji(year: number, state: string): SourcePath {
  return { zip: `cdc/EJI_${year}_${state}_CSV.zip`, member: `EJI_${year}_${state}.csv` }
}

export function titleOf(path: SourcePath): string {
  return typeof path === 'string' ? path : path.zip
}

export function dra(state: string): SourcePath {
  return { zip: `elections/Election_Data_${state}.v06.zip`, member: /election_data.*csv$/ }
}
