import { geocodeAnswers } from '../../../../src/answers/geocode/geocode-methods.ts'
import { once } from '../../../../src/data/bundle/once.ts'
import { openVicinage } from '../../../../src/library/open.ts'
import type { Vicinage } from '../../../../src/library/vicinage.ts'
import { madeGeocoder } from '../../../answers/geocode/made-geocoder.ts'
import { madeFolder } from '../../../library/made-folder.ts'
import { madeSchools } from '../../cli/made-schools.ts'

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
