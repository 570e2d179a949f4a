import { districtWords } from '../../endpoints/school-words.ts'
import type { PartProps } from '../app.tsx'
import type { DistrictWithOutline } from '../engine/engine.ts'
import { DistrictSchools } from './district-schools.tsx'
import { Failure } from './failure.tsx'
import type { Question } from './question.ts'
import { Rating } from './rating.tsx'

/** The school districts that a place lies in. */
export function Districts({
  engine,
  districts: { answer, again },
}: PartProps & { readonly districts: Question<readonly DistrictWithOutline[]> }) {
  const current = answer.value
  return (
    <section class="districts" aria-labelledby="districts-title">
      <h3 id="districts-title">School district</h3>
      {current.state === 'waiting' && <p class="quiet">Loading…</p>}
      {current.state === 'failed' && <Failure reason={current.reason} again={again} />}
      {current.state === 'ready' && current.value.length === 0 && (
        <p class="quiet">No school district is known here.</p>
      )}
      {current.state === 'ready' && (
        <ul>
          {current.value.map((district) => (
            <li key={district.geoid} class="district">
              <p class="title">
                <strong>{district.name}</strong> <Rating rating={district.rating} />
              </p>
              <p class="quiet">
                {districtWords(district)}
                {district.rating_year !== null && `, rated ${district.rating_year}`}
              </p>
              {district.rating_summary !== null && <p class="quiet">{district.rating_summary}</p>}
              <DistrictSchools engine={engine} district={district} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
