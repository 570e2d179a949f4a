import { outsideText } from '../../base/open-water.ts'
import type { Dimension, Reading } from '../dimensions/dimension.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import type { Units } from '../dimensions/words.ts'
import type { OfficialMap } from './answers.ts'
import type { ScoredData } from './scored-data.ts'

/** Returns the data needed to describe a place that has a score. */
export function readingAt(
  data: ScoredData,
  loaded: LoadedDimension,
  score: number,
  spot: Spot,
  units?: Units,
): Reading {
  data.findBlockGroup(spot)
  const fact = (id: string) => loaded.fact(id, spot)
  return { score, basis: loaded.basis(spot), fact, note: loaded.note(spot), units }
}

/** Returns the zone and the date of the official map at a point, for dimensions that have such maps. */
export function mapAt(data: ScoredData, loaded: LoadedDimension, score: number, spot: Spot): OfficialMap {
  const { dimension } = loaded
  if (dimension.getZone === undefined) return {}
  if (score === 0) return { mapped: false, zone: null, map_date: null }
  const reading = readingAt(data, loaded, score, spot)
  const zone = dimension.getZone(reading, () => data.geography.describe(spot.blockGroup).state)
  return { mapped: zone !== null, zone: zone?.zone ?? null, map_date: zone?.date ?? null }
}

/** Describes the score of a place, or says why the place has none. */
export function describe(data: ScoredData, loaded: LoadedDimension, score: number, spot: Spot, units?: Units): string {
  const { dimension } = loaded
  if (spot.zone === 0 && (score === 0 || dimension.group !== 'layers')) return outsideText(spot.lat, spot.lon)
  if (score === 0) return noData(data, dimension, spot)
  return dimension.describe(readingAt(data, loaded, score, spot, units))
}

function noData(data: ScoredData, { scale, describeNoData }: Dimension, spot: Spot): string {
  if (describeNoData === undefined) return `${scale.zero[0].toUpperCase()}${scale.zero.slice(1)}.`
  data.findBlockGroup(spot)
  return describeNoData(data.geography.describe(spot.blockGroup).state)
}
