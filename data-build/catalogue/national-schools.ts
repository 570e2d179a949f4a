import { type Download, type Source, source } from './source.ts'

const CENSUS = 'U.S. Census Bureau'
const NCES = 'National Center for Education Statistics'
const CCD = 'https://nces.ed.gov/ccd/files.asp'
const TIGER = 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html'

/**
 * Federal files about all public schools and school districts. The layouts were confirmed in descriptions and readers of the
 * releases named, not in the files themselves: the columns of CCD 029 and 052 and the fields of EDGE in 2024-25, those of
 * CCD 059 in 2016-17, TIGER/Line's in its record layouts. The membership zip is packed with Deflate64.
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
        tried: false,
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
    tried: false,
  }
}

function ccd(name: string, leastBytes: number): Download {
  const url = `https://nces.ed.gov/ccd/Data/zip/${name}`
  return { url, path: `schools/nces/${name}`, kind: 'zip', leastBytes, tried: false }
}
