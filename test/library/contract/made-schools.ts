import type { SchoolDetail, SchoolMethods, SchoolSummary } from '../../../src/answers/schools/answers.ts'
import { listedSchools } from '../../../src/answers/schools/school-methods.ts'
import { NotFoundError } from '../../../src/base/errors.ts'

/** A made-up school of which little is known. */
export const madeSchool: SchoolSummary = {
  nces_id: '480894000332',
  name: 'Made-up High School',
  lea_id: '4808940',
  lea_name: null,
  level: 'High',
  lowest_grade: 9,
  highest_grade: 12,
  rating: null,
  lat: 30.25,
  lon: -97.75,
  distance_meters: 12.5,
}

/** All that only the full record says, of a school whose sources say nothing. */
export const unknownFacts = {
  address: null,
  phone: null,
  website: null,
  total_students: null,
  total_teachers: null,
  student_teacher_ratio: null,
  average_student_teacher_ratio: null,
  students_white: null,
  students_asian: null,
  students_black: null,
  students_hispanic: null,
  students_pacific_islander: null,
  students_native_american: null,
  students_two_or_more: null,
  students_male: null,
  students_female: null,
  rating_source: null,
  rating_description: null,
} satisfies Omit<SchoolDetail, keyof SchoolSummary>

/** Answers with what it was asked, in `additional_info`. */
export const madeSchools: SchoolMethods = {
  schoolRatings: (question) => answer([madeSchool], question),
  nearestCampuses: (question) => listedSchools(madeSchools.schoolRatings(question), madeSchools),
  ratingYear: () => null,
  isProgram: () => false,
  schoolByDistrict: (question) => answer([{ ...madeSchool, distance_meters: null }], question),
  districts: () => ({
    districts: [
      {
        geoid: '4808940',
        name: 'Made-up Independent School District',
        sd_type: 'Unified',
        state_fp: '48',
        lograde: null,
        higrade: '12',
        rating: 7,
        rating_summary: 'Seven.',
        rating_year: 2022,
      },
    ],
  }),
  school({ nces_id }) {
    if (nces_id !== madeSchool.nces_id) throw new NotFoundError('School not found', 'school_unknown')
    return { ...madeSchool, distance_meters: null, ...unknownFacts }
  },
}

function answer(schools: SchoolSummary[], question: unknown) {
  return { schools, data_source: 'Made', data_vintage: 2020, additional_info: JSON.stringify(question) }
}
