import { useSignal } from '@preact/signals'
import { Fragment, type JSX } from 'preact'
import { getDimension } from '../catalog.ts'
import { Button, Fact, set } from '../controls.tsx'
import type { PlaceScore } from '../engine/engine.ts'
import {
  type Basis,
  COVERAGE,
  type Dimension,
  type DimensionId,
  type Explanation,
  type LatLon,
  reportLink,
  valueText,
  wordsFor,
  wordsOfBand,
} from '../library.ts'
import { arePinsMovable } from '../map/map-state.ts'
import { groups, shortName } from '../picker/groups.ts'
import { CLICK, goToMap } from '../screen.ts'
import { shownScore, showScore } from '../view.ts'
import { floodChance, getRange, isOfHouse, isRough, noDataWords } from '../words.ts'
import { Failure } from './failure.tsx'
import { OfficialMap } from './official-maps.tsx'
import { isSettled, known, type Loadable, type PlaceData } from './place-data.ts'
import { ScaleEnds, ScoreBar, ScoreNumber } from './score-bar.tsx'

/** Lists the scores of a place by group. */
export function ScoreList({ data }: { readonly data: PlaceData }) {
  return (
    <div class="scores" aria-busy={!isSettled(data)}>
      <p class="quiet">
        {isRough(data.place) && 'Words and bars are for the middle 80% of the people around. '}Each bar is as long as
        the share of people in its sentence. Its lighter part is uncertain. Open a row for its score and sources.
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
 * Shows a score: the percentage of people with a lower score, its meaning, and its bar. A click on the description
 * reveals the number and where it comes from.
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
        title={isShown ? 'This is on the map' : 'Show on the map'}
        onClick={() => {
          showScore(dimension.id)
          goToMap()
        }}
      >
        <MapIcon />
      </Button>
      {explanation && (
        <div class="lead">
          <OfficialMap id={dimension.id} explanation={explanation} />
          <p>{getLead(dimension, explanation)}</p>
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
 * Returns the beginning of a row: `Louder than where 93% of Texans live`, or the words of the scale if there is no
 * percentile.
 */
export function getLead(dimension: Dimension<DimensionId>, explanation: PlaceScore): string {
  const range = getRange(explanation)
  if (range === null) return fewWords(dimension, explanation) ?? noDataWords(dimension)
  if (dimension.classColors !== undefined) return hazardWords(dimension, explanation)
  if (explanation.percentile === null || explanation.band) return wordsOfBand(dimension.ladder, ...range)
  return explanation.percentile.text.replace(/\.$/, '')
}

/**
 * Returns the class of a hazard: `High flood risk (estimate)`. A comparison with other people is left out, because it
 * does not make a place safe.
 */
function hazardWords({ ladder }: Dimension<DimensionId>, explanation: PlaceScore): string {
  const words = wordsOfBand(ladder, ...getRange(explanation)!)
  return explanation.basis === 'estimate' ? `${words} (estimate)` : words
}

/**
 * Describes the minority who have a score (`1% of the people around have a fire map: very high hazard`), or returns
 * null.
 */
function fewWords({ id, group, ladder }: Dimension<DimensionId>, { band, few }: PlaceScore): string | null {
  if (few == null || band === undefined) return null
  const share = Math.round(100 * (1 - band.without_data))
  const source = group === 'risk' ? `a ${id} map` : 'data'
  return `${share < 1 ? 'Less than 1' : share}% of the people around have ${source}: ${wordsFor(ladder, few).toLowerCase()}`
}

/** End of the library's message about a dimension without a bundle, which is for programmers. */
const LEFT_OUT = 'is not loaded: its bundle was left out.'

/** Returns the second line of a row. For a roughly known place, leaves out the words of the first line. */
function getDetails(dimension: Dimension<DimensionId>, explanation: PlaceScore): string | null {
  if (explanation.description?.endsWith(LEFT_OUT)) return 'This page has no data for it.'
  if (!isBand(explanation)) return explanation.description
  // An estimate that no map confirms must not read as safer than elsewhere.
  if (dimension.classColors !== undefined && explanation.basis === 'estimate')
    return `Where the middle 80% of the people around live.${atCenter(dimension, explanation)}`
  return `${amongWords(dimension, explanation)}${atCenter(dimension, explanation)}`
}

/** Describes the bar of a roughly known place: `Quieter than where 40-62% of the people live.` */
function amongWords({ than }: Dimension<DimensionId>, { among }: PlaceScore): string {
  if (!among || among.than === null) return 'Scores and sources.'
  const [least, most] = among.range
  return `${than[among.than]} than where ${least === most ? least : `${least}-${most}`}% of the people live.`
}

/** Dimensions used to summarize a place, in the order of the sentence. */
const summedUp: readonly DimensionId[] = ['walkability', 'liveliness', 'noise-levels', 'flood', 'fire']

/**
 * Describes a hazard that is not mapped at the place, which does not make it safe. Fire is only mapped in California.
 */
function notMapped(id: DimensionId, data: PlaceData): string | null {
  if (id === 'flood') return 'flood risk not mapped here'
  return id === 'fire' && known(data.around)?.blockGroup.startsWith('06') ? 'fire hazard not mapped here' : null
}

/**
 * Summarizes a place: `Very walkable; urban hotspot; moderate flood risk (estimate: about 1 in 21 homes around is in a
 * flood zone).` For a roughly known place, says what most people around have in common, and how to learn more. Stays
 * empty until all scores have arrived.
 */
export function SummaryLine({ data }: { readonly data: PlaceData }) {
  const explanations = summedUp.map((id) => known(data.scores.get(id)!))
  if (explanations.some((explanation) => explanation === undefined)) return <p class="summed-up">{'\u00a0'}</p>
  const words = explanations.map((explanation, i) => inSummary(summedUp[i], explanation!, data))
  const told = words.filter((text) => text !== null)
  const mostlyUnmapped = explanations.flatMap(
    (explanation, i) => fewWords(getDimension(summedUp[i]), explanation!) ?? [],
  )
  const isVague =
    isRough(data.place) &&
    explanations.filter((explanation, i) => getRange(explanation!) && words[i] !== null).length < 2
  const typical = isVague ? summedUp.flatMap((id, i) => typicalWords(id, explanations[i]!, words[i])) : []
  const byHand = arePinsMovable.value ? 'move the pin to the house' : `${CLICK.toLowerCase()} the house on the map`
  const more = isOfHouse(data.place) ? 'add the house number' : 'search for an address there'
  const advice = data.place.found?.typed === undefined ? `${more}, or ${byHand}` : byHand
  const sentence = told.map((text, i) => (i === 0 ? text[0].toUpperCase() : text[0].toLowerCase()) + text.slice(1))
  return (
    <p class="summed-up">
      {typical.length > 0 && `Typical resident: ${typical.join('; ')}. `}
      {sentence.length > 0 && `${sentence.join('; ')}. `}
      {mostlyUnmapped.map((text) => `${text}; the rest is not mapped. `)}
      {isVague && `Scores differ from house to house: ${advice}.`}
    </p>
  )
}

/** Returns a brief description, or null if the scores within the place's radius differ too much. */
function inSummary(id: DimensionId, explanation: PlaceScore, data: PlaceData): string | null {
  const range = getRange(explanation)
  if (range === null) return explanation.few == null ? notMapped(id, data) : null
  const { ladder } = getDimension(id)
  const chance = floodChance(id, explanation)
  const isEstimate = explanation.basis === 'estimate' && (explanation.band === undefined || chance !== null)
  const estimate = isEstimate ? ` (estimate${chance === null ? '' : `: ${chance}`})` : ''
  const said = wordsOfBand(ladder, ...range)
  if (said !== wordsFor(ladder, range[0])) return null
  return `${id === 'fire' ? said.replace(/(?<!fire )hazard/, 'fire hazard') : said}${estimate}`
}

/** Describes the score of a typical resident, unless it is in the summary already or of a hazard. */
function typicalWords(id: DimensionId, { typical }: PlaceScore, said: string | null): readonly string[] {
  const { ladder, classColors } = getDimension(id)
  return typical == null || said !== null || classColors !== undefined ? [] : [wordsFor(ladder, typical).toLowerCase()]
}

function MapIcon() {
  return (
    <svg viewBox="0 0 20 20" width="1.25rem" height="1.25rem" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M2.5 5 7.5 3l5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  )
}

/** Returns the description, or the words of the band for a roughly known place. */
export function getDescription(dimension: Dimension<DimensionId>, explanation: PlaceScore): string | null {
  if (!isBand(explanation)) return explanation.description
  const words = wordsOfBand(dimension.ladder, ...getRange(explanation)!)
  return `${words}, where the middle 80% of the people around live.${atCenter(dimension, explanation)}`
}

function isBand(explanation: PlaceScore): boolean {
  return explanation.band !== undefined && getRange(explanation) !== null
}

/** Describes the chance of flooding that an estimate at the center is based on. */
function atCenter({ id }: Dimension<DimensionId>, explanation: PlaceScore): string {
  const chance = floodChance(id, explanation)
  return chance === null || !/zone/.test(chance) ? '' : ` At the center, ${chance} (estimate).`
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

/** Links to the form for a wrong score, if the host has one. Nothing is sent before the link is clicked. */
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
              {/* Each area once, below the last of its values. */}
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
