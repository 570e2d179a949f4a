import { dimensions } from '../dimensions/catalog.ts'

/** What an agent needs to know to choose among the tools, by endpoint, where the endpoint's description does not say it. */
const advice: Readonly<Record<string, string>> = {
  scores:
    'The first choice for what a place is like; of an address, ask tools_geocode_single for the coordinate first. For two to ten places side by side use compare, for more scores_batch.',
  scoresBatch:
    'Use it for more than ten places, with `descriptions` false unless the words are needed: all dimensions of 100 places are 1,400 scores. For one place use scores, for two to ten compare.',
  explain: 'Use it when somebody asks why, how sure or by whose data; the score alone is cheaper from the other tools.',
  dimensions: 'Needs no place. Use it for identifiers, for the words of the scales and for sources to cite.',
  'schools.schoolRatings':
    'Use it for schools around a place; with `same_district` only those whose district serves the place. More about one school: schools_school with its `nces_id`.',
  'schools.schoolByDistrict':
    'Needs a `lea_id`: schools_districts answers it as `geoid`, schools_school_ratings as `lea_id`.',
  'schools.districts':
    'Use it for which district serves a place, and for the `geoid` that schools_school_by_district needs.',
  'schools.school': 'Needs an `nces_id`, which the two school searches answer; it does not search by name.',
  'tools.geocodeSingle':
    'Use it first whenever a place is given as an address, ZIP or city; every other tool wants coordinates or identifiers. It does not find the address of a coordinate. When it answers null, tell the message and do not guess a coordinate.',
}

const oneDimension = 'For several dimensions of one place use scores.'
const aboutResidents = 'It is about an area: conclude nothing from it about a person.'

/** Sentences after the endpoint's description. */
export function whenToUse(id: string): string | undefined {
  const group = id.split('.')[0]
  if (group === 'demographics') return `${aboutResidents} ${oneDimension}`
  return dimensions.some((dimension) => dimension.group === group) ? oneDimension : advice[id]
}
