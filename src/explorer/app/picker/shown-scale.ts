import { computed } from '@preact/signals'
import { getDimension } from '../catalog.ts'
import { fitRamp } from '../fit/fit-colors.ts'
import { rampOf } from '../library.ts'
import { dimension, shownFit } from '../view.ts'
import { plainEnds } from '../words.ts'
import { shortName } from './groups.ts'

/** Name, labels and colors of what the map shows: a dimension, or the fit. */
export interface ShownScale {
  /** Name for titles: `Urban-rural (density)`. */
  readonly name: string
  readonly shortName: string
  readonly ends: readonly [low: string, high: string]
  readonly middle: string | null
  /** Colors by score, as `getRamp` returns them. */
  readonly colors: Uint8Array
}

export const shownScale = computed<ShownScale>(() => {
  if (shownFit.value !== null)
    return {
      name: FIT,
      shortName: FIT,
      ends: ['very poor fit', 'very good fit'],
      middle: 'fair fit',
      colors: fitRamp(),
    }
  const record = getDimension(dimension.value)
  return {
    name: record.name,
    shortName: shortName(record.id),
    ends: plainEnds(record),
    middle: record.scale.middle,
    colors: rampOf(record),
  }
})

const FIT = 'How well a place fits what matters to you'
