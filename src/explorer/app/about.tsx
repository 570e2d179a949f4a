import { useRef } from 'preact/hooks'
import { dimensions, getDimension } from './catalog.ts'
import { Button, Dialog, Fact, Problem, set } from './controls.tsx'
import { embedded, embeddedBytes } from './embedded.ts'
import { ForPrograms } from './for-programs.tsx'
import { COVERAGE, type Manifest as DataManifest, type DimensionId, rampOf } from './library.ts'
import { ColorStrip } from './picker/legend-bar.tsx'
import { type Loadable, load } from './place/place-data.ts'
import { about, dimension } from './view.ts'
import { scaleNote } from './words.ts'

/** Explains the page, its scores and their sources. */
export function AboutDialog() {
  const loadable = useRef<Loadable<Manifest> | null>(null)
  const shown = about.value
  if (shown !== null) loadable.current ??= load(fetchManifest)
  const answer = loadable.current?.answer.value
  const manifest = answer?.state === 'ready' ? answer.value : null

  return (
    <Dialog
      isOpen={shown !== null}
      kind="about"
      id="about"
      title={shown === 'dimension' ? 'What the score means' : 'About this page'}
      onClose={() => set(about, null)}
    >
      {shown === 'dimension' && <AboutDimension id={dimension.value} manifest={manifest} />}
      {shown === 'page' && <AboutPage manifest={manifest} />}
      {answer?.state === 'failed' && (
        <Problem>
          {answer.reason} <Button onClick={loadable.current?.retry}>Try again</Button>
        </Problem>
      )}
      {shown === 'dimension' && (
        <Button class="more" onClick={() => set(about, 'page')}>
          About all scores and this page
        </Button>
      )}
    </Dialog>
  )
}

/** Explains what users should know before they rely on the scores. */
function AboutPage({ manifest }: { readonly manifest: Manifest | null }) {
  return (
    <>
      <p>
        Scores for every place in {embedded?.city ?? COVERAGE}, computed from public data. Each describes an area: how
        walkable, how quiet, how far from industry. Your browser does all the work.{' '}
        <b>Nothing that you type, click or drop leaves it.</b>
      </p>

      <h3>How to read a score</h3>
      <ul>
        <li>
          A score runs from 1 to 255. Each scale has its own ends: 255 is quiet in noise levels, countryside in
          urban-rural. Higher is not always better.
        </li>
        <li>
          <b>0 means no data</b>, not a low score. These places have no color.
        </li>
        <li>
          <b>~ and hatching mark an estimate</b>: it comes from a wider area or from a proxy.
        </li>
      </ul>

      <h3>Before you rely on one</h3>
      <ul>
        <li>Scores describe areas, not the people who live there. Do not use them to select or refuse people.</li>
        <li>
          Flood and fire scores are not zone determinations. Fire maps cover 23% of Californians, in editions of
          2007–2011 (seven cities: 2025), and nobody elsewhere; flood zones cover Dallas and Long Beach, and everything
          else is an estimate.
        </li>
        <li>Right beside a railroad it is louder than the score says. Flights of military airfields are assumed.</li>
        <li>
          Half of the addresses, and more of the homes, are found as the centroid of their ZIP code, which can be miles
          away. Click the map to be exact.
        </li>
        <li>
          Years differ: census and residents 2018–22, air 2022–24, votes 2024, airports 2019. Each source below names
          its own.
        </li>
      </ul>

      <h3>The scores and their sources</h3>
      {dimensions.map(({ id, name }) => (
        <details key={id} name="score">
          <summary>{name}</summary>
          <AboutDimension id={id} manifest={manifest} />
        </details>
      ))}
      {manifest !== null && <p class="quiet">Published by {getAgencies(manifest).join('; ')}.</p>}

      <h3>The program</h3>
      <p>
        This page is part of vicinage, an open-source library (MIT license) that gives programs the same scores on your
        own computer.
        {manifest !== null && (
          <>
            {' '}
            Data of {manifest.builder}, build {manifest.build}.
          </>
        )}{' '}
        {embedded === null && (
          <>
            <a href="data/manifest.json">All data files</a>, <a href="THIRD-PARTY-LICENSES.txt">third-party licenses</a>
            .
          </>
        )}
      </p>
      <ForPrograms />
    </>
  )
}

/** Explains one score: what it means, how it is computed, and its sources. */
function AboutDimension({ id, manifest }: { readonly id: DimensionId; readonly manifest: Manifest | null }) {
  const { name, method, scale } = getDimension(id)
  return (
    <>
      <h3>{name}</h3>
      <ColorStrip colors={rampOf(getDimension(id))} />
      <dl>
        <Fact name="1">{scale.low}</Fact>
        <Fact name="128">{scale.middle}</Fact>
        <Fact name="255">{scale.high}</Fact>
        <Fact name="0">{scale.zero}</Fact>
      </dl>
      <p>
        <b>How it is computed.</b> {method}
      </p>
      {scaleNote(id) !== null && <p class="quiet">{scaleNote(id)}</p>}
      {manifest !== null && (
        <>
          <h4>Sources</h4>
          <ul class="sources">
            {getSources(manifest, id).map(({ id: source, agency, title, vintage, license, licence, address }) => (
              <li key={source}>
                <a href={address} target="_blank" rel="noreferrer">
                  {title}
                </a>
                <small class="own-line">
                  {agency}; {vintage}; {license ?? licence}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** A dataset behind the scores, as listed in `sources.json`. */
type Source = Readonly<Record<'id' | 'agency' | 'title' | 'vintage' | 'address', string>> & {
  readonly license?: string
  /** Old spelling of `license`, which earlier versions wrote and which user data may contain. */
  readonly licence?: string
}

/** Contents of `data/manifest.json` and `data/sources.json`. */
interface Manifest extends DataManifest {
  readonly sources: readonly Source[]
}

/** Loads the list of sources. Rejects with a one-sentence message if the list is not available. */
async function fetchManifest(): Promise<Manifest> {
  const files = ['data/manifest.json', 'data/sources.json']
  const [manifest, credits] = await Promise.all(files.map(fetchJson))
  if (!Array.isArray(manifest?.bundles) || !Array.isArray(credits?.sources))
    throw new Error(`The list of sources, ${files.join(' and ')}, could not be loaded.`)
  return { ...manifest, ...credits } as Manifest
}

async function fetchJson(file: string): Promise<Partial<Manifest> | null> {
  if (embedded) return JSON.parse(new TextDecoder().decode(embeddedBytes(embedded, file.replace('data/', ''))!))
  const answer = await fetch(new URL(file, document.baseURI)).catch(() => null)
  return answer?.ok ? ((await answer.json().catch(() => null)) as Partial<Manifest> | null) : null
}

/** Returns the sources of a bundle in manifest order, or an empty array if the bundle is missing. */
function getSources({ bundles, sources }: Manifest, id: string): readonly Source[] {
  const ids = bundles.find((bundle) => bundle.id === id)?.sources ?? []
  return sources.filter((source) => ids.includes(source.id))
}

function getAgencies({ sources }: Manifest): readonly string[] {
  return [...new Set(sources.map(({ agency }) => agency))].sort((a, b) => a.localeCompare(b, 'en'))
}
