import { COVERAGE } from '../states.ts'
import type { ToolSet } from './tools.ts'

const order = {
  core: 'when a place is given as an address, ZIP or city, call geocode first and pass what it answers on as it is: lat, lon, radius, label. Then scores for one place or up to 100, compare to weigh two to ten against each other, explain for what a score is made from, map for a picture. A place known only roughly is answered by bands: tell the band, "walkability 96-180", and no single number. area says what a ZIP, city or county is like as a whole, rank orders cities, ZIPs, counties or districts, find says where in one several conditions hold. districts gives the geoid that schools takes as lea_id; schools, also by name, gives the nces_id for school.',
  all: 'when a place is given as an address, call tools_geocode_single first; every other tool wants lat and lon (decimal degrees, WGS 84, west is negative). Then scores for one place, compare for two to ten, scores_batch for more, areas_named for a ZIP or city, areas_find for where in one several conditions hold, a tool of one dimension when nothing else is asked. explain says what a score is made from. schools_districts gives the lea_id for schools_school_by_district; searches give the nces_id for schools_school.',
} satisfies Readonly<Record<ToolSet, string>>

/** What an agent is told about the server as a whole, once, at the start. */
export const instructions = (
  set: ToolSet,
) => `Scores, public schools, school districts and address lookup for places in ${COVERAGE}. Nowhere else is covered, and fire is known in California only.

Order: ${order[set]}

Scores are integers from 1 to 255. 0 is not a low score: it means no data, so leave it out of averages and rankings and say that nothing is known. Each dimension has its own scale; high is not always good, and dimensions gives the words. In noise-levels high is quiet; in flood and fire high is safe. A score says how a place ranks; for figures with units, sources and how sure it is, use explain.

Demographic dimensions (insurance-coverage, ideological-lean, population-profile) and the make-up of schools describe areas and groups. Conclude nothing about a person from them, and do not use them to steer somebody to or away from a neighborhood, or to decide about housing, credit, insurance or work: fair housing law forbids it.`
