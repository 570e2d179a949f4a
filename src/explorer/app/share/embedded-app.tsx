import { useSignalEffect } from '@preact/signals'
import { AboutDialog } from '../about.tsx'
import { currentLink } from '../address-bar.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { EngineTrouble } from '../loading.tsx'
import { ScoreMap } from '../map/score-map.tsx'
import { LegendBar } from '../picker/legend-bar.tsx'
import { useScoreInShort } from '../place/place-bar.tsx'
import { place, titles } from '../places.ts'
import { CLICK } from '../screen.ts'
import { getName, getTitle } from '../words.ts'
import { wholeLink } from './embed.ts'

/** The map in a frame of another page: legend, map, the score of a clicked place, and a link to the full page. */
export function EmbeddedApp({ engine }: EngineProps) {
  return (
    <main class="embedded">
      <LegendBar />
      <section class="map" aria-label="Map">
        <ScoreMap engine={engine} />
      </section>
      <div class="line spread foot">
        <ScoreLine engine={engine} />
        <WholePage />
      </div>
      <EngineTrouble />
      <AboutDialog />
    </main>
  )
}

/** Shows the name of the chosen place and its score from the map. */
function ScoreLine({ engine }: EngineProps) {
  const score = useScoreInShort(engine)
  useTitle(engine)
  return (
    <p role="status">
      {place.value === null ? (
        <span class="quiet">{CLICK} the map for the score of a place.</span>
      ) : (
        <>
          <b>{titles.value.get(place.value) ?? getName(place.value)}</b> {score}
        </>
      )}
    </p>
  )
}

/** Looks up a title for the chosen place. Until it is known, the place's coordinates are shown. */
function useTitle(engine: EngineProps['engine']): void {
  useSignalEffect(() => {
    const chosen = place.value
    if (chosen === null || chosen.found) return
    const at = { lat: chosen.lat, lon: chosen.lon }
    Promise.all([engine.cityNear(at), engine.neighborhood(at)]).then(
      ([city, neighborhood]) => {
        titles.value = new Map([[chosen, getTitle(chosen, city, neighborhood)]])
      },
      () => {}, // if this fails, the coordinates remain the title
    )
  })
}

function WholePage() {
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLAnchorElement }) => {
    currentTarget.href = wholeLink(currentLink())
  }
  return (
    <a
      href={wholeLink(location.href)}
      target="_blank"
      rel="noopener"
      onFocus={follow}
      onMouseDown={follow}
      onClick={follow}
    >
      All scores
      <span class="hidden"> in a new window</span>
    </a>
  )
}
