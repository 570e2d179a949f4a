import type { ComponentChildren } from 'preact'
import { levelWords } from '../../endpoints/school-words.ts'
import type { SchoolDetail } from '../../schools/answers.ts'
import { races, type StudentGroup, sexes } from '../../schools/student-groups.ts'
import { Rating } from './rating.tsx'
import { webAddress } from './web-address.ts'

/** All that is known of a school; what no source gives is left out. */
export function SchoolFacts({ school }: { readonly school: SchoolDetail }) {
  const { average_student_teacher_ratio: average, rating_description: words, rating_source: source } = school
  const website = webAddress(school.website)
  return (
    <>
      <h3>
        {school.name} <Rating rating={school.rating} />
      </h3>
      <p class="quiet">{[levelWords(school), school.lea_name].filter(Boolean).join(' · ')}</p>
      {words !== null && (
        <p>
          {words} {source !== null && <span class="quiet">Source: {source}.</span>}
        </p>
      )}
      <dl class="facts">
        <Fact name="Address">{school.address}</Fact>
        <Fact name="Phone">
          {school.phone !== null && <a href={`tel:${school.phone.replace(/[^\d+]/g, '')}`}>{school.phone}</a>}
        </Fact>
        <Fact name="Website">
          {website === null ? (
            school.website
          ) : (
            <a href={website} rel="noreferrer">
              {school.website}
            </a>
          )}
        </Fact>
        <Fact name="Students">{school.total_students}</Fact>
        <Fact name="Teachers">
          {school.total_teachers !== null && `${school.total_teachers} (full-time equivalents)`}
        </Fact>
        <Fact name="Students per teacher">
          {school.student_teacher_ratio !== null &&
            `${school.student_teacher_ratio}${average === null ? '' : `; ${average} in schools of the state at this level`}`}
        </Fact>
      </dl>
      <Groups title="Students by race" groups={races(school)} />
      <Groups title="Students by sex" groups={sexes(school)} />
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === null || children === false) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Groups({ title, groups }: { readonly title: string; readonly groups: readonly StudentGroup[] }) {
  if (groups.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <table class="groups">
        <tbody>
          {groups.map(({ name, count, share }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count}</td>
              {share !== null && (
                <td>
                  {(100 * share).toFixed(1)} %
                  <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="fill" width={100 * share} height="8" />
                  </svg>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
