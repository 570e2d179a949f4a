import * as z from 'zod'
import { type SchoolSummary, schoolDetail, schoolSearchResponse, schoolSummary } from '../../answers/schools/answers.ts'
import { levelsIn } from '../../answers/schools/level.ts'
import { schoolKinds } from '../../answers/schools/school-kind.ts'
import { campusesNear, schoolsIfLoaded } from '../../answers/schools/school-methods.ts'
import { ifLoaded, NotFoundError } from '../../base/errors.ts'
import { parse } from '../../base/parameters/check.ts'
import { schoolParameters } from '../../base/parameters/endpoint-parameters.ts'
import { optional, type Parameter } from '../../base/parameters/parameter.ts'
import { throwNotFound } from '../../library/contract/areas.ts'
import { type Library, ONE_SCORE } from '../../library/contract/endpoint.ts'
import { argumentsSchema } from '../../library/contract/parameter-schema.ts'
import { PLACE, parseArguments, refuseOutside, type Tool } from './tool.ts'

const { schoolRatings, schoolByDistrict } = schoolParameters
const [leaId] = schoolByDistrict
const name = optional('string', 'name', 'body', {
  minLength: 3,
  maxLength: 100,
  description: 'With its city if there are several: `Anderson High School, Austin`.',
  example: 'Anderson High School, Austin',
})
const FEW = 5

/** Kind of a school without a campus of its own. Campuses have no `kind`, because nearly all schools are campuses. */
const kind = z
  .enum(schoolKinds.filter((kind) => kind !== 'campus'))
  .optional()
  .describe('`program`: without a campus; `planned`: not open yet; `repeated`: listed twice. Absent for a campus.')
const parameters: readonly Parameter[] = [...schoolRatings, leaId, name].map((parameter) => ({
  ...parameter,
  required: false,
  ...(parameter.name === 'limit' && { default: FEW }),
})) as Parameter[]

/** Tool for all school searches: near a coordinate, in a district, or by name. */
export const schools: Tool = {
  name: 'schools',
  title: 'Schools near a place, in a district or by name',
  description:
    'Public schools with a campus near `lat` and `lon`, nearest first (`same_district`: only those whose district ' +
    'serves the place); with `lea_id` instead, those of that district; with ' +
    '`name`, schools and programs with that name. With level, grades and rating (1-10, 10 best; null if unknown). For ' +
    'more, use `school` with its `nces_id`.',
  input: argumentsSchema(parameters),
  output: schoolSearchResponse.extend({ schools: z.array(schoolSummary.extend({ kind })) }),
  parameters,
  prepare: (vicinage, input) => {
    const isLeveled = typeof input === 'object' && input !== null && 'level' in input
    const args = isLeveled ? { ...input, level: levelsIn(input.level) } : input
    parseArguments(parameters, args, PLACE)
    const schoolOptions = { limit: FEW, ...(args as Readonly<Record<string, unknown>>) } as Readonly<
      Record<string, unknown>
    >
    const { lat, lon, lea_id } = schoolOptions
    const isAnywhere = (lat ?? null) === null && (lon ?? null) === null
    if (isAnywhere && (schoolOptions.name ?? null) !== null) {
      const request = parse(
        [{ ...name, required: true }, ...schoolRatings.filter(({ name }) => name === 'limit')],
        schoolOptions,
      )
      return { cost: ONE_SCORE, answer: () => schoolsOfName(vicinage, request.name as string, Number(request.limit)) }
    }
    if (isAnywhere && (lea_id ?? null) !== null) {
      const request = { ...parse(schoolByDistrict, schoolOptions), campuses: true }
      return { cost: ONE_SCORE, answer: () => schoolsIfLoaded(vicinage.schools).schoolByDistrict(request) }
    }
    const request = parse(schoolRatings, schoolOptions)
    const answer = () => {
      refuseOutside(vicinage, request)
      return campusesNear(schoolsIfLoaded(vicinage.schools), request)
    }
    return { cost: ONE_SCORE, answer }
  },
}

/** Adds the kind of a school without a campus of its own to the answers of the tool `school`. */
export function withKind(tool: Tool): Tool {
  return {
    ...tool,
    output: schoolDetail.extend({ kind }),
    prepare: (vicinage, input) => {
      const call = tool.prepare(vicinage, input)
      return { ...call, answer: () => markProgram(vicinage, call.answer() as SchoolSummary) }
    },
  }
}

function markProgram<School extends SchoolSummary>(vicinage: Library, school: School) {
  const { kind } = vicinage.schools.listing(school)
  return kind === 'campus' ? school : { ...school, kind }
}

/** Maximum distance in meters between a public place and the school with the same name. */
const NEAR = 1500

/**
 * Returns the schools with a given name. For each public place with that name, returns the nearby school whose name
 * matches best.
 */
function schoolsOfName(vicinage: Library, text: string, limit: number): { schools: readonly SchoolSummary[] } {
  const schools = new Map<string, SchoolSummary>()
  for (const { label, lat, lon } of placesOfName(vicinage, text)) {
    const near = ifLoaded(() => vicinage.schools.schoolRatings({ lat, lon, limit: 10 }).schools, throwNotFound)
    const [name] = label.split(',')
    const best = near
      .filter(({ distance_meters }) => (distance_meters ?? 0) <= NEAR)
      .map((school) => ({ school, common: commonWords(name, school.name) }))
      .sort((a, b) => b.common - a.common)[0]
    if (best !== undefined && best.common > 0)
      schools.set(best.school.nces_id, { ...best.school, distance_meters: null })
  }
  if (schools.size === 0)
    throw new NotFoundError(
      `There is no public school called ${text}: omit words such as High School, or search near its address.`,
      'school_unknown',
    )
  return { schools: [...schools.values()].slice(0, limit).map((school) => markProgram(vicinage, school)) }
}

/**
 * Returns the public places that a name may refer to: the place that the geocoder finds, and all places whose names
 * start with the given name. The word "School" in the given name is optional.
 */
function placesOfName(vicinage: Library, text: string) {
  const search = () => {
    const names = new Set([text, text.replace(/ school\b.*/i, '')])
    const suggested = [...names].flatMap((name) => vicinage.suggest(name, { limit: 20 }))
    const place = vicinage.geocode(text)
    return [
      ...(place.ok && place.layer === 'public_place' ? [place] : []),
      ...suggested.filter(({ layer }) => layer === 'public_place'),
    ]
  }
  return ifLoaded(search, throwNotFound)
}

/** Scores how many words two names have in common. Words that most schools share count little. */
function commonWords(name: string, other: string): number {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const otherWords = new Set(words(other))
  const shared = words(name).filter((word) => otherWords.has(word))
  return shared.filter((word) => !COMMON.has(word)).length + shared.length / 100 - otherWords.size / 10_000
}

const COMMON = new Set([
  'school',
  'high',
  'elementary',
  'middle',
  'academy',
  'charter',
  'senior',
  'junior',
  'of',
  'the',
  'el',
  'h',
  's',
  'hs',
])
