import { type Download, type Source, STATE, source } from './source.ts'

const SCHOOL_SCORES = ['walkability', 'dog-friendliness'] as const
/** Directories and ratings: a district's rating and grades come from its schools where nobody else says. */
const SCHOOLS = ['schools', 'districts'] as const

export const schoolsAndParksSources: readonly Source[] = [
  source('fl-parks', 'University of Florida GeoPlan Center', 'Parks of Florida as points', {
    path: 'parks/gc_parks_nov21.csv.gz',
    address: 'https://www.fgdl.org/',
    vintage: '2021-11',
    licence: STATE,
    feeds: ['dog-friendliness', 'landmarks'],
  }),
  source('austin-parks', 'City of Austin', 'Parks with amenity counts', {
    path: 'parks/city_of_austin_parks_amfac_counts.geojson.gz',
    address: 'https://data.austintexas.gov/',
    vintage: 'not stated',
    licence: 'public domain',
    feeds: ['dog-friendliness', 'landmarks'],
  }),
  source('osm-parks-los-angeles', 'OpenStreetMap contributors', 'Parks of Los Angeles, an Overpass answer', {
    path: 'osm/overpass_los_angeles_leisure_park_*.json.gz',
    address: 'https://www.openstreetmap.org/copyright',
    vintage: '2025-12',
    cut: 'Los Angeles',
    licence: 'ODbL 1.0',
    feeds: ['validation'],
  }),
  source('ca-schools', 'California Department of Education', 'Public schools and districts', {
    path: 'schools/ca/pubschls*',
    address: 'https://www.cde.ca.gov/ds/si/ds/pubschls.asp',
    vintage: '2018-06',
    cut: 'names of administrators removed',
    licence: STATE,
    feeds: [...SCHOOL_SCORES, ...SCHOOLS, 'public-places'],
    downloads: [
      {
        url: 'https://www.cde.ca.gov/schooldirectory/report?rid=dl1&tp=txt',
        path: 'schools/ca/pubschls.txt.gz',
        kind: 'text',
        leastBytes: 2_000_000,
        states: ['CA'],
      },
    ],
  }),
  source('tx-schools', 'National Center for Education Statistics', 'Common Core of Data: schools of Texas', {
    path: 'schools/tx/tx-{campuses,districts}-ccd.csv.gz',
    address: 'https://nces.ed.gov/ccd/pubschuniv.asp',
    vintage: '2013-14',
    feeds: [...SCHOOL_SCORES, ...SCHOOLS, 'public-places'],
  }),
  source('fl-schools', 'U.S. Department of Homeland Security, HIFLD', 'Public schools of Florida', {
    path: 'schools/fl/HIFLD_Public_Schools_FL.csv.gz',
    address: 'https://hifld-geoplatform.hub.arcgis.com/',
    vintage: '2024-01-31',
    note: 'The portal was closed on 2025-08-26: EDGE and the Common Core of Data take its place',
    feeds: [...SCHOOL_SCORES, ...SCHOOLS, 'public-places'],
  }),
  source('nces-edge', 'National Center for Education Statistics', 'EDGE coordinates of public schools', {
    path: 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz',
    address: 'https://nces.ed.gov/programs/edge/Geographic/SchoolLocations',
    vintage: '2014-15',
    cut: 'the three states',
    feeds: [...SCHOOL_SCORES, 'schools', 'public-places'],
  }),
  source(
    'ca-census-day',
    'California Department of Education',
    'Census Day Enrollment by school, race, sex and grade',
    {
      path: 'schools/ca/*census_day_enrollment*',
      address: 'https://www.cde.ca.gov/ds/ad/filesenrcensus.asp',
      vintage: '2024-25',
      licence: STATE,
      feeds: SCHOOLS,
    },
  ),
  source('ca-school-points', 'California Department of Education', 'Public schools: coordinates', {
    path: 'schools/ca/ca_school_points_20*',
    address: 'https://www.cde.ca.gov/ds/si/ds/pubschls.asp',
    vintage: '2022-08',
    licence: STATE,
    feeds: ['schools', 'public-places'],
  }),
  source(
    'nces-search',
    'National Center for Education Statistics',
    'School search: ids, teachers and addresses (CA, FL)',
    {
      path: 'schools/{ca,fl}/*nces_ccd_search_export*',
      address: 'https://nces.ed.gov/ccd/schoolsearch/',
      vintage: '2022-23',
      cut: 'California and Florida',
      feeds: [...SCHOOLS, 'public-places'],
    },
  ),
  source('ca-test-results', 'California Department of Education', 'Test results (CAASPP) by school', {
    path: 'schools/ca/ca_caaspp_20*_all_students*',
    address: 'https://caaspp-elpac.ets.org/caaspp/ResearchFileListSB',
    vintage: '2024',
    cut: 'all students, by school',
    licence: STATE,
    feeds: SCHOOLS,
  }),
  // CDE's record layouts of 2018 to 2025 name the columns that are read here.
  source('ca-dashboard', 'California Department of Education', 'California School Dashboard, Academic Indicator', {
    path: 'schools/ca/{english,ela,math}*',
    address: 'https://www.cde.ca.gov/ta/ac/cm/',
    vintage: '2018',
    licence: STATE,
    feeds: SCHOOLS,
    downloads: ['ela', 'math'].map((subject) => ({
      url: `https://www3.cde.ca.gov/researchfiles/cadashboard/${subject}download2025.txt`,
      path: `schools/ca/${subject}download2025.txt`,
      kind: 'text',
      leastBytes: 2_000_000,
      states: ['CA'],
    })),
  }),
  // The statewide summary of 2025 (a workbook) keeps the headings of 2022; seen through a reader of it, not in the
  // file.
  source('tx-accountability', 'Texas Education Agency', 'Accountability ratings of campuses and districts', {
    path: 'schools/tx/*{state_overall,state-summary,statewide-summary,accountability,overall_rating_letters}*',
    address: 'https://tea.texas.gov/texas-schools/accountability/academic-accountability/performance-reporting',
    vintage: '2025, 2022, 2019',
    licence: STATE,
    feeds: SCHOOLS,
    downloads: [
      {
        url: 'https://tea.texas.gov/texas-schools/accountability/academic-accountability/performance-reporting/2025-enhanced-statewide-summary.xlsx',
        path: 'schools/tx/2025-enhanced-statewide-summary.xlsx',
        kind: 'xlsx',
        leastBytes: 500_000,
        states: ['TX'],
      },
    ],
  }),
  source('tx-askted', 'Texas Education Agency', 'AskTED, directory of schools', {
    path: 'schools/tx/*askTedDirectory.csv*',
    address: 'https://tealprod.tea.state.tx.us/Tea.AskTed.Web/Forms/Home.aspx',
    vintage: '2018-01-24',
    cut: 'names and contacts of persons removed',
    licence: STATE,
    feeds: [...SCHOOLS, 'public-places'],
  }),
  source(
    'tx-askted-2015',
    'Texas Education Agency',
    'AskTED, directory of schools with the addresses of sites, geocoded',
    {
      path: 'schools/tx/texas-schools-geocoded_2015*',
      address: 'not stated',
      vintage: '2015-03',
      cut: 'names and contacts of persons removed',
      licence: STATE,
      feeds: ['schools', 'public-places'],
    },
  ),
  source('tx-school-list', 'Texas Education Agency', 'Schools with NCES ids, grades, enrollment and teachers', {
    path: 'schools/tx/tx_schools_20*_no_persons*',
    address: 'https://tealprod.tea.state.tx.us/Tea.AskTed.Web/Forms/Home.aspx',
    vintage: '2024-25',
    cut: 'names and contacts of persons removed',
    licence: STATE,
    feeds: [...SCHOOLS, 'public-places'],
  }),
  source('tx-school-points', 'Texas Education Agency', 'Schools, layer of points', {
    path: 'schools/tx/tx_school_points_20*',
    address: 'https://schoolsdata2-tea-texas.opendata.arcgis.com/',
    vintage: '2023-24',
    licence: STATE,
    feeds: ['schools', 'public-places'],
  }),
  source('tx-performance-reports', 'Texas Education Agency', 'Texas Academic Performance Reports: students by race', {
    path: 'schools/tx/tx_tapr_20*_campus_enrollment*',
    address: 'https://rptsvr1.tea.texas.gov/perfreport/tapr/index.html',
    vintage: '2023-24',
    licence: STATE,
    feeds: SCHOOLS,
  }),
  // The workbook of 2024 has one sheet with the headings of 2023; seen through a reader of it, not in the file.
  source('fl-school-grades', 'Florida Department of Education', 'School grades', {
    path: 'schools/fl/SchoolGrades*.xlsx',
    address: 'https://www.fldoe.org/accountability/accountability-reporting/school-grades/',
    vintage: '2025, 2024, 2023, 2022',
    licence: STATE,
    feeds: SCHOOLS,
    downloads: [
      {
        url: 'https://www.fldoe.org/file/18534/SchoolGrades26.xlsx',
        also: [
          'https://origin.fldoe.org/file/18534/SchoolGrades26.xlsx',
          'https://cdn.fldoe.org/file/18534/SchoolGrades26.xlsx',
        ],
        path: 'schools/fl/SchoolGrades26.xlsx',
        kind: 'xlsx',
        leastBytes: 300_000,
        states: ['FL'],
      },
    ],
  }),
  source('fl-membership', 'Florida Department of Education', 'Enrollment by school and grade', {
    path: 'schools/fl/*MembBySchoolByGrade.xlsx',
    address:
      'https://www.fldoe.org/accountability/data-sys/edu-info-accountability-services/pk-12-public-school-data-pubs-reports/students.stml',
    vintage: '2022-23',
    licence: STATE,
    feeds: SCHOOLS,
    downloads: [
      {
        url: 'https://cdn.fldoe.org/file/7584/2425MembBySchoolByGrade.xlsx',
        also: ['https://origin.fldoe.org/file/7584/2425MembBySchoolByGrade.xlsx'],
        path: 'schools/fl/2425MembBySchoolByGrade.xlsx',
        kind: 'xlsx',
        leastBytes: 200_000,
        states: ['FL'],
      },
    ],
  }),
  source('imls-libraries', 'Institute of Museum and Library Services', 'Public Libraries Survey, outlets', {
    path: 'addresses/known-points/imls_library_outlets_*',
    address: 'https://www.imls.gov/research-evaluation/surveys/public-libraries-survey-pls',
    vintage: '2017',
    cut: 'Florida',
    feeds: ['public-places'],
  }),
]

