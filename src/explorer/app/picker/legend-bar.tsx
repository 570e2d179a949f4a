import { useRef } from 'preact/hooks'
import { ListAreasButton } from '../area/best-areas.tsx'
import { getDimension } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import { prioritiesWords } from '../fit/priorities.ts'
import { goToSliders } from '../fit/sliders.tsx'
import { type DimensionId, getLegend } from '../library.ts'
import { estimatedPart, isHatched } from '../map/map-state.ts'
import { CAL_FIRE, FEMA, type OfficialMapLink } from '../place/official-maps.tsx'
import { menuOpen, wide } from '../screen.ts'
import {
  about,
  dimension,
  isByFit,
  only,
  panelOpen,
  pins,
  priorities,
  shownFit,
  shownScore,
  showScore,
} from '../view.ts'
import { getSentence } from '../words.ts'
import { DimensionOptions } from './choices.tsx'
import { shownScale } from './shown-scale.ts'

/**
 * Shows the name of the score on the map and what its colors mean. On narrow screens, the score is also chosen here.
 */
export function LegendBar({ engine }: Partial<EngineProps>) {
  const legend = useRef<HTMLElement>(null)
  const { id, classColors } = getDimension(dimension.value)
  const fit = shownFit.value
  const { shortName, ends, middle, colors } = shownScale.value
  return (
    <section class="legend" aria-label="Legend" ref={legend} tabIndex={-1}>
      <div class="line">
        {wide.value && engine && (
          <Button
            class="plain"
            aria-expanded={menuOpen.value}
            aria-controls="controls"
            onClick={() => set(menuOpen, !menuOpen.value)}
          >
            {menuOpen.value ? 'Hide menu' : 'Menu'}
          </Button>
        )}
        {wide.value && menuOpen.value ? <h2>{shortName}</h2> : <Select />}
        {fit === null ? (
          <Button class="plain" onClick={() => set(about, 'dimension')}>
            What it means
            <span class="hidden"> and where it comes from</span>
          </Button>
        ) : (
          <Button class="plain" onClick={goToSliders}>
            Sliders
          </Button>
        )}
        {wide.value && engine && (
          <Button
            class="plain panel-switch"
            aria-expanded={panelOpen.value}
            aria-controls="place"
            onClick={() => set(panelOpen, !panelOpen.value)}
          >
            {panelOpen.value ? 'Hide panel' : 'Show panel'}
          </Button>
        )}
      </div>
      {fit !== null || classColors === undefined ? (
        <>
          <ColorStrip colors={colors} />
          <p class="spread words">
            <span>{ends[0]}</span>
            {middle !== null && <span>{middle}</span>}
            <span>{ends[1]}</span>
          </p>
        </>
      ) : (
        <HazardClasses dimension={id} />
      )}
      <p class="actions swatches quiet">
        <span>
          <i class="swatch" /> {only.value.length === 0 ? 'no data' : 'no data, or filtered out'}
        </span>
        {isHatched.value && <Hatched dimension={id} />}
        {!isHatched.value && estimatedPart.value === 'all' && <span>all of this view is an estimate</span>}
        {pins.value.length > 0 && (
          <span>
            <i class="swatch rated">7</i> school rating
          </span>
        )}
      </p>
      {fit !== null && (
        <p class="actions spread filtered">
          <span>Wanted: {prioritiesWords(fit)}.</span>
          {engine && only.value.length === 0 && <ListAreasButton />}
        </p>
      )}
      {only.value.length > 0 && (
        <p class="actions spread filtered">
          <span title={getSentence(only.value)}>{getSentence(only.value)}</span>
          {engine && <ListAreasButton />}
          <Button
            onClick={() => {
              only.value = []
              legend.current?.focus() // because the focused button disappears
            }}
          >
            Show all
          </Button>
        </p>
      )}
    </section>
  )
}

/** Shows a hazard's classes: the colors, with their labels below. */
function HazardClasses({ dimension }: { readonly dimension: DimensionId }) {
  const classes = getLegend(getDimension(dimension)).slice(1)
  return (
    <>
      <span class="strip classes">
        {classes.map(({ score, color }) => (
          <i key={score} style={{ background: color }} />
        ))}
      </span>
      <p class="words classes">
        {classes.map(({ score, label }) => (
          <span key={score}>{CLASS_WORDS[label] ?? label.replace('flood ', '')}</span>
        ))}
      </p>
    </>
  )
}

/** Short labels for classes whose names are too long for the legend. */
const CLASS_WORDS: Readonly<Record<string, string>> = { 'No fire hazard zone': 'No hazard zone' }

/** Explains the hatching. If an official map is missing, links to that map. */
function Hatched({ dimension }: { readonly dimension: DimensionId }) {
  const [words, editions, [name, address]] = HATCHED[dimension] ?? ['estimate', '', []]
  return (
    <span>
      <i class="swatch hatched" /> {words}
      {address !== undefined && (
        <>
          {wide.value && editions}:{' '}
          <a href={address} target="_blank" rel="noreferrer">
            {name}
          </a>
        </>
      )}
    </span>
  )
}

const HATCHED: Partial<Record<DimensionId, readonly [words: string, editions: string, map: OfficialMapLink]>> = {
  flood: ['no flood map here', '; check', FEMA],
  fire: ['no fire map here', ' (maps of 2007-2025); check', CAL_FIRE],
}

/** Value of the option for the fit. No dimension has this id. */
const FIT = ''

function Select() {
  return (
    <label class="grow">
      <span class="hidden">Score on the map</span>
      <select
        value={shownScore.value ?? FIT}
        onChange={({ currentTarget: { value } }) => {
          if (value === FIT) isByFit.value = true
          else showScore(getDimension(value).id)
        }}
      >
        {priorities.value.length > 0 && <option value={FIT}>How well places fit what matters to you</option>}
        <DimensionOptions />
      </select>
    </label>
  )
}

/** Shows the colors of scores from 1 to 255. The text next to the strip explains them. */
export function ColorStrip({ colors }: { readonly colors: Uint8Array }) {
  const stops = Array.from({ length: 255 }, (_, i) => `rgb(${colors.subarray(4 * (i + 1), 4 * (i + 1) + 3)})`)
  // Uses a gradient instead of a canvas because the first canvas of a page takes tens of milliseconds.
  return <span class="strip" style={{ backgroundImage: `linear-gradient(90deg, ${stops})` }} />
}
