import { districtWords } from '../../endpoints/school-words.ts'
import type { PlaceAnswers } from './place-answers.ts'
import { known } from './question.ts'
import { Rating } from './rating.tsx'
import { SchoolRows } from './school-rows.tsx'

interface Props {
  readonly first: PlaceAnswers
  readonly second: PlaceAnswers
  /** So many schools of each. */
  readonly few: number
}

/** Districts and nearest schools of two places, in short. */
export function ComparedSchools({ first, second, few }: Props) {
  return (
    <section class="compared-schools" aria-label="Districts and schools of both places">
      <Of letter="A" answers={first} few={few} />
      <Of letter="B" answers={second} few={few} />
    </section>
  )
}

function Of({
  letter,
  answers,
  few,
}: {
  readonly letter: 'A' | 'B'
  readonly answers: PlaceAnswers
  readonly few: number
}) {
  const isOutside = known(answers.around) === null
  const districts = known(answers.districts)
  const schools = known(answers.schools)
  return (
    <div>
      <h3>
        Schools near <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>
      </h3>
      {districts?.map((district) => (
        <p key={district.geoid}>
          {district.name} <Rating rating={district.rating} />
          <small>{districtWords(district)}</small>
        </p>
      ))}
      {schools && !isOutside && <SchoolRows schools={schools.schools.slice(0, few)} />}
    </div>
  )
}
