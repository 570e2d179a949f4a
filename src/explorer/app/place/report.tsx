import { useEffect, useRef } from 'preact/hooks'
import type { EngineProps } from '../engine/start-engine.ts'
import { districtWords, levelWords } from '../library.ts'
import { groups, shortName } from '../picker/groups.ts'
import { coordinates, getRange, precisionWords } from '../words.ts'
import { known, type PlaceData, titleOfData, whereOfData } from './place-data.ts'
import { PrintedMap } from './printed-map.tsx'
import { Distance, Rating } from './schools.tsx'
import { ScoreBar, ScoreNumber } from './score-bar.tsx'
import { Caveat, getDescription, getLead, type ScoreRowProps } from './score-list.tsx'
import { summarize } from './summary.ts'

/** Maximum number of schools, so that everything fits on a page. */
const MAX_SCHOOLS = 5
/** Maximum number of districts, so that everything fits on a page. */
const MAX_DISTRICTS = 2

/** A printed page about a place, hidden on screen. */
export function Report({ engine, data }: EngineProps & { readonly data: PlaceData }) {
  const { place } = data
  const around = known(data.around)
  const districts = known(data.districts) ?? []
  const schools = around ? (known(data.schools)?.schools ?? []) : []
  const agencies = new Set(
    [...data.scores.values()].flatMap((loadable) => known(loadable)?.sources.map(({ agency }) => agency) ?? []),
  )
  return (
    <article class="report paper">
      <header>
        <p class="brand">vicinage · neighborhood scores</p>
        <h2>{titleOfData(data)}</h2>
        <p>
          {around && `${whereOfData(data)} · `}
          {place.found && `${coordinates(place)} · `}
          {new Date().toLocaleDateString('en-US', { dateStyle: 'long' })}
        </p>
        {precisionWords(place) && <p>{precisionWords(place)}</p>}
        <p>
          <strong>{summarize(data)?.words}</strong>
        </p>
      </header>
      <div class="columns">
        <PrintedMap engine={engine} data={data} />
        {groups().map(({ id, name, members }) => (
          <section key={id}>
            <h3>{name}</h3>
            {members.map((dimension) => (
              <ReportScore key={dimension.id} dimension={dimension} loadable={data.scores.get(dimension.id)!} />
            ))}
          </section>
        ))}
      </div>
      {(districts.length > 0 || schools.length > 0) && (
        <div class="schools">
          <section>
            <h3>School district</h3>
            {districts.slice(0, MAX_DISTRICTS).map((district) => (
              <p key={district.geoid}>
                <strong>{district.name}</strong> <Rating rating={district.rating} year={district.rating_year} />{' '}
                {districtWords(district)}
              </p>
            ))}
          </section>
          <section>
            <h3>Nearest schools</h3>
            <table>
              <tbody>
                {schools.slice(0, MAX_SCHOOLS).map((school) => (
                  <tr key={school.nces_id}>
                    <td>{school.name}</td>
                    <td>{levelWords(school)}</td>
                    <td>{school.distance_meters !== null && <Distance meters={school.distance_meters} />}</td>
                    <td>
                      <Rating rating={school.rating} year={school.rating_year} letter={school.agency_letter} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
      <footer>
        <p>
          Each bar shows the percentage in the words below it. Numbers are scores from 1 to 255; a dash means no data. ~
          marks an estimate, computed from a wider area or a proxy, not for a single house. Schools and districts are
          rated 1-10 among those of their state, 10 best.
        </p>
        <Caveat />
        {agencies.size > 0 && (
          <p>Sources: {[...agencies].join('; ')}. Years and licenses are on the page, below each score.</p>
        )}
        <PageLink />
      </footer>
    </article>
  )
}

/** The URL of the view at the time of printing. */
export function PageLink() {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const write = () => {
      if (line.current) line.current.textContent = location.href
    }
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [])
  return (
    <p class="link paper" ref={line}>
      {location.href}
    </p>
  )
}

/** Shows a score on paper. */
function ReportScore({ dimension, loadable }: ScoreRowProps) {
  const explanation = known(loadable) ?? null
  const range = explanation && getRange(explanation)
  return (
    <div class="printed-score">
      <h4>{shortName(dimension.id)}</h4>
      {/* Omitted for hazards because a high number would read as a high risk. */}
      {dimension.group !== 'risk' && <ScoreNumber explanation={explanation} />}
      {explanation !== null && range !== null && (
        <>
          <ScoreBar dimension={dimension} explanation={explanation} />
          <p class="ends">{getLead(dimension, explanation)}</p>
        </>
      )}
      <p class="description">{explanation === null ? 'No answer.' : getDescription(dimension, explanation)}</p>
    </div>
  )
}
