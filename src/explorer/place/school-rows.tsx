import { levelWords } from '../../endpoints/school-words.ts'
import type { SchoolSummary } from '../../schools/answers.ts'
import { school as open } from '../view.ts'
import { Distance } from './distance.tsx'
import { Rating } from './rating.tsx'

/** Schools as a list; a click opens the card of one. */
export function SchoolRows({ schools }: { readonly schools: readonly SchoolSummary[] }) {
  if (schools.length === 0) return <p class="quiet">No school of this kind is known here.</p>
  return (
    <ul class="school-rows">
      {schools.map((school) => (
        <li key={school.nces_id}>
          <button
            type="button"
            class="plain school-row"
            aria-haspopup="dialog"
            aria-expanded={open.value === school.nces_id}
            onClick={() => {
              open.value = school.nces_id
            }}
          >
            <span class="name">{school.name}</span>
            <Rating rating={school.rating} />
            <span class="quiet">{levelWords(school)}</span>
            {school.distance_meters !== null && <Distance metres={school.distance_meters} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
