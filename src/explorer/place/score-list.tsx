import { groups } from '../picker/groups.ts'
import { isSettled, type PlaceAnswers } from './place-answers.ts'
import { known } from './question.ts'
import { ScoreRow } from './score-row.tsx'

/** The fourteen scores of a place by group. */
export function ScoreList({ answers }: { readonly answers: PlaceAnswers }) {
  const state = known(answers.around)?.state
  return (
    <div class="scores" aria-busy={!isSettled(answers)}>
      <p class="quiet">
        Each score runs from 1 to 255 on its own scale. <strong>~</strong> marks an estimate, made from a wider area or
        a proxy: it says nothing about one house.
      </p>
      {groups.map(({ id, name, members }) => (
        <section key={id} aria-label={name}>
          <h3>{name}</h3>
          <ul>
            {members.map((dimension) => (
              <ScoreRow
                key={dimension.id}
                dimension={dimension}
                question={answers.scores.get(dimension.id)!}
                state={state}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
