import { render } from 'preact'
import { AboutDialog } from './about.tsx'
import { followAddress, followTitle } from './address-bar.ts'
import { Drawing } from './area/area-choices.tsx'
import { AreaSummary } from './area/area-summary.tsx'
import { BatchDialog } from './batch/batch-dialog.tsx'
import { addBundles } from './catalog.ts'
import { Button, set } from './controls.tsx'
import { embedded } from './embedded.ts'
import type { Loading } from './engine/engine.ts'
import { type EngineProps, type StartedWorker, startEngine, warmUp } from './engine/start-engine.ts'
import type { Manifest } from './library.ts'
import { EngineTrouble, LoadingLine, NewerVersion } from './loading.tsx'
import { pictured, tryAgain } from './map/map-state.ts'
import { ScoreMap } from './map/score-map.tsx'
import { KindsOfPlaces } from './picker/choices.tsx'
import { LegendBar } from './picker/legend-bar.tsx'
import { Picker } from './picker/picker.tsx'
import { PlaceBar } from './place/place-bar.tsx'
import { PlacePanel } from './place/place-panel.tsx'
import { place as chosen, others } from './places.ts'
import { goToPanel, menuOpen, wide } from './screen.ts'
import { SearchBox } from './search/search-box.tsx'
import { isEmbedded } from './share/embed.ts'
import { EmbeddedApp } from './share/embedded-app.tsx'
import { ShareDialog } from './share/share-dialog.tsx'
import { keepStories } from './start/stories.ts'
import { about, loadings, panelOpen } from './view.ts'

/**
 * Draws the page.
 *
 * @param worker worker of the library, already starting
 */
export async function openPage(worker: StartedWorker, manifest: Promise<Uint8Array | null>): Promise<void> {
  readManifest(await manifest)
  followAddress()
  followTitle()
  // Progress reports are collected for a few milliseconds because each update redraws parts of the page.
  const reports: Loading[] = []
  const engine = startEngine(worker, (loading) => {
    if (reports.push(loading) > 1) return
    setTimeout(() => {
      loadings.value = new Map([
        ...loadings.value,
        ...reports.splice(0).map((loading) => [loading.file, loading] as const),
      ])
    }, 50)
  })
  warmUp(engine)
  // Lets the browser run another task, in which the page learns that the worker has started. Only after that does the
  // browser deliver messages to the worker.
  await new Promise((resolve) => setTimeout(resolve))
  addEventListener('online', tryAgain)
  const root = document.getElementById('page')!
  root.replaceChildren()
  render(<App engine={engine} />, root)
}

/**
 * Reads which bundles the server has, and drops the stories whose data is missing. Without a manifest, nothing changes
 * and the engine reports why.
 */
function readManifest(bytes: Uint8Array | null): void {
  try {
    const manifest = JSON.parse(new TextDecoder().decode(bytes!)) as Manifest
    addBundles(manifest.bundles)
    keepStories(embedded === null ? manifest : { ...manifest, states: [] })
  } catch {
    // The server did not respond, or the response is not a manifest.
  }
}

/** Returns the CSS classes for closed panels and comparisons. */
function layoutClasses(): string[] {
  return [
    ...(panelOpen.value ? [] : ['without-place']),
    ...(menuOpen.value ? [] : ['without-menu']),
    ...(others.value.length > 0 ? ['comparing'] : []),
  ]
}

/**
 * Lays out the page: controls, map and place side by side on wide screens, otherwise map, place and controls stacked.
 * The elements have the same order in the document as on the screen, for screen readers and the Tab key.
 */
function App({ engine }: EngineProps) {
  if (isEmbedded()) return <EmbeddedApp engine={engine} />
  const hasPanels = wide.value || pictured.value
  const controls = (
    <section key="controls" class="controls" id="controls" aria-label="What the map shows">
      {hasPanels && <Picker engine={engine} />}
    </section>
  )
  const map = (
    <div key="map" class="middle">
      <LegendBar engine={engine} />
      <section class="map" aria-label="Map">
        <ScoreMap engine={engine} />
      </section>
    </div>
  )
  const place = (
    <section key="place" class="place" id="place" tabIndex={-1} aria-label="Chosen place">
      {hasPanels && (
        <>
          <Drawing />
          <AreaSummary engine={engine} />
          <PlacePanel engine={engine} />
          {chosen.value === null && <KindsOfPlaces />}
        </>
      )}
    </section>
  )
  return (
    <>
      <Button class="skip" onClick={goToPanel}>
        Skip to the chosen place
      </Button>
      <header class="top">
        <div class="brand">
          <h1>vicinage</h1>
          <p class="quiet">{embedded?.city ?? 'California, Texas, Florida'}, place by place</p>
        </div>
        <SearchBox engine={engine} />
        <div class="actions tools">
          {embedded === null && <BatchDialog engine={engine} />}
          <ShareDialog />
          <Button class="plain" onClick={() => set(about, 'page')}>
            About
          </Button>
        </div>
        <LoadingLine />
      </header>
      <NewerVersion />
      <EngineTrouble />
      <main class={['parts', ...layoutClasses()].join(' ')}>
        {wide.value ? [controls, map, place] : [map, place, controls]}
      </main>
      {!wide.value && hasPanels && <PlaceBar engine={engine} />}
      <AboutDialog />
    </>
  )
}
