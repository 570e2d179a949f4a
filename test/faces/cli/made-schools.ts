import type { District, Districts } from '../../../src/answers/districts/districts.ts'
import type { SchoolDetail, SchoolMethods, SchoolSearchResponse } from '../../../src/answers/schools/answers.ts'
import { schoolAnswers } from '../../../src/answers/schools/school-methods.ts'
import type { SchoolFilter, Schools } from '../../../src/answers/schools/schools.ts'
import { unknownFacts } from '../../library/contract/made-schools.ts'

/** Facts of a school whose sources say nothing. */
const unknown = { ...unknownFacts, rating: null, distance_meters: null }

const made: readonly (SchoolDetail & { readonly distance_meters: number })[] = [
  {
    ...unknown,
    nces_id: '489990000101',
    name: 'Bluestem Elementary School',
    lea_id: '4899900',
    lea_name: 'Quillwater Independent School District',
    level: 'Elementary',
    lowest_grade: -1,
    highest_grade: 5,
    rating: 8,
    lat: 30.2701,
    lon: -97.7411,
    distance_meters: 353.2,
    address: '12 Invented Lane, Quillwater, TX 78799',
    phone: '(512) 555-0100',
    website: 'https://bluestem.example.org',
    total_students: 612,
    total_teachers: 38.25,
    student_teacher_ratio: 16,
    average_student_teacher_ratio: 14.62,
    students_white: 148,
    students_asian: 30,
    students_black: 61,
    students_hispanic: 349,
    students_pacific_islander: 0,
    students_native_american: null,
    students_two_or_more: 22,
    students_male: 310,
    students_female: 302,
    rating_source: 'An Education Agency, 2022 accountability ratings',
    rating_description: 'Better than 7 in 10 elementary schools of Texas: its overall score of 88.',
  },
  {
    ...unknown,
    nces_id: '489990000102',
    name: 'Academia Niño Ñandú of Visual and Performing Arts and Advanced Mathematics',
    lea_id: '4899900',
    lea_name: 'Quillwater Independent School District',
    level: 'Combined',
    lowest_grade: 0,
    highest_grade: 12,
    rating: 10,
    lat: 30.28,
    lon: -97.75,
    distance_meters: 1249,
  },
  {
    ...unknown,
    nces_id: '489990100001',
    name: 'Sumac Middle',
    lea_id: '4899901',
    lea_name: null,
    level: null,
    lowest_grade: null,
    highest_grade: null,
    lat: 30.3,
    lon: -97.7,
    distance_meters: 12_400,
  },
  {
    ...unknown,
    nces_id: '489990100002',
    name: 'Far Prairie High School',
    lea_id: '4899901',
    lea_name: 'Far Prairie Consolidated Independent School District',
    level: 'High',
    lowest_grade: 9,
    highest_grade: 12,
    rating: 3,
    lat: 31.2,
    lon: -97.7,
    distance_meters: 104_000,
  },
]

const district: District = {
  geoid: '4899900',
  name: 'Quillwater Independent School District',
  sd_type: 'Unified',
  state_fp: '48',
  lograde: 'PK',
  higrade: '12',
  rating: 7,
  rating_summary: 'Its own overall score of 85 is better than that of 6 in 10 districts of Texas.',
  rating_year: 2022,
}
const elementaryDistrict: District = {
  geoid: '0699902',
  name: 'Lower Alder Elementary School District',
  sd_type: 'Elementary',
  state_fp: '06',
  lograde: 'KG',
  higrade: '08',
  rating: null,
  rating_summary: null,
  rating_year: null,
}

export const madeDistricts: readonly District[] = [district, elementaryDistrict]

const source = {
  data_source: 'A Directory of Schools (Texas)',
  data_vintage: 2013,
  additional_info:
    'Texas: schools as of 2013, ratings of 2022. A school opened since is missing, and addresses may have changed. Ratings compare schools of one state and level.',
} as const

/** West of Greenwich everything is in both districts; east of it schools are 8,000 km away and there is no district. */
const schools = {
  nearest(lon: number, _lat: number, { levels, limit, among }: SchoolFilter & { among: readonly string[] | null }) {
    const away = lon > 0 ? 8_000_000 : 0
    const found = made
      .filter(({ lea_id }) => among === null || among.includes(lea_id))
      .map((school) => ({ ...school, distance_meters: school.distance_meters + away }))
    return answer(found, levels, limit)
  },
  ofDistrict(leaId: string, { levels, limit }: SchoolFilter) {
    const found = made.filter(({ lea_id }) => lea_id === leaId).sort((a, b) => (a.name < b.name ? -1 : 1))
    const without = found.map((school) => ({ ...school, distance_meters: null }))
    return found.length === 0 ? null : answer(without, levels, limit)
  },
  none: () => answer([], undefined, 1),
  school(id: string) {
    const found = made.find(({ nces_id }) => nces_id === id)
    return found === undefined ? null : { ...found, distance_meters: null }
  },
  ratingYear: (id: string) => (made.find(({ nces_id }) => nces_id === id)?.rating ? 2022 : null),
  isProgram: () => false,
}

const districts = {
  most: 2,
  at: (lon: number, _lat: number, out: Int32Array) => {
    if (lon > 0) return 0
    out.set([0, 1])
    return 2
  },
  geoid: (index: number) => madeDistricts[index].geoid,
  indexOf: (geoid: string) => madeDistricts.findIndex((known) => known.geoid === geoid),
  describe: (index: number) => madeDistricts[index],
}

/** The real functions over made-up data; what is false is "not loaded". */
export function madeSchools(loaded: { readonly schools: boolean; readonly districts: boolean }): SchoolMethods {
  return schoolAnswers(
    loaded.schools ? () => schools as unknown as Schools : null,
    loaded.districts ? () => districts as unknown as Districts : null,
  )
}

function answer(
  found: readonly SchoolDetail[],
  levels: readonly string[] | undefined,
  limit: number,
): SchoolSearchResponse {
  const wanted = found.filter(({ level }) => levels === undefined || levels.includes(String(level).toLowerCase()))
  return { schools: wanted.slice(0, limit).map(summary), ...source }
}

function summary(school: SchoolDetail): SchoolSearchResponse['schools'][number] {
  const { nces_id, name, lea_id, lea_name, level, lowest_grade, highest_grade, rating, lat, lon } = school
  const { distance_meters } = school
  return { nces_id, name, lea_id, lea_name, level, lowest_grade, highest_grade, rating, lat, lon, distance_meters }
}
