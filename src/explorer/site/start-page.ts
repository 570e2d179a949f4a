import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { Score } from '../../answers/scores/answers.ts'
import { NotLoadedError } from '../../base/errors.ts'
import type { Point } from '../../base/geo/place.ts'
import { COVERAGE } from '../../base/states.ts'
import type { DrawnBaseMap } from '../../data/base-map.ts'
import type { ManifestEntry } from '../../data/bundle/data-folder.ts'
import { drawMapPicture } from '../../faces/map/map-picture.ts'
import { getLat, worldX, worldY } from '../../faces/map/mercator.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import type { Basemap } from './basemap.ts'
import { FIRST_MAP } from './first-map.ts'

/** Options for the page of a site. */
export interface SiteOptions {
  /** Public URL of the page, ending in `/`. Link previews need absolute URLs. */
  readonly publicUrl?: string | undefined
  /** Whether other pages may frame the page; false by default. */
  readonly embed?: boolean | undefined
  /**
   * Whether a visitor may give weights to demographic dimensions; false by default because choosing homes by who lives
   * there may break fair-housing law.
   */
  readonly demographics?: boolean | undefined
  /** Whether the host answers shared views with their own title and picture; false by default. */
  readonly shares?: boolean | undefined
  /**
   * Base map of the host. The page may load files from the base map's origins; by default, the page loads nothing from
   * other origins.
   */
  readonly basemap?: Basemap | undefined
}

/** Names of the page and the picture of a shared view. Both files are in the same folder as `index.html`. */
export const [SHARED, PICTURE] = ['s', 's.png']

/** Name of the picture for link previews. */
export const PREVIEW = 'preview.png'

/** Example places, one per state. The preview picture shows the first place that the data covers. */
const PLACES: readonly (Point & { readonly name: string; readonly dimension: DimensionId })[] = [
  { name: 'Venice, Los Angeles', lat: 33.9908, lon: -118.4592, dimension: 'noise-levels' },
  { name: 'Downtown Austin', lat: 30.2672, lon: -97.7431, dimension: 'noise-levels' },
  { name: 'Coral Gables, Miami', lat: 25.7215, lon: -80.2684, dimension: 'walkability' },
]

/**
 * Fills in the template of the page: adds options as `<meta>` tags, absolute URLs if the public URL is known, and a
 * summary for browsers without scripts.
 *
 * @param template built `index.html`
 * @param vicinage null for no summary
 * @param options `bugs`: issue tracker URL, where a visitor may report a wrong score; `bundles`: bundles of the data
 *   folder, whose beginnings the page requests early
 */
export function startPage(
  template: string,
  vicinage: Vicinage | null,
  options: SiteOptions & { readonly bugs?: string | undefined; readonly bundles?: readonly ManifestEntry[] },
): string {
  const { publicUrl, embed = false, demographics = false, shares = false, bugs, basemap, bundles = [] } = options
  const ground = bundles.find(({ id }) => id === 'base-map')
  const tags = [
    ...(publicUrl === undefined
      ? []
      : [
          `<link rel="canonical" href="${escaped(publicUrl)}">`,
          `<meta property="og:url" content="${escaped(publicUrl)}">`,
        ]),
    ...(embed ? ['<meta name="vicinage-embed" content="allowed">'] : []),
    ...(demographics ? ['<meta name="vicinage-demographics" content="allowed">'] : []),
    ...(shares ? [`<meta name="vicinage-share" content="../../${SHARED}">`] : []),
    ...(bugs === undefined ? [] : [`<meta name="vicinage-bugs" content="${escaped(bugs)}">`]),
    ...(ground === undefined ? [] : [`<meta name="vicinage-first-map" content="${FIRST_MAP}?v=${ground.sha256}">`]),
    ...(basemap === undefined
      ? []
      : [
          `<meta name="vicinage-basemap" content="${escaped(JSON.stringify({ kind: basemap.kind, url: basemap.url }))}">`,
        ]),
  ]
  // Tells the first script which bundle beginnings to request for the first scores.
  const heads = bundles.flatMap(({ id, kind, file, sha256, start }) =>
    kind === 'geography' || kind === 'dimension' ? [[id, [`${file}?v=${sha256}`, start]]] : [],
  )
  const headsTag =
    heads.length === 0
      ? ''
      : `<meta name="vicinage-heads" content="${escaped(JSON.stringify(Object.fromEntries(heads)))}">\n`
  const head = tags.map((tag) => `${tag}\n`).join('')
  // Uses replacement functions, because `$` has a special meaning in replacement strings.
  const allowed = (basemap?.origins ?? []).map((origin) => ` ${origin}`).join('')
  const html = template
    .replace("connect-src 'self'", (policy) => `${policy}${allowed}`)
    .replace(`content="${PREVIEW}"`, () => `content="${escaped(`${publicUrl ?? ''}${PREVIEW}`)}"`)
    .replace('<script src=', (script) => `${headsTag}${script}`)
    .replace('</head>', () => `${head}</head>`)
  if (vicinage === null) return html
  return html.replace('<div id="page">', (page) => `<noscript>\n${summary(vicinage)}</noscript>\n${page}`)
}

