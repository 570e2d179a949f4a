import type { Dimension } from '../../dimensions/dimension.ts'
import { near, type Part } from './scale-words.ts'

/** The words of the scale below its bar; those that the score is near to stand out. 0 is near to nothing. */
export function ScaleEnds({ dimension, score }: { readonly dimension: Dimension; readonly score: number }) {
  const close = score === 0 ? null : near(dimension, score)
  const [low, high] = dimension.ends
  const parts: readonly (readonly [part: Part, words: string | null, full: string | null])[] = [
    ['low', low, dimension.scale.low],
    ['middle', dimension.scale.middle, null],
    ['high', high, dimension.scale.high],
  ]
  return (
    <p class="ends">
      {parts.map(
        ([part, words, full]) =>
          words !== null && (
            <span key={part} class={part === close ? 'near' : ''} {...(full === null ? {} : { title: full })}>
              {words}
            </span>
          ),
      )}
    </p>
  )
}
