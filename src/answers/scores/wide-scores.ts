import type { Place } from '../../base/geo/place.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import {
  distanceText,
  LONGEST_DESCRIPTION,
  opening,
  openingOfBand,
  type PhraseUnits,
  type Units,
  wordsFor,
} from '../dimensions/words.ts'
import type { ScoreBand, ScoreOptions, Scores, ScoresAround, ScoresAroundRequest } from './answers.ts'
import { describe, readingAt } from './reading.ts'
import type { ScoresWithin } from './score-functions.ts'
import type { ScoredData } from './scored-data.ts'
import {
  basisWithin,
  hazardsWithin,
  intervalWithin,
  mapWithin,
  spotsWithin,
  type WeightedSpot,
  worseThanBand,
} from './within-radius.ts'

/**
 * Creates the function that scores a roughly located place. Code splitting puts it in the chunk of the areas.
 *
 * @param around returns the bands of a circle
 */
export function wideScores(data: ScoredData, around: (request: ScoresAroundRequest) => ScoresAround): ScoresWithin {
  return <Id extends string>(
    { lat, lon, radius }: Place,
    ids: readonly Id[],
    options: ScoreOptions | undefined,
  ): Scores<Id, boolean, boolean> => {
    const dimensions = ids as readonly string[] as readonly DimensionId[]
    const circle = { lat, lon, radius: radius! }
    const { scores } = around({ ...circle, dimensions })
    const isDescribed = options?.description !== false
    let spots: readonly WeightedSpot[] | undefined
    // All dimensions share the spots, so that block groups are only looked up once.
    const getSpots = () => (spots ??= spotsWithin(data, circle))
    const answers = Object.entries(scores).map(([id, { score, ...band }]) => {
      const loaded = data.getLoaded(id)
      const spot = data.locate({ lat, lon })
      const getDescription = () =>
        describeBand(data, loaded, spot, { score, ...band, radius: radius!, units: options?.units, getSpots })
      return [
        id,
        {
          score,
          description: isDescribed ? getDescription() : null,
          ...(options?.percentiles === true ? { percentile: null } : {}),
          ...(options?.interval === true
            ? { interval: intervalWithin(data, loaded, spot, getSpots(), { score, ...band }) }
            : {}),
          band,
          ...(isDescribed ? mapWithin(data, loaded, spot, getSpots) : {}),
        },
      ]
    })
    return Object.fromEntries(answers)
  }
}

/** Describes the band of a roughly located place: the labels for both ends, or the reason why there is no band. */
function describeBand(
  data: ScoredData,
  loaded: LoadedDimension,
  spot: Spot,
  { score, p10, p90, note, radius, units, getSpots }: DescribedBand,
): string {
  const { dimension } = loaded
  const { ladder } = dimension
  const reading = readingAt(data, loaded, score, spot, units)
  const warning = reading === null ? 'No data at its center.' : (dimension.warning?.(reading) ?? null)
  const hazards = () => hazardsWithin(data, loaded, getSpots)
  if (p10 === null || p90 === null) {
    const isMapped = dimension.getZone !== undefined && reading !== null && reading.basis !== 'estimate'
    if (note !== null) return isMapped && warning !== null ? `${note.text} ${warning}` : note.text
    if (score === 0) return describe(data, loaded, spot, reading)
    const words = reading === null ? wordsFor(ladder, score) : opening(ladder, reading)
    return [`${words} at its center.`, ...hazards(), ...(warning === null ? [] : [warning])].join(' ')
  }
  const words = openingOfBand(ladder, p10, p90, basisWithin(data, loaded, spot, getSpots()).estimated)
  const details = [worseThanBand(data, loaded, getSpots, p10), ...hazards(), warning].filter((part) => part !== null)
  const getParts = (units: PhraseUnits): string[] => {
    const range =
      wordsFor(ladder, p10) === wordsFor(ladder, p90)
        ? `${words}.`
        : `${words}, depending on where within ${distanceText(radius / 1000, units)} the place is.`
    return [range, ...details]
  }
  const fits = (units: PhraseUnits) => getParts(units).join(' ').length <= LONGEST_DESCRIPTION
  // Land that is worse than the range matters more than the year of the map, which is left out first.
  while (details.length > 0 && !(fits('metric') && fits('us-brief'))) details.pop()
  return getParts(units === 'metric' || fits('us') ? (units ?? 'us') : 'us-brief').join(' ')
}

interface DescribedBand extends ScoreBand {
  readonly radius: number
  readonly units: Units | undefined
  readonly getSpots: () => readonly Spot[]
}
