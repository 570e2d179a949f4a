import { useRef } from 'preact/hooks'
import { ListAreasButton } from '../area/best-areas.tsx'
import { dimensionOf } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import { type DimensionId, legendOf, rampOf } from '../library.ts'
import { CAL_FIRE, FEMA } from '../place/official-maps.tsx'
import { wide } from '../screen.ts'
import { about, dimension, hatching, only, panelOpen, pins } from '../view.ts'
import { plainEnds, sentenceOf } from '../words.ts'
import { DimensionOptions } from './choices.tsx'
import { shortName } from './groups.ts'

/**
 * Shows above the map which score it shows and what its colors mean. On narrow screens, the score is chosen here, too.
 */
export function LegendBar({ engine }: Partial<EngineProps>) {
  const legend = useRef<HTMLElement>(null)
  const { id, scale, classColors } = dimensionOf(dimension.value)
  const [low, high] = plainEnds(dimensionOf(id))
  return (
    <section class="legend" aria-label="Legend" ref={legend} tabIndex={-1}>
      <div class="line">
        {wide.value ? <h2>{shortName(id)}</h2> : <Select />}
        <Button class="plain" onClick={() => set(about, 'dimension')}>
          What it means
          <span class="hidden"> and where it comes from</span>
        </Button>
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
      {classColors === undefined ? (
        <>
          <ColorStrip dimension={id} />
          <p class="spread words">
            <span>{low}</span>
            {scale.middle !== null && <span>{scale.middle}</span>}
            <span>{high}</span>
          </p>
        </>
      ) : (
        <HazardClasses dimension={id} />
      )}
      <p class="actions swatches quiet">
        <span>
          <i class="swatch" /> {only.value.length === 0 ? 'no data' : 'no data, or left out'}
        </span>
        {hatching.value && (
          <span>
            <i class="swatch hatched" /> {HATCHED[id] ?? 'estimate'}
          </span>
        )}
        {pins.value.length > 0 && (
          <span>
            <i class="swatch rated">7</i> school rating
          </span>
        )}
      </p>
      {only.value.length > 0 && (
        <p class="actions spread filtered">
          <span title={sentenceOf(only.value, false)}>{sentenceOf(only.value, true)}</span>
          {engine && <ListAreasButton />}
          <Button
            onClick={() => {
              only.value = []
              legend.current?.focus() // the button disappears
            }}
          >
            Show all
          </Button>
        </p>
      )}
    </section>
  )
}

/** Meanings of the hatching where a map is missing. */
const HATCHED: Partial<Record<DimensionId, string>> = {
  flood: 'estimate: no flood map here',
  fire: 'not checked: no fire map here',
}

/** Official maps of hazards: what the package has, and where the newest ones are. */
const MAPS: Partial<Record<DimensionId, readonly [words: string, name: string, address: string]>> = {
  flood: ['FEMA maps of Dallas and Long Beach only. Everywhere else:', ...FEMA],
  fire: ['Maps of 2007-2011, in seven cities of 2025. Newest:', ...CAL_FIRE],
}

/** Shows a hazard's classes with their colors, and where to find the official map. */
function HazardClasses({ dimension }: { readonly dimension: DimensionId }) {
  const record = dimensionOf(dimension)
  const [words, name, address] = MAPS[dimension]!
  return (
    <>
      <ul class="actions classes">
        {legendOf(record)
          .slice(1)
          .map(({ score, color, label }) => (
            <li key={score}>
              <i class="swatch" style={{ background: color }} /> {label.replace(/ (?:flood risk|hazard)$/, '')}
            </li>
          ))}
      </ul>
      <p class="quiet maps">
        {words}{' '}
        <a href={address} target="_blank" rel="noreferrer">
          {name}
        </a>
      </p>
    </>
  )
}

function Select() {
  return (
    <label class="grow">
      <span class="hidden">Score on the map</span>
      <select
        value={dimension.value}
        onChange={({ currentTarget }) => set(dimension, dimensionOf(currentTarget.value).id)}
      >
        <DimensionOptions />
      </select>
    </label>
  )
}

/** Shows the colors of a dimension from 1 to 255. Text next to it says what they mean. */
export function ColorStrip({ dimension }: { readonly dimension: DimensionId }) {
  const colors = rampOf(dimensionOf(dimension))
  const stops = Array.from({ length: 255 }, (_, i) => `rgb(${colors.subarray(4 * (i + 1), 4 * (i + 1) + 3)})`)
  // Not a canvas, because the first canvas of a page takes tens of milliseconds.
  return <span class="strip" style={{ backgroundImage: `linear-gradient(90deg, ${stops})` }} />
}
