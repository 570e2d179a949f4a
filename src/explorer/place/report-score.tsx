import type { Dimension } from '../../dimensions/dimension.ts'
import type { Explanation } from '../../endpoints/scores.ts'
import { shortName } from '../picker/groups.ts'
import { known, type Question } from './question.ts'
import { ScaleEnds } from './scale-ends.tsx'
import { ScoreBar } from './score-bar.tsx'
import { ScoreNumber } from './score-number.tsx'

/** A score on paper. */
export function ReportScore({
  dimension,
  question,
}: {
  readonly dimension: Dimension
  readonly question: Question<Explanation>
}) {
  const explanation = known(question) ?? null
  const score = explanation?.score ?? 0
  return (
    <div class="printed-score">
      <h4>{shortName(dimension.id)}</h4>
      <ScoreNumber explanation={explanation} />
      {score > 0 && (
        <>
          <ScoreBar dimension={dimension} score={score} />
          <ScaleEnds dimension={dimension} score={score} />
        </>
      )}
      <p class="description">{explanation?.description ?? 'The answer did not come.'}</p>
    </div>
  )
}
