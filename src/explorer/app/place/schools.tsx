import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { Button, Fact, set, Tick } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import {
  type District,
  distanceWords,
  districtWords,
  type LevelFilter,
  type ListedSchool,
  type ListedSchools,
  levelWords,
  races,
  type SchoolDetail,
  type StudentGroup,
  sexes,
} from '../library.ts'
import { school as open, pins, school } from '../view.ts'
import { Answered } from './failure.tsx'
import { getPin, hasSchools, known, load, ownFirst, type PlaceData } from './place-data.ts'
import { webAddress } from './take-away.tsx'

/** Lists the ten nearest schools and pins them to the map. */
export function NearestSchools({ engine, data }: EngineProps & { readonly data: PlaceData }) {
  const level = useSignal<Level>('all')
  const isSameDistrict = useSignal(false)
  const chosen = level.value
  const same = isSameDistrict.value
  const { lat, lon } = data.place
  const schools = useMemo(
    () =>
      chosen === 'all' && !same
        ? data.schools
        : load(async () => {
            const level = chosen === 'all' ? {} : { level: chosen }
            const listed = await engine.schools({ lat, lon, same_district: same, ...level })
            return ownFirst(listed, await engine.districts({ lat, lon }))
          }),
    [engine, data, lat, lon, chosen, same],
  )
  const listed = known(schools)?.schools
  useEffect(() => {
    if (listed !== undefined) pins.value = listed.map(getPin)
  }, [listed])
  useEffect(() => () => set(pins, []), [])
  const all = known(data.schools)
  if (all !== undefined && !hasSchools(all)) return null
  return (
    <section class="schools" aria-labelledby="schools-title">
      <h3 id="schools-title">Ten nearest schools</h3>
      <LevelChoice level={level} about="nearest" />
      <Tick label="Same district only" isOn={same} onChange={(isOn) => set(isSameDistrict, isOn)} />
      <Answered loadable={schools}>
        {(nearest) => (
          <>
            {isByDistrict(nearest) && <p class="quiet">Schools of the place's own district come first.</p>}
            <SchoolRows schools={nearest.schools} />
            <details class="about-schools">
              <summary>Where this list and the ratings come from</summary>
              <p>
                {nearest.data_source}, {nearest.data_vintage}.
              </p>
              {nearest.additional_info !== null && <p>{nearest.additional_info}</p>}
            </details>
          </>
        )}
      </Answered>
    </section>
  )
}

/** Checks whether schools of the place's own districts precede nearer schools of other districts. */
function isByDistrict({ schools }: ListedSchools): boolean {
  return schools.some(({ distance_meters: meters }, i) => i > 0 && meters! < schools[i - 1].distance_meters!)
}

type Level = 'all' | LevelFilter

const levels: readonly (readonly [Level, string])[] = [
  ['all', 'All'],
  ['elementary', 'Elementary'],
  ['middle', 'Middle'],
  ['high', 'High'],
]

/** Lets the user choose the level of the listed schools. `about` describes the list for screen readers. */
function LevelChoice({ level, about }: { readonly level: Signal<Level>; readonly about: string }) {
  const name = useId()
  return (
    <fieldset class="levels">
      <legend class="hidden">Level of the schools: {about}</legend>
      {levels.map(([value, words]) => (
        <label key={value}>
          <input type="radio" name={name} checked={level.value === value} onChange={() => set(level, value)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Lists schools. A click opens a school's card. */
export function SchoolRows({ schools }: { readonly schools: readonly ListedSchool[] }) {
  if (schools.length === 0) return <p class="quiet">No matching schools here.</p>
  return (
    <ul class="school-rows">
      {schools.map((school) => (
        <li key={school.nces_id}>
          <Button
            class="plain entry school-row"
            aria-haspopup="dialog"
            aria-expanded={open.value === school.nces_id}
            onClick={() => set(open, school.nces_id)}
          >
            <span class="name">{school.name}</span>
            <Rating rating={school.rating} year={school.rating_year} letter={school.agency_letter} />
            <span class="quiet">{levelWords(school)}</span>
            {school.distance_meters !== null && <Distance meters={school.distance_meters} />}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Shows the card of the school that was clicked in a list or on the map. */
export function SchoolCard({ engine }: EngineProps) {
  const id = school.value
  return id === null ? null : <OpenCard key={id} engine={engine} ncesId={id} />
}

function OpenCard({ engine, ncesId }: EngineProps & { readonly ncesId: string }) {
  const detail = useMemo(() => load(() => engine.school(ncesId)), [engine, ncesId])
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      // Restores the focus only if closing the card removed the focus, not if the user has focused something else.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [])
  const close = () => {
    school.value = null
  }
  return (
    <div
      class="school-card"
      ref={card}
      role="dialog"
      aria-label={known(detail)?.name ?? 'School'}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <Button class="plain close" aria-label="Close the school" onClick={close}>
        ✕
      </Button>
      <Answered loadable={detail}>{(record) => <SchoolFacts school={record} />}</Answered>
    </div>
  )
}

/** Shows all facts about a school that a source provides. */
function SchoolFacts({ school }: { readonly school: SchoolDetail }) {
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
            `${school.student_teacher_ratio}${average === null ? '' : `; ${average} on average in the state’s schools at this level`}`}
        </Fact>
      </dl>
      <Groups title="Students by race" groups={races(school)} />
      <Groups title="Students by sex" groups={sexes(school)} />
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
                  {(100 * share).toFixed(1)}%
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

/** Shows the school districts that contain a place. */
export function Districts({ engine, districts }: EngineProps & { readonly districts: PlaceData['districts'] }) {
  if (known(districts) === null) return null
  return (
    <section class="districts" aria-labelledby="districts-title">
      <h3 id="districts-title">School district</h3>
      <Answered loadable={districts}>
        {(answer) => (
          <>
            {answer?.length === 0 && <p class="quiet">No school district here.</p>}
            <ul>
              {answer?.map((district) => (
                <li key={district.geoid} class="district">
                  <p class="spread title">
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
          </>
        )}
      </Answered>
    </section>
  )
}

/** Maximum number of schools that a request may list. */
const MAX_LISTED = 50

/** Lists the schools of a district by name, on request. */
function DistrictSchools({ engine, district }: EngineProps & { readonly district: District }) {
  const isOpen = useSignal(false)
  return (
    <details onToggle={(event) => set(isOpen, event.currentTarget.open)}>
      <summary>Schools of this district</summary>
      {isOpen.value && <OpenList engine={engine} district={district} />}
    </details>
  )
}

function OpenList({ engine, district: { geoid, name } }: EngineProps & { readonly district: District }) {
  const level = useSignal<Level>('all')
  const chosen = level.value
  const schools = useMemo(
    () =>
      load(() =>
        engine.schoolsOfDistrict({ lea_id: geoid, limit: MAX_LISTED, ...(chosen === 'all' ? {} : { level: chosen }) }),
      ),
    [engine, geoid, chosen],
  )
  return (
    <>
      <LevelChoice level={level} about={name} />
      <Answered loadable={schools}>
        {(listed) => (
          <>
            {listed.schools.length === MAX_LISTED && <p class="quiet">The first {MAX_LISTED} by name:</p>}
            <SchoolRows schools={listed.schools} />
          </>
        )}
      </Answered>
    </>
  )
}

/** Shows a distance: `0.8 mi (1.2 km)`. The element's `value` is in meters. */
export function Distance({ meters }: { readonly meters: number }) {
  return (
    <data class="quiet distance" value={String(meters)}>
      {distanceWords(meters)}
    </data>
  )
}

interface RatingProps {
  readonly rating: number | null
  readonly year?: number | null
  /** Letter grade that the agency gave the school. */
  readonly letter?: string | null
}

/** Shows a rating such as `6 of 10`, or a note that there is no rating. */
export function Rating({ rating, year = null, letter = null }: RatingProps) {
  if (rating === null) return <span class="quiet rating none">not rated</span>
  return (
    <span class="rating">
      <span class="hidden">rated </span>
      {rating}
      <small>
        <span class="hidden"> of </span>
        <span aria-hidden="true">/</span>10
        {letter !== null && <span title="The agency's own grade"> ({letter})</span>}
        {year !== null && (
          <>
            <span class="hidden"> in</span> {year}
          </>
        )}
      </small>
    </span>
  )
}
