import { nearestCenter } from '../../geography/center-index.ts'
import type { BuiltContext } from '../../validate/built-context.ts'
import type { Judged, JudgedScore } from '../../validate/intervals/judged.ts'
import { readCountyAqi } from './counties.ts'
import { airQualityModel, scoreOfIndex } from './score.ts'

/**
 * Judges scores near monitors by the index of a later year. Judges estimates elsewhere by counties whose index was
 * excluded from the model.
 */
export async function judgedAir(context: BuiltContext): Promise<Judged> {
  const { counties, county } = await airQualityModel(context)
  const later = await readCountyAqi(context.sources, [2025])
  const meanOfCounty = new Map(counties.fips.map((fips, i) => [fips, counties.mean[i]]))
  const inBoth = [...later.fips.keys()].filter((i) => meanOfCounty.has(later.fips[i]))
  // In a later year, the air can be hazier or cleaner everywhere than in the model years, so only differences between
  // places are judged.
  const drift = inBoth.reduce((sum, i) => sum + later.mean[i] - meanOfCounty.get(later.fips[i])!, 0) / inBoth.length
  const getRows = (
    basis: JudgedScore['basis'],
    places: typeof later,
    score: (i: number) => number,
    index: (i: number) => number,
  ) => {
    const nearest = nearestCenter(context.blockGroups, places)
    return [...places.fips.keys()].map((i) => {
      return { blockGroup: nearest[i], basis, score: Math.round(score(i)), truth: Math.round(scoreOfIndex(index(i))) }
    })
  }
  const built = context.scores('air-quality', later.lat, later.lon)
  return {
    by: "EPA's index of counties: of 2025 near monitors, of counties left out of the model elsewhere",
    of: 'errors',
    scores: [
      ...getRows(
        'modeled',
        later,
        (i) => built[i],
        (i) => later.mean[i] - drift,
      ),
      ...getRows(
        'estimate',
        counties,
        (i) => scoreOfIndex(county.leftOut[i]),
        (i) => counties.mean[i],
      ),
    ].filter(({ score }) => score > 0),
  }
}
