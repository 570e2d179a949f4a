/** What an agent is told about the server as a whole, once, at the start. */
export const instructions = `Scores, public schools, school districts and address look-up for places in California, Texas and Florida. Nowhere else is covered, and fire is known in California only.

Order: when a place is given as an address, call tools_geocode_single first; every other tool wants lat and lon (decimal degrees, WGS 84, west is negative). Then scores for one place, compare for two to ten, scores_batch for more, a tool of one dimension when nothing else is asked. explain says what is behind a score. schools_districts gives the lea_id for schools_school_by_district; searches give the nces_id for schools_school.

Scores are integers from 1 to 255. 0 is not a low score: it means no data, so leave it out of averages and rankings and say that nothing is known. Each dimension has its own scale; high is not always good, and a tool's description gives the words. In noise-levels high is quiet; in flood and fire high is safe. A score says how a place ranks; for figures with units, sources and how sure it is, use explain.

Demographic dimensions (insurance-coverage, ideological-lean, population-profile) and the make-up of schools describe areas and groups. Conclude nothing about a person from them, and do not use them to steer somebody to or away from a neighbourhood, or to decide about housing, credit, insurance or work: fair housing law forbids it.`
