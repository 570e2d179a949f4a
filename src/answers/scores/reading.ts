import { outsideText } from '../../base/open-water.ts'
import type { Dimension, Reading } from '../dimensions/dimension.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import type { Units } from '../dimensions/words.ts'
import type { OfficialMap } from './answers.ts'
import type { ScoredData } from './scored-data.ts'

/** Returns the data needed to describe a score, or null for score 0. */
export function readingAt(
  data: ScoredData,
  loaded: LoadedDimension,
  score: number,
  spot: Spot,
  units?: Units,
): Reading | null {
  if (score === 0) return null
  data.findBlockGroup(spot)
  return { score, basis: loaded.basis(spot), fact: loaded.factsAt(spot), note: loaded.note(spot), units }
}

/**
 * Returns the zone and the date of the official map at a point, for dimensions that have such maps.
 *
 * @param reading data of the point, or null if the point has no score
 */
export function mapAt(
  data: ScoredData,
  { dimension }: LoadedDimension,
  spot: Spot,
  reading: Reading | null,
): OfficialMap {
  if (dimension.getZone === undefined) return {}
  if (reading === null) return { mapped: false, zone: null, map_date: null }
  const zone = dimension.getZone(reading, () => data.geography.describe(spot.blockGroup).state)
  return { mapped: zone !== null, zone: zone?.zone ?? null, map_date: zone?.date ?? null }
}

/**
 * Describes the score of a place, or says why the place has no score.
 *
 * @param reading data of the place, or null if the place has no score
 */
export function describe(
  data: ScoredData,
  { dimension }: LoadedDimension,
  spot: Spot,
  reading: Reading | null,
): string {
  if (spot.zone === 0 && (reading === null || dimension.group !== 'layers')) return outsideText(spot.lat, spot.lon)
  return reading === null ? noData(data, dimension, spot) : dimension.describe(reading)
}

function noData(data: ScoredData, { scale, describeNoData }: Dimension, spot: Spot): string {
  if (describeNoData === undefined) return `${scale.zero[0].toUpperCase()}${scale.zero.slice(1)}.`
  data.findBlockGroup(spot)
  return describeNoData(data.geography.describe(spot.blockGroup).state)
}
