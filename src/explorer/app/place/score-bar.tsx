import type { PlaceScore } from '../engine/engine.ts'
import { bandText, type Dimension, type DimensionId, rampOf } from '../library.ts'
import { getRange, near, type Part, plainEnds, type ranks } from '../words.ts'
import { isUnclear } from './hazards.ts'

interface ScoreBarProps {
  readonly dimension: Dimension<DimensionId>
  readonly explanation: PlaceScore | null
  /**
   * CSS class of the place, only set in a comparison. The bars of a row then all start at the same end of the scale.
   */
  readonly rank?: (typeof ranks)[number]
}

/**
 * Draws a score as a bar. The length of the bar is the percentage that the sentence about the score states, and the
 * lighter part of the bar is the interval. In a comparison, draws a mark at the percentage of residents with a lower
 * score, with the interval around the mark. For a hazard, draws the classes of the hazard map instead.
 */
export function ScoreBar({ dimension, explanation, rank }: ScoreBarProps) {
  if (dimension.classColors !== undefined)
    return (
      <ClassBar dimension={dimension} range={explanation && !isUnclear(explanation) ? getRange(explanation) : null} />
    )
  return (
    <svg class={`bar ${rank ?? ''}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {explanation?.among && (rank === undefined ? <Share {...explanation.among} /> : <Mark {...explanation.among} />)}
    </svg>
  )
}

type Among = NonNullable<PlaceScore['among']>

function Share({ share, range }: Among) {
  const [least, most] = range
  const solid = share ?? least
  return (
    <>
      {most > solid && <rect class="fill light" x={solid} y="0" width={most - solid} height="8" />}
      <rect class="fill" x="0" y="0" width={Math.max(1, solid)} height="8" />
      {least < solid && <rect class="unsure" x={least} y="0" width={solid - least} height="8" />}
    </>
  )
}

function Mark({ lower: [least, most], range, share, than }: Among) {
  const width = Math.max(4, most - least)
  const [from, to] = than === 0 ? [100 - range[1], 100 - range[0]] : range
  return (
    <>
      {share !== null && than !== null && <rect class="fill light" x={from} y="0" width={to - from} height="8" />}
      <rect class="fill" x={Math.min(100 - width, least)} y="0" width={width} height="8" />
    </>
  )
}

/** Shows the classes of a hazard map in their colors. Classes that do not apply to the place are faint. */
export function ClassBar({ dimension, range }: ScaleEndsProps) {
  const { ladder } = dimension
  const colors = rampOf(dimension)
  const width = 100 / ladder.length
  return (
    <svg class="bar classes" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {ladder.map(([from], i) => {
        const to = ladder[i + 1]?.[0] ?? 256
        const isHere = range !== null && range[0] < to && range[1] >= from
        return (
          <rect
            key={from}
            class={isHere ? 'here' : 'elsewhere'}
            x={i * width}
            y="0"
            width={width}
            height="8"
            fill={`rgb(${colors.subarray(4 * from, 4 * from + 3)})`}
          />
        )
      })}
    </svg>
  )
}

/**
 * Shows a score: `254`, `96-180` for a range, `~ 125` for an estimate, a dash for no data, and an ellipsis while
 * loading.
 */
export function ScoreNumber({ explanation }: { readonly explanation: PlaceScore | null }) {
  if (explanation === null) return <p class="number waiting">…</p>
  const range = getRange(explanation)
  if (range === null) return <NoNumber />
  return (
    <p class="number">
      {explanation.basis === 'estimate' && (
        <abbr class="estimate" title="Estimate, from a wider area or a proxy">
          <span aria-hidden="true">~</span>
          <span class="hidden">estimate </span>
        </abbr>
      )}
      <span class="value">{bandText(...range)}</span>
      <span class="hidden"> of 255</span>
    </p>
  )
}

/** Shows a dash instead of a missing number. */
export function NoNumber() {
  return (
    <p class="number none">
      <span aria-hidden="true">–</span>
      <span class="hidden">no data</span>
    </p>
  )
}

interface ScaleEndsProps {
  readonly dimension: Dimension<DimensionId>
  /** Lowest and highest score; null without data. */
  readonly range: readonly [low: number, high: number] | null
}

/**
 * Shows the labels of the scale and emphasizes the labels near the score. Hazards have no labels, because a label at
 * the end of the bar could be mistaken for an official zone.
 */
export function ScaleEnds({ dimension, range }: ScaleEndsProps) {
  if (dimension.classColors !== undefined) return null
  const [least, most] = range?.map((score) => near(dimension, score)) ?? []
  const nearPart = least === most ? least : null
  const [low, high] = plainEnds(dimension)
  const parts: readonly (readonly [part: Part, words: string | null, full: string | null])[] = [
    ['low', low, dimension.scale.low],
    ['middle', dimension.scale.middle, null],
    ['high', high, dimension.scale.high],
  ]
  return (
    <p class="spread ends">
      {parts.map(
        ([part, words, full]) =>
          words !== null && (
            <span key={part} class={part === nearPart ? 'near' : ''} {...(full === null ? {} : { title: full })}>
              {words}
            </span>
          ),
      )}
    </p>
  )
}