function summary(vicinage: Vicinage): string {
  const entries = vicinage.dimensions().filter(({ loaded }) => loaded)
  const places = covered(vicinage)
  const rows = entries.map(({ id, name, scale }) => {
    const cells = places.map((place) => `<td>${scoreWords(vicinage.score(id, place))}</td>`)
    return `<tr><th scope="row">${escaped(name)}<br><small>1 ${escaped(scale.low)} – 255 ${escaped(scale.high)}</small></th>${cells.join('')}</tr>`
  })
  const heads = places.map(({ name }) => `<th scope="col">${escaped(name)}</th>`)
  const sources = new Map(
    entries.flatMap((entry) =>
      entry.sources.map(({ agency, title, vintage }) => [title, `${agency}, ${title}, ${vintage}`]),
    ),
  )
  return `<article class="summary">
<h1>vicinage: every neighborhood of ${COVERAGE}, scored</h1>
<p>A map of ${entries.length} scores from 1 to 255 for every place: how walkable, how quiet, how clean the air, how near to industry, and more. They are
computed in the browser from public data; nothing that you type or click is sent anywhere. The map needs JavaScript.</p>
${places.length === 0 ? '' : `<table>\n<caption>Three places and their scores</caption>\n<thead><tr><th scope="col">Score</th>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`}<h2>Sources</h2>
<ul>
${[...sources.values()].map((source) => `<li>${escaped(source)}</li>`).join('\n')}
</ul>
</article>
`
}

/** Returns the places in the states of the data. A copy of the data may have fewer states. */
function covered(vicinage: Vicinage): typeof PLACES {
  return PLACES.filter((place) => {
    try {
      return vicinage.place(place) !== null
    } catch (error) {
      if (error instanceof NotLoadedError) return false
      throw error
    }
  })
}

function scoreWords({ score, description }: Score): string {
  return score === 0 ? 'no data' : `<b>${score}</b> ${escaped(description ?? '')}`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Size of the map in a preview. With the legend below it, the picture has 1200 × 630 pixels, as recommended for
 * `og:image`.
 */
const WIDTH = 1200
const HEIGHT = 546
/** Degrees of longitude that a preview shows: a city and its surroundings. */
const DEGREES = 0.54

/**
 * Draws the preview as a 1200 × 630 pixel PNG with roads and cities, or returns null if the data contains none of the
 * example places.
 */
export function preview(vicinage: Vicinage, ground: DrawnBaseMap | null = null): Uint8Array | null {
  const loaded = vicinage.dimensions().flatMap((entry) => (entry.loaded ? [entry.id] : []))
  const [place] = covered(vicinage)
  const dimension = loaded.find((id) => id === place?.dimension) ?? loaded[0]
  if (place === undefined || dimension === undefined) return null
  const west = place.lon - DEGREES / 3
  const east = place.lon + (2 * DEGREES) / 3
  const half = ((worldX(east) - worldX(west)) * HEIGHT) / WIDTH / 2
  const middle = worldY(place.lat - 0.05)
  const box = { west, east, south: getLat(middle + half), north: getLat(middle - half) }
  return drawMapPicture(vicinage, { dimension, box, width: WIDTH, ground }).png
}
