import { CDE, CENSUS, FLDOE, IMLS, LIBRARIES_PAGE, LINE_FILES, NCES, TEA } from './agencies.ts'
import { type Download, download, type Source, source, stateRecord } from './source.ts'

const ASKTED_PAGE = 'https://tealprod.tea.state.tx.us/Tea.AskTed.Web/Forms/Home.aspx'
const EDGE_PAGE = 'https://nces.ed.gov/programs/edge/Geographic/SchoolLocations'
const CDE_SCHOOLS = 'https://www.cde.ca.gov/ds/si/ds/pubschls.asp'
const TEA_RATINGS = 'https://tea.texas.gov/texas-schools/accountability/academic-accountability/performance-reporting'
const SCHOOL_SCORES = ['walkability', 'dog-friendliness'] as const
/**
 * Layers that use school directories and ratings. The `districts` layer uses them because a district without other
 * sources takes its rating and grades from its schools.
 */
const SCHOOLS = ['schools', 'districts'] as const

export const schoolsAndParksSources: readonly Source[] = [
  stateRecord('fl-parks', 'University of Florida GeoPlan Center', 'Parks of Florida as points')
    .file('parks/gc_parks_nov21.csv.gz', '2021-11', 'https://www.fgdl.org/')
    .feeds('dog-friendliness', 'landmarks'),
  source('austin-parks', 'City of Austin', 'Parks with amenity counts')
    .file('parks/city_of_austin_parks_amfac_counts.geojson.gz', 'not stated', 'https://data.austintexas.gov/')
    .license('public domain')
    .feeds('dog-friendliness', 'landmarks'),
  source('osm-parks-los-angeles', 'OpenStreetMap contributors', 'Parks of Los Angeles, an Overpass answer')
    .file('osm/overpass_los_angeles_leisure_park_*.json.gz', '2025-12', 'https://www.openstreetmap.org/copyright')
    .license('ODbL 1.0')
    .cut('Los Angeles')
    .feeds('validation'),
  stateRecord('ca-schools', CDE, 'Public schools and districts')
    .file('schools/ca/pubschls*', '2018-06', CDE_SCHOOLS)
    .cut('names of administrators removed')
    .download('text', 'https://www.cde.ca.gov/schooldirectory/report?rid=dl1&tp=txt', 2_000_000, {
      path: 'schools/ca/pubschls.txt.gz',
      states: ['CA'],
    })
    .feeds(...SCHOOL_SCORES, ...SCHOOLS, 'public-places'),
  source('tx-schools', NCES, 'Common Core of Data: schools of Texas')
    .file('schools/tx/tx-{campuses,districts}-ccd.csv.gz', '2013-14', 'https://nces.ed.gov/ccd/pubschuniv.asp')
    .feeds(...SCHOOL_SCORES, ...SCHOOLS, 'public-places'),
  source('fl-schools', 'U.S. Department of Homeland Security, HIFLD', 'Public schools of Florida')
    .file('schools/fl/HIFLD_Public_Schools_FL.csv.gz', '2024-01-31', 'https://hifld-geoplatform.hub.arcgis.com/')
    .note('The portal was closed on 2025-08-26: EDGE and the Common Core of Data take its place')
    .feeds(...SCHOOL_SCORES, ...SCHOOLS, 'public-places'),
  source('nces-edge', NCES, 'EDGE coordinates of public schools')
    .file('schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz', '2014-15', EDGE_PAGE)
    .cut('the three states')
    .feeds(...SCHOOL_SCORES, 'schools', 'public-places'),
  stateRecord('ca-census-day', CDE, 'Census Day Enrollment by school, race, sex and grade')
    .file('schools/ca/*census_day_enrollment*', '2024-25', 'https://www.cde.ca.gov/ds/ad/filesenrcensus.asp')
    .feeds(...SCHOOLS),
  stateRecord('ca-school-points', CDE, 'Public schools: coordinates')
    .file('schools/ca/ca_school_points_20*', '2022-08', CDE_SCHOOLS)
    .feeds('schools', 'public-places'),
  source('nces-search', NCES, 'School search: ids, teachers and addresses (CA, FL)')
    .file('schools/{ca,fl}/*nces_ccd_search_export*', '2022-23', 'https://nces.ed.gov/ccd/schoolsearch/')
    .cut('California and Florida')
    .feeds(...SCHOOLS, 'public-places'),
  stateRecord('ca-test-results', CDE, 'Test results (CAASPP) by school')
    .file('schools/ca/ca_caaspp_20*_all_students*', '2024', 'https://caaspp-elpac.ets.org/caaspp/ResearchFileListSB')
    .cut('all students, by school')
    .feeds(...SCHOOLS),
  // The columns read here are documented in CDE's record layouts of 2018 to 2025.
  stateRecord('ca-dashboard', CDE, 'California School Dashboard, Academic Indicator')
    .file('schools/ca/{english,ela,math}*', '2018', 'https://www.cde.ca.gov/ta/ac/cm/')
    .downloads(
      ...['eladownload2025.txt', 'mathdownload2025.txt'].map((name) =>
        download('text', `https://www3.cde.ca.gov/researchfiles/cadashboard/${name}`, `schools/ca/${name}`, 2_000_000, {
          states: ['CA'],
        }),
      ),
    )
    .feeds(...SCHOOLS),
  // The 2025 statewide summary workbook was not available. Its headings are assumed to be the same as in 2022, because
  // another program that reads the workbook expects the same headings.
  stateRecord('tx-accountability', TEA, 'Accountability ratings of campuses and districts')
    .file(
      'schools/tx/*{state_overall,state-summary,statewide-summary,accountability,overall_rating_letters}*',
      '2025, 2022, 2019',
      TEA_RATINGS,
    )
    .download('xlsx', `${TEA_RATINGS}/2025-enhanced-statewide-summary.xlsx`, 500_000, {
      path: 'schools/tx/2025-enhanced-statewide-summary.xlsx',
      states: ['TX'],
    })
    .feeds(...SCHOOLS),
  stateRecord('tx-askted', TEA, 'AskTED, directory of schools')
    .file('schools/tx/*askTedDirectory.csv*', '2018-01-24', ASKTED_PAGE)
    .cut('names and contacts of persons removed')
    .feeds(...SCHOOLS, 'public-places'),
  stateRecord('tx-askted-2015', TEA, 'AskTED, directory of schools with the addresses of sites, geocoded')
    .file('schools/tx/texas-schools-geocoded_2015*', '2015-03', 'not stated')
    .cut('names and contacts of persons removed')
    .feeds('schools', 'public-places'),
  stateRecord('tx-school-list', TEA, 'Schools with NCES ids, grades, enrollment and teachers')
    .file('schools/tx/tx_schools_20*_no_persons*', '2024-25', ASKTED_PAGE)
    .cut('names and contacts of persons removed')
    .feeds(...SCHOOLS, 'public-places'),
  stateRecord('tx-school-points', TEA, 'Schools, layer of points')
    .file('schools/tx/tx_school_points_20*', '2023-24', 'https://schoolsdata2-tea-texas.opendata.arcgis.com/')
    .feeds('schools', 'public-places'),
  stateRecord('tx-performance-reports', TEA, 'Texas Academic Performance Reports: students by race')
    .file('schools/tx/tx_tapr_20*_campus_enrollment*', '2023-24')
    .page('https://rptsvr1.tea.texas.gov/perfreport/tapr/index.html')
    .feeds(...SCHOOLS),
  // The 2024 workbook was not available. It is assumed to have one sheet with the same headings as in 2023, because
  // another program that reads the workbook expects the same layout.
  stateRecord('fl-school-grades', FLDOE, 'School grades')
    .file('schools/fl/SchoolGrades*.xlsx', '2025, 2024, 2023, 2022')
    .page('https://www.fldoe.org/accountability/accountability-reporting/school-grades/')
    .download('xlsx', 'https://www.fldoe.org/file/18534/SchoolGrades26.xlsx', 300_000, {
      also: [
        'https://origin.fldoe.org/file/18534/SchoolGrades26.xlsx',
        'https://cdn.fldoe.org/file/18534/SchoolGrades26.xlsx',
      ],
      path: 'schools/fl/SchoolGrades26.xlsx',
      states: ['FL'],
    })
    .feeds(...SCHOOLS),
  stateRecord('fl-membership', FLDOE, 'Enrollment by school and grade')
    .file('schools/fl/*MembBySchoolByGrade.xlsx', '2022-23')
    .page(
      'https://www.fldoe.org/accountability/data-sys/edu-info-accountability-services/pk-12-public-school-data-pubs-reports/students.stml',
    )
    .download('xlsx', 'https://cdn.fldoe.org/file/7584/2425MembBySchoolByGrade.xlsx', 200_000, {
      also: ['https://origin.fldoe.org/file/7584/2425MembBySchoolByGrade.xlsx'],
      path: 'schools/fl/2425MembBySchoolByGrade.xlsx',
      states: ['FL'],
    })
    .feeds(...SCHOOLS),
  source('imls-libraries', IMLS, 'Public Libraries Survey, outlets')
    .file('addresses/known-points/imls_library_outlets_*', '2017', LIBRARIES_PAGE)
    .cut('Florida')
    .feeds('public-places'),
]

