import {
  type DimensionId,
  EXACT,
  type HazardMaps,
  type LatLon,
  mapsAt,
  type Vicinage,
  WIDEST,
  widened,
} from '../library.ts'
import { amongOf, type Interval } from './among.ts'
import type { AnswerData } from './answer-data.ts'
import { boxAt } from './boxes.ts'
import type { PlaceScore, Priority } from './engine.ts'
import { fitAt } from './fit.ts'
import { Bands, explainIfLoaded, PEOPLE_AROUND, scoreIfLoaded, scoresAroundIfLoaded } from './library.ts'
import { middleScore } from './named-pieces.ts'

/** Maximum number of homes in a circle for which scores are explained. If there are more homes, a sample is used. */
const MAX_EXPLAINED = 300

type Circle = LatLon & { readonly radius: number }

/** Creates the operations that score places. */
export function scoreOperations(data: AnswerData) {
  /**
   * Returns the rank of a score or score range among the residents of the place's state.
   *
   * @param interval range that contains the true score, if known
   */
  function amongPeople(id: DimensionId, place: LatLon, range: readonly [number, number], interval?: Interval) {
    const around = range[0] > 0 && data.vicinage.place(place)
    const loaded = data.dimension(id).current
    return around && loaded ? amongOf(loaded, around.blockGroup.slice(0, 2), range, interval) : null
  }

  /** Returns the kinds of maps that a hazard's scores are based on, for a sample of the residents in a circle. */
  function mapsAround(vicinage: Vicinage, id: DimensionId, { lat, lon, radius }: Circle): HazardMaps {
    const { people } = Bands.of(data.parts.current.geography!)
    const around = people.homesAround(lat, lon, radius)
    const stride = Math.ceil(around.length / MAX_EXPLAINED)
    const sums = { people: 0, estimated: 0, replaced: 0 }
    for (const home of around.filter((_, i) => i % stride === 0)) {
      const explanation = explainIfLoaded(vicinage, id, { lat: people.lat[home], lon: people.lon[home] })
      if (explanation.score === 0) continue
      const weight = people.at(home)
      const { estimated, replaced } = mapsAt(explanation)
      sums.people += weight
      sums.estimated += weight * estimated
      sums.replaced += weight * replaced
    }
    const share = (sum: number) => (sum === 0 ? 0 : sum / sums.people)
    return { estimated: share(sums.estimated), replaced: share(sums.replaced) }
  }

  return {
    async score(dimension: DimensionId, place: LatLon) {
      return scoreIfLoaded(await data.scores(boxAt(place), dimension), dimension, place)
    },

    async explain(
      dimension: DimensionId,
      { radius = 0, ...place }: LatLon & { readonly radius?: number },
    ): Promise<PlaceScore> {
      if (radius <= EXACT) {
        const vicinage = await data.scores(boxAt(place), dimension)
        const { interval, ...answer } = explainIfLoaded(vicinage, dimension, place, { interval: true })
        const { score } = answer
        return { ...answer, among: amongPeople(dimension, place, [score, score], interval ?? undefined) }
      }
      const circle = { ...place, radius: Math.min(WIDEST, radius), dimensions: [dimension] }
      const box = boxAt(place, circle.radius)
      await Promise.all([data.geographyAt(box.map((side) => widened(side, PEOPLE_AROUND))), data.loadAreaCode()])
      const vicinage = await data.scores(box, dimension)
      const band = scoresAroundIfLoaded(vicinage, circle).scores[dimension]
      const range = [band.p10 ?? 0, band.p90 ?? 0] as const
      const answer = {
        ...explainIfLoaded(vicinage, dimension, place),
        band,
        among: amongPeople(dimension, place, range),
      }
      const loaded = data.dimension(dimension).current
      const typical = loaded && middleScore(data.parts.current.geography!, loaded, circle)
      const maps = (dimension === 'flood' || dimension === 'fire') && { maps: mapsAround(vicinage, dimension, circle) }
      return { ...answer, ...maps, typical, ...(band.note !== null && { few: typical }) }
    },

    async fit(place: LatLon & { readonly radius?: number }, priorities: readonly Priority[]) {
      const { radius = 0, ...at } = place
      const box = boxAt(at, Math.min(WIDEST, radius))
      const people = radius > EXACT ? box.map((side) => widened(side, PEOPLE_AROUND)) : []
      await Promise.all([data.geographyAt(people), data.loadAreaCode()])
      await data.scores(box, ...priorities.map(({ dimension }) => dimension))
      return fitAt(data, { ...at, radius: Math.min(WIDEST, radius) }, priorities)
    },

    async agencies(dimension: DimensionId) {
      const sources = (await data.dimension(dimension).at())?.sources ?? []
      return [...new Set(sources.map(({ agency }) => agency))]
    },
  }
}
