import { once } from '../../../src/bundle/once.ts'
import { geocodeAnswers } from '../../../src/geocode/geocode-methods.ts'
import { openVicinage } from '../../../src/open.ts'
import type { Vicinage } from '../../../src/vicinage.ts'
import { madeSchools } from '../../cli/made-schools.ts'
import { madeGeocoder } from '../../geocode/made-geocoder.ts'
import { madeFolder } from '../../library/made-folder.ts'

/** Scores of the made folder, with made places and schools. */
export async function madeVicinage(): Promise<Vicinage> {
  const scores = await openVicinage({ data: await madeFolder() })
  const made: Pick<
    Vicinage,
    'score' | 'scores' | 'scoreColumns' | 'scoresAround' | 'dimensions' | 'geocode' | 'schools'
  > = {
    score: (id, point, options) => scores.score(id, point, options),
    scores: (place, options) => scores.scores(place, options),
    scoreColumns: (question) => scores.scoreColumns(question),
    scoresAround: (question) => scores.scoresAround(question),
    dimensions: () => scores.dimensions(),
    geocode: geocodeAnswers(once(madeGeocoder)).geocode,
    schools: madeSchools({ schools: true, districts: true }),
  }
  return made as Vicinage
}