const CCD = 'https://nces.ed.gov/ccd/files.asp'

/**
 * Federal files on all public schools and school districts. The files themselves were not available, so the layouts
 * were checked in documentation and in other programs that read these releases. This applies to the CCD 029 and 052
 * columns and the EDGE fields for 2024-25, the CCD 059 columns for 2016-17, and the TIGER/Line record layouts. The zip
 * of `ccd-membership` is compressed with Deflate64.
 */
export const nationalSchoolsSources: readonly Source[] = [
  // School district names come from this source.
  source('school-districts-tiger', CENSUS, 'TIGER/Line school districts: unified, elementary, secondary')
    .file('census/districts/tl_*_{unsd,elsd,scsd}.zip', '2025', LINE_FILES)
    .downloads(
      districts('unsd'),
      districts('elsd', 'The state has no elementary districts.'),
      districts('scsd', 'The state has no secondary districts.'),
    )
    .feeds('schools', 'districts'),
  source('ccd-directory', NCES, 'Common Core of Data, public school directory (029)')
    .file('schools/nces/ccd_{sch,SCH}_029_*', '2024-25', CCD)
    .downloads(ccd('ccd_sch_029_2425_w_1a_073025.zip', 6_000_000))
    .feeds('schools', 'public-places'),
  source('ccd-membership', NCES, 'Common Core of Data, students by school, grade, race and sex (052)')
    .file('schools/nces/ccd_{sch,SCH}_052_*', '2024-25', CCD)
    .downloads(ccd('ccd_sch_052_2425_l_1a_073025.zip', 100_000_000))
    .feeds('schools'),
  source('ccd-staff', NCES, 'Common Core of Data, teachers by school (059)')
    .file('schools/nces/ccd_{sch,SCH}_059_*', '2024-25', CCD)
    .downloads(ccd('ccd_sch_059_2425_l_1a_073025.zip', 2_500_000))
    .feeds('schools'),
  source('edge-geocodes', NCES, 'EDGE geocodes of public schools')
    .file('schools/nces/EDGE_GEOCODE_PUBLICSCH_*', '2024-25', EDGE_PAGE)
    .download('zip', 'https://nces.ed.gov/programs/edge/data/EDGE_GEOCODE_PUBLICSCH_2425.zip', 10_000_000, {
      path: 'schools/nces/EDGE_GEOCODE_PUBLICSCH_2425.zip',
    })
    .feeds('schools', 'public-places'),
]

function districts(kind: 'unsd' | 'elsd' | 'scsd', mayBeMissing?: string): Download {
  const name = `tl_2025_{fips}_${kind}.zip`
  const url = `https://www2.census.gov/geo/tiger/TIGER2025/${kind.toUpperCase()}/${name}`
  // The minimum size is low because Hawaii and the District of Columbia have only one district each, so their files are
  // small.
  return download('zip', url, `census/districts/${name}`, 10_000, mayBeMissing === undefined ? {} : { mayBeMissing })
}

function ccd(name: string, leastBytes: number): Download {
  return download('zip', `https://nces.ed.gov/ccd/Data/zip/${name}`, `schools/nces/${name}`, leastBytes)
}
