import { useSignal } from '@preact/signals'
import { Fragment, type JSX } from 'preact'
import { Button, Fact, set } from '../controls.tsx'
import type { PlaceScore } from '../engine/engine.ts'
import {
  type Basis,
  COVERAGE,
  type Dimension,
  type DimensionId,
  type Explanation,
  type LatLon,
  openingIn,
  reportLink,
  valueText,
} from '../library.ts'
import { arePinsMovable } from '../map/map-state.ts'
import { getNames } from '../map/out-of-view.ts'
import { groups, shortName } from '../picker/groups.ts'
import { CLICK, goToMap } from '../screen.ts'
import { shownScore, showScore } from '../view.ts'
import { floodChance, getRange, isOfHouse, isRough, noDataWords } from '../words.ts'
import { Failure } from './failure.tsx'
import { fewWords, hazardLead, isLeftOut } from './hazards.ts'
import { missingMapWords, OfficialMap } from './official-maps.tsx'
import { isSettled, type Loadable, type PlaceData } from './place-data.ts'
import { ScaleEnds, ScoreBar, ScoreNumber } from './score-bar.tsx'
import { summarize } from './summary.ts'

/** Lists the scores of a place by group. */
export function ScoreList({ data }: { readonly data: PlaceData }) {
  return (
    <div class="scores" aria-busy={!isSettled(data)}>
      <p class="quiet">
        {isRough(data.place) && 'Descriptions and bars give the range for most people nearby (the middle 80%). '}Each
        bar shows the percentage in its sentence, and its pale part how far off it may be. Open a row for details.
      </p>
      <Grouped>
        {(dimension) => <ScoreRow dimension={dimension} loadable={data.scores.get(dimension.id)!} place={data.place} />}
      </Grouped>
    </div>
  )
}

interface GroupedProps {
  /** Subject of the scores, for screen readers. */
  readonly of?: string
  children(dimension: Dimension<DimensionId>): JSX.Element
}

/** Lists all dimensions by group. */
export function Grouped({ of, children }: GroupedProps) {
  return groups().map(({ id, name, members }) => (
    <section key={id} aria-label={of === undefined ? name : `${name}: ${of}`}>
      <h3>{name}</h3>
      <ul>
        {members.map((dimension) => (
          <Fragment key={dimension.id}>{children(dimension)}</Fragment>
        ))}
      </ul>
    </section>
  ))
}

export interface ScoreRowProps {
  readonly dimension: Dimension<DimensionId>
  readonly loadable: Loadable<PlaceScore>
}

/**
 * Shows a score: the percentage of residents with a lower score, the meaning of the score, and its bar. Clicking the
 * description reveals the number and its sources.
 */
function ScoreRow({ dimension, loadable, place }: ScoreRowProps & Pick<PlaceData, 'place'>) {
  const answer = loadable.answer.value
  const explanation = answer.state === 'ready' ? answer.value : null
  const range = explanation && getRange(explanation)
  const isShown = shownScore.value === dimension.id
  const isOpen = useSignal(false)
  const looks = `${explanation?.basis === 'estimate' ? ' estimated' : ''}${explanation && range === null ? ' unknown' : ''}`
  return (
    <li class={`score${isShown ? ' shown' : ''}${looks}`} data-dimension={dimension.id}>
      <h4 class="quiet">{shortName(dimension.id)}</h4>
      <Button
        class="plain centered on-map"
        aria-pressed={isShown}
        aria-label={`Show ${shortName(dimension.id)} on the map`}
        title={isShown ? 'Shown on the map' : 'Show on the map'}
        onClick={() => {
          showScore(dimension.id)
          goToMap()
        }}
      >
        <MapIcon />
      </Button>
      {explanation && (
        <div class="lead">
          <OfficialMap explanation={explanation} />
          {(range !== null || missingMapWords(explanation) === null) && <p>{getLead(dimension, explanation)}</p>}
        </div>
      )}
      <ScoreBar dimension={dimension} explanation={explanation} />
      {answer.state === 'failed' && <Failure reason={answer.reason} retry={loadable.retry} />}
      {answer.state === 'waiting' && <p class="behind quiet">Loading…</p>}
      {explanation && (
        <details class="behind" onToggle={(event) => set(isOpen, event.currentTarget.open)}>
          <summary>
            <span class="description">{getDetails(dimension, explanation)}</span>
            <span class="hidden"> Details of the score of {shortName(dimension.id)}</span>
          </summary>
          <ScoreNumber explanation={explanation} />
          {isOpen.value && (
            <>
              {range !== null && <ScaleEnds dimension={dimension} range={range} />}
              <BehindScore dimension={dimension} explanation={explanation} />
              <WrongScore id={dimension.id} score={explanation.score} place={place} />
            </>
          )}
        </details>
      )}
    </li>
  )
}

/**
 * Returns the beginning of a row: `Louder than where 93% of Texans live`, or the label of the score if there is no
 * percentile.
 */
export function getLead(dimension: Dimension<DimensionId>, explanation: PlaceScore): string {
  const range = getRange(explanation)
  if (isLeftOut(explanation)) return 'Not on this page'
  if (range === null) return fewWords(explanation) ?? unknownWords(dimension)
  // Hazards are not compared with the scores of other residents, because a good rank does not make a place safe.
  if (dimension.classColors !== undefined) return hazardLead(explanation)
  if (explanation.percentile === null || explanation.band)
    return openingIn(explanation.description, dimension.ladder, ...range)
  return explanation.percentile.text.replace(/\.$/, '')
}

/** Describes a missing score: `No data`, or `No fire map outside California`. */
function unknownWords(dimension: Dimension<DimensionId>): string {
  const states = getNames(dimension.id)
  return `${noDataWords(dimension)}${states === null ? '' : ` outside ${states}`}`
}