const CENSUS = 'U.S. Census Bureau'
const NCES = 'National Center for Education Statistics'
const CCD = 'https://nces.ed.gov/ccd/files.asp'
const TIGER = 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html'

/**
 * Federal files about all public schools and school districts. The layouts were confirmed in descriptions and readers
 * of the releases named, not in the files themselves: the columns of CCD 029 and 052 and the fields of EDGE in 2024-25,
 * those of CCD 059 in 2016-17, TIGER/Line's in its record layouts. The membership zip is packed with Deflate64.
 */
export const nationalSchoolsSources: readonly Source[] = [
  source('school-districts-tiger', CENSUS, 'TIGER/Line school districts: unified, elementary, secondary', {
    path: 'census/districts/tl_*_{unsd,elsd,scsd}.zip',
    address: TIGER,
    vintage: '2025',
    // Schools take the names of their districts from here.
    feeds: ['schools', 'districts'],
    downloads: [
      districts('unsd'),
      districts('elsd', 'The state has no elementary districts.'),
      districts('scsd', 'The state has no secondary districts.'),
    ],
  }),
  source('ccd-directory', NCES, 'Common Core of Data, public school directory (029)', {
    path: 'schools/nces/ccd_{sch,SCH}_029_*',
    address: CCD,
    vintage: '2024-25',
    feeds: ['schools', 'public-places'],
    downloads: [ccd('ccd_sch_029_2425_w_1a_073025.zip', 6_000_000)],
  }),
  source('ccd-membership', NCES, 'Common Core of Data, students by school, grade, race and sex (052)', {
    path: 'schools/nces/ccd_{sch,SCH}_052_*',
    address: CCD,
    vintage: '2024-25',
    feeds: ['schools'],
    downloads: [ccd('ccd_sch_052_2425_l_1a_073025.zip', 100_000_000)],
  }),
  source('ccd-staff', NCES, 'Common Core of Data, teachers by school (059)', {
    path: 'schools/nces/ccd_{sch,SCH}_059_*',
    address: CCD,
    vintage: '2024-25',
    feeds: ['schools'],
    downloads: [ccd('ccd_sch_059_2425_l_1a_073025.zip', 2_500_000)],
  }),
  source('edge-geocodes', NCES, 'EDGE geocodes of public schools', {
    path: 'schools/nces/EDGE_GEOCODE_PUBLICSCH_*',
    address: 'https://nces.ed.gov/programs/edge/Geographic/SchoolLocations',
    vintage: '2024-25',
    feeds: ['schools', 'public-places'],
    downloads: [
      {
        url: 'https://nces.ed.gov/programs/edge/data/EDGE_GEOCODE_PUBLICSCH_2425.zip',
        path: 'schools/nces/EDGE_GEOCODE_PUBLICSCH_2425.zip',
        kind: 'zip',
        leastBytes: 10_000_000,
      },
    ],
  }),
]

function districts(kind: 'unsd' | 'elsd' | 'scsd', mayBeMissing?: string): Download {
  const name = `tl_2025_{fips}_${kind}.zip`
  return {
    url: `https://www2.census.gov/geo/tiger/TIGER2025/${kind.toUpperCase()}/${name}`,
    path: `census/districts/${name}`,
    kind: 'zip',
    // Hawaii and the District of Columbia are one district each.
    leastBytes: 10_000,
    ...(mayBeMissing === undefined ? {} : { mayBeMissing }),
  }
}

function ccd(name: string, leastBytes: number): Download {
  const url = `https://nces.ed.gov/ccd/Data/zip/${name}`
  return { url, path: `schools/nces/${name}`, kind: 'zip', leastBytes }
}
