import type { GeocodeAnswer } from '../geocode/answer.ts'
import type { Vicinage } from '../vicinage.ts'
import type { BatchQuestion } from './question.ts'

/** A place that is asked about; one object is filled anew for every row. */
export interface Subject {
  readonly vicinage: Vicinage
  lat: number
  lon: number
}

type Column = (string | number | null)[]

/** Columns beside the scores that are answered together. `into` has one column for each of them. */
export interface AnswerGroup {
  readonly columns: readonly { readonly name: string; readonly kind: 'number' | 'text' }[]
  ofPlace?(subject: Subject, row: number, into: readonly Column[]): void
  /** Of rows with an address, found or not. */
  ofAddress?(geocoded: GeocodeAnswer, row: number, into: readonly Column[]): void
}

/** The groups that a question asks for, in the order of their columns. */
export function answerGroups(question: BatchQuestion): readonly AnswerGroup[] {
  const { dimensions, descriptions, districts, schools, geocodeDetails } = question
  return [
    ...(descriptions ? [descriptionsOf(dimensions)] : []),
    ...(districts ? [DISTRICTS] : []),
    ...(schools > 0 ? [schoolsAround(schools)] : []),
    ...(geocodeDetails ? [GEOCODING] : []),
  ]
}

function descriptionsOf(dimensions: readonly string[]): AnswerGroup {
  return {
    columns: dimensions.map((id) => ({ name: `${id}_description`, kind: 'text' })),
    ofPlace(subject, row, into) {
      for (let d = 0; d < dimensions.length; d++)
        into[d][row] = subject.vicinage.score(dimensions[d], subject).description
    },
  }
}

const TYPES = ['Unified', 'Elementary', 'Secondary']

/** A place lies in a unified district, or in an elementary and a secondary one; on a border the first of several is named. */
const DISTRICTS: AnswerGroup = {
  columns: TYPES.flatMap((type) => [
    { name: `district_${type.toLowerCase()}_geoid`, kind: 'text' } as const,
    { name: `district_${type.toLowerCase()}_name`, kind: 'text' } as const,
  ]),
  ofPlace(subject, row, into) {
    for (const { sd_type: type, geoid, name } of subject.vicinage.schools.districts(subject).districts) {
      const at = 2 * TYPES.indexOf(type)
      if (at < 0 || into[at][row] !== null) continue
      into[at][row] = geoid
      into[at + 1][row] = name
    }
  },
}

const SCHOOL = ['nces_id', 'name', 'level', 'rating', 'distance_meters'] as const

function schoolsAround(limit: number): AnswerGroup {
  return {
    columns: Array.from({ length: limit }, (_, i) =>
      SCHOOL.map(
        (field) =>
          ({
            name: `school_${i + 1}_${field}`,
            kind: field === 'rating' || field === 'distance_meters' ? 'number' : 'text',
          }) as const,
      ),
    ).flat(),
    ofPlace({ vicinage, lat, lon }, row, into) {
      const { schools } = vicinage.schools.schoolRatings({ lat, lon, limit })
      schools.forEach((school, i) => {
        SCHOOL.forEach((field, f) => {
          into[i * SCHOOL.length + f][row] = school[field]
        })
      })
    },
  }
}

const GEOCODING: AnswerGroup = {
  columns: [
    { name: 'geocode_lat', kind: 'number' },
    { name: 'geocode_lon', kind: 'number' },
    { name: 'geocode_layer', kind: 'text' },
    { name: 'geocode_confidence', kind: 'number' },
    { name: 'geocode_radius', kind: 'number' },
    { name: 'geocode_address', kind: 'text' },
    { name: 'geocode_message', kind: 'text' },
  ],
  ofAddress({ lat, lon, layer, confidence, radius, address, message }, row, into) {
    ;[lat, lon, layer, confidence, radius, address, message].forEach((value, i) => {
      into[i][row] = value
    })
  },
}