/** Returns the second line of a row. For an approximate place, omits what the first line already says. */
function getDetails(dimension: Dimension<DimensionId>, explanation: PlaceScore): string | null {
  if (isLeftOut(explanation)) return 'This page has no data for this score.'
  if (!isBand(explanation)) return explanation.description
  // Hazards are not compared with the scores of other residents, because a good rank must not make a hazard seem safe.
  if (dimension.classColors !== undefined) return `Scores and sources.${atCenter(explanation)}`
  return amongWords(dimension, explanation)
}

/** Describes the bar of an approximate place: `Quieter than where 40-62% of the people live.` */
function amongWords({ than }: Dimension<DimensionId>, { among }: PlaceScore): string {
  if (!among || among.than === null) return 'Scores and sources.'
  const [least, most] = among.range
  return `${than[among.than]} than where ${least === most ? least : `${least}-${most}`}% of the people live.`
}

/** Shows the summary of a place. For an approximate place, also explains how to learn more. */
export function SummaryLine({ data }: { readonly data: PlaceData }) {
  const summary = summarize(data)
  const byHand = arePinsMovable.value ? 'move the pin to the house' : `${CLICK.toLowerCase()} the house on the map`
  const more = isOfHouse(data.place) ? 'add the house number' : 'search for an address there'
  const advice = data.place.found?.typed === undefined ? `${more}, or ${byHand}` : byHand
  return (
    <>
      <p class="summed-up">{summary?.words ?? '\u00a0'}</p>
      {summary?.isVague && <p class="quiet advice">Scores differ from house to house: {advice}.</p>}
    </>
  )
}

function MapIcon() {
  return (
    <svg viewBox="0 0 20 20" width="1.25rem" height="1.25rem" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M2.5 5 7.5 3l5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  )
}

/** Returns the description, or the label of the band for an approximate place. */
export function getDescription(dimension: Dimension<DimensionId>, explanation: PlaceScore): string | null {
  if (!isBand(explanation)) return explanation.description
  const words =
    dimension.classColors === undefined
      ? openingIn(explanation.description, dimension.ladder, ...getRange(explanation)!)
      : hazardLead(explanation)
  return `${words}, for most people nearby (the middle 80%).${atCenter(explanation)}`
}

function isBand(explanation: PlaceScore): boolean {
  return explanation.band !== undefined && getRange(explanation) !== null
}

/** Describes whether the center is likely, or possibly, in a flood zone. */
function atCenter(explanation: PlaceScore): string {
  const chance = floodChance(explanation)
  return chance === null || !/zone/.test(chance) ? '' : ` The center is ${chance} (estimate).`
}

const bases: Readonly<Record<Basis, string>> = {
  measured: 'Measured: an observation or official zone at the place.',
  modeled: 'Modeled: computed from nearby observations.',
  estimate: 'Estimate (~): computed from a wider area or a proxy, not for a single house.',
}

interface WrongScoreProps {
  readonly id: DimensionId
  readonly score: number
  readonly place: LatLon
}

/**
 * Links to the form for reporting a wrong score, if the host has a form. Nothing is sent before the link is clicked.
 */
function WrongScore({ id, score, place }: WrongScoreProps) {
  const bugs = document.querySelector<HTMLMetaElement>('meta[name=vicinage-bugs]')?.content
  const link = reportLink(bugs, { dimension: id, score, place })
  if (link === null) return null
  return (
    <p>
      <a href={link} target="_blank" rel="noopener noreferrer">
        Wrong? Tell us what you know
      </a>{' '}
      <span class="quiet">(opens a public form, with the place to about 100 m)</span>
    </p>
  )
}

interface BehindScoreProps {
  readonly dimension: Dimension<DimensionId>
  readonly explanation: Explanation
}

/** Shows where a score comes from: raw values, basis, percentile, method and sources. */
export function BehindScore({ dimension, explanation }: BehindScoreProps) {
  const { scale, method } = dimension
  const { basis, inputs, percentile, sources } = explanation
  return (
    <dl class="facts">
      <Fact name="Scale">
        1 = {scale.low}
        <br />
        {scale.middle !== null && (
          <>
            128 = {scale.middle}
            <br />
          </>
        )}
        255 = {scale.high}
        <br />0 = {scale.zero}
      </Fact>
      <Fact name="Basis">{basis && bases[basis]}</Fact>
      <Fact name="Raw values">{inputs.length > 0 && <RawValues inputs={inputs} />}</Fact>
      <Fact name="Among people">
        {percentile && (
          <>
            <p>{percentile.text}</p>
            <p>
              {percentile.coverage}% of the people in {COVERAGE} live at a lower score.
            </p>
          </>
        )}
      </Fact>
      <Fact name="Method">{method}</Fact>
      <Fact name="Sources">
        <ul>
          {sources.map(({ agency, title, vintage, license }) => (
            <li key={`${agency} ${title}`}>
              {agency}: {title}, {vintage}; <span class="quiet">{license}</span>
            </li>
          ))}
        </ul>
      </Fact>
    </dl>
  )
}

function RawValues({ inputs }: Pick<Explanation, 'inputs'>) {
  return (
    <table>
      <thead class="hidden">
        <tr>
          <th scope="col">What was measured</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {inputs.map(({ name, value, unit, geography }, i) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {/* Names each area once, below the last of its values. */}
              {inputs[i + 1]?.geography !== geography && <small class="own-line">for {geography}</small>}
            </th>
            <td>{valueText(value, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** States what scores must not be used for. */
export function Caveat() {
  return (
    <p class="caveat quiet">
      Scores describe areas, not people. Never use them to select or refuse people. They do not replace official flood
      or fire determinations.
    </p>
  )
}
