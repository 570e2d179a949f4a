import type { Site, Sites, TogetherScore } from '../../../answers/areas/sites.ts'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { distanceText, type Units } from '../../../answers/dimensions/words.ts'
import { counted } from '../../../base/errors.ts'
import { coveredStates } from '../../../base/states.ts'
import type { Vicinage } from '../../../library/vicinage.ts'
import { escaped, getPage, PAGE_STYLE } from './html.ts'
import { getPicture } from './picture.ts'

/** Maximum number of sites that the report lists. */
const LISTED = 1000
/** Maximum number of sites that the map shows. */
const DRAWN = 5000
/** Width of the map in pixels. */
const MAP_WIDTH = 760
/** Minimum height of the mapped area in meters. */
const LEAST = 8000

/** Report content that is not part of the `Sites` answer. */
export interface ReportFacts {
  /** Name of the file that contains the sites. */
  readonly source: string
  /** Radius of all circles in meters; undefined without circles. */
  readonly radius: number | undefined
  readonly failed: readonly { readonly row: number; readonly reason: string }[]
  /** Number of sites whose location is less exact than their radius. */
  readonly rough: number
  readonly units: Units
}

const whole = new Intl.NumberFormat('en-US')

/** Formats the site report as a single HTML file that makes no requests. */
export function sitesReport(vicinage: Vicinage, answer: Sites, facts: ReportFacts): string {
  const records = getCatalog(vicinage).filter(({ id }) => id in answer.together)
  const { sites } = answer
  const title = `${counted(sites.length, 'site')}${facts.radius === undefined ? '' : ` within ${distanceText(facts.radius / 1000, facts.units)}`}`
  const body = [
    `<main><h1>${escaped(title)}</h1><p class="soft">${escaped(facts.source)}, data ${escaped(vicinage.data.version ?? vicinage.build)}</p>`,
    `<p>${escaped(headline(answer, facts))}</p>`,
    getMap(vicinage, sites, records),
    togetherTable(answer, records),
    getExtremes(answer, records),
    sitesList(sites, records),
    failedList(facts.failed),
    `</main><footer>${METHOD}</footer>`,
  ].join('\n')
  return getPage({ title: `${title} (${facts.source})`, style: PAGE_STYLE + STYLE, body })
}

const METHOD =
  'Populations are from the 2020 census, counted at the homes modeled inside each site. A person inside several sites is counted once ' +
  'for all sites together. Scores are 1-255. Each fifth is 20% of everybody who has a score. Created with vicinage; nothing ' +
  'on this page is an official determination.'

const STYLE = `
.map{margin:1rem 0}.map image{opacity:.45}
.map circle,.map path{fill:var(--fill);fill-opacity:.25;stroke:var(--fill);stroke-width:1}
.bars .own{fill:var(--fill)}.bars .all{fill:none;stroke:var(--ink);stroke-width:1.5}
.two{display:grid;grid-template-columns:1fr 1fr;gap:0 1.5rem}
.two ol{margin:0;padding-left:1.6rem;font-size:.9rem}
.list{font-size:.78rem}.list th[scope=row]{min-width:11rem}.list th{font-size:.72rem}
@media (max-width:40rem){.two{grid-template-columns:1fr}}
@page wide{size:landscape}
@media print{@page{margin:1.2cm}.scroll{overflow:visible}.list{page:wide;font-size:6.6pt;line-height:1.25}
.list th{font-size:6.4pt}.list td,.list th{padding:.08rem .3rem .08rem 0}
h2,h3{break-after:avoid}tr,.two{break-inside:avoid}}
`

function everyoneWords({ everyone }: Sites): string {
  return coveredStates.find(({ postal }) => postal === everyone)?.people ?? 'everybody in the data'
}

function headline({ people, people_summed, without_people, sites }: Sites, { failed, rough }: ReportFacts): string {
  const overlap = people_summed - people
  return [
    `${counted(people, 'person').replace('persons', 'people')} live within at least one site, each counted once.`,
    overlap > 0
      ? `The counts of the individual sites add up to ${whole.format(people_summed)}, because sites overlap.`
      : '',
    without_people > 0 ? `Nobody lives in ${whole.format(without_people)} of ${counted(sites.length, 'site')}.` : '',
    rough > 0
      ? `The addresses of ${counted(rough, 'site')} were located with an uncertainty larger than the radius, so the figures for these sites are approximate.`
      : '',
    failed.length > 0 ? `${counted(failed.length, 'row')} in the file could not be located.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function getMap(vicinage: Vicinage, sites: readonly Site[], records: readonly Dimension[]): string {
  const inside = sites.filter(({ state }) => state !== null)
  if (inside.length === 0 || records.length === 0) return ''
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const { lat, lon } of inside) {
    box.west = Math.min(box.west, lon)
    box.east = Math.max(box.east, lon)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  const ground = records.find(({ id }) => id === ('urban-rural' as string)) ?? records[0]
  const picture = getPicture(vicinage, ground.id as DimensionId, box, MAP_WIDTH, LEAST)
  const { width, height, x, y, pixels, url } = picture
  const step = Math.max(1, Math.ceil(inside.length / DRAWN))
  const dots = inside
    .filter((_, i) => i % step === 0)
    .map(({ lat, lon, radius }) => {
      const r = Math.max(2, pixels(radius ?? 0, lat))
      return `<circle cx="${x(lon).toFixed(1)}" cy="${y(lat).toFixed(1)}" r="${r.toFixed(1)}"/>`
    })
  const thinned = step > 1 ? ` Only one in ${whole.format(step)} sites is drawn.` : ''
  const words = `Map of the sites over ${ground.name.toLowerCase()}.${thinned}`
  return (
    `<figure class="map"><svg role="img" aria-label="${escaped(words)}" viewBox="0 0 ${width} ${height}">` +
    `<image href="${url}" width="${width}" height="${height}"/>${dots.join('')}</svg>` +
    `<figcaption class="soft">${escaped(words)}</figcaption></figure>`
  )
}

function togetherTable(answer: Sites, records: readonly Dimension[]): string {
  const who = everyoneWords(answer)
  const rows = records.map((record) => {
    const score = answer.together[record.id]
    const cell = (value: number | null) => `<td class="n">${value === null ? '–' : Math.round(value)}</td>`
    const share = (value: number | null) => `<td class="n">${value === null ? '–' : `${Math.round(value * 100)}%`}</td>`
    return `<tr><th scope="row">${escaped(record.name)}<br><small>1 ${escaped(record.ends[0])}, 255 ${escaped(record.ends[1])}</small></th>${cell(score.mean)}${cell(score.everyone_mean)}${share(score.lowest_fifth)}${share(score.highest_fifth)}<td>${getBars(record.name, score)}</td></tr>`
  })
  return `<h2>All sites together</h2><div class="scroll"><table><caption>Residents of all sites, each counted once, compared with ${escaped(who)}</caption><thead><tr><th scope="col">Score</th><th scope="col" class="n">Mean</th><th scope="col" class="n">Everybody</th><th scope="col" class="n">In the lowest fifth</th><th scope="col" class="n">In the highest fifth</th><th scope="col">Distribution, 1 to 255</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const BARS_WIDTH = 160
const BARS_HEIGHT = 36

/**
 * Draws the score distribution of the people around the sites as bars, and the distribution of all residents as a line
 * on top.
 */
function getBars(name: string, { mean, distribution, everyone_distribution }: TogetherScore): string {
  if (mean === null) return 'no data'
  const most = Math.max(...distribution, ...everyone_distribution, 0.01)
  const wide = BARS_WIDTH / distribution.length
  const y = (share: number) => BARS_HEIGHT * (1 - share / most)
  const bars = distribution.map(
    (share, i) =>
      `<rect class="own" x="${(i * wide).toFixed(1)}" y="${y(share).toFixed(1)}" width="${(wide - 1).toFixed(1)}" height="${(BARS_HEIGHT - y(share)).toFixed(1)}"/>`,
  )
  const line = everyone_distribution.map((share, i) => `${((i + 0.5) * wide).toFixed(1)},${y(share).toFixed(1)}`)
  const words = `${name}: bars show the residents of the sites by score; the line shows everybody`
  return `<svg class="bars" role="img" aria-label="${escaped(words)}" width="${BARS_WIDTH}" height="${BARS_HEIGHT}" viewBox="0 0 ${BARS_WIDTH} ${BARS_HEIGHT}">${bars.join('')}<polyline class="all" points="${line.join(' ')}"/></svg>`
}

function siteName({ label, lat, lon }: Site): string {
  return label ?? `${lat.toFixed(4)}, ${lon.toFixed(4)}`
}

function getExtremes({ sites, together }: Sites, records: readonly Dimension[]): string {
  if (sites.length < 2) return ''
  const list = (numbers: readonly number[], id: string) =>
    `<ol>${numbers.map((at) => `<li>${escaped(siteName(sites[at]))}: ${Math.round(sites[at].scores[id].mean!)} <small>(${whole.format(sites[at].people)} people)</small></li>`).join('')}</ol>`
  const parts = records.map(({ id, name }) => {
    const { highest, lowest } = together[id]
    if (highest.length === 0) return ''
    return `<h3>${escaped(name)}</h3><div class="two"><div><small>Highest means</small>${list(highest, id)}</div><div><small>Lowest means</small>${list(lowest, id)}</div></div>`
  })
  return `<h2>Highest and lowest</h2>${parts.join('')}`
}

function sitesList(sites: readonly Site[], records: readonly Dimension[]): string {
  const isCut = sites.length > LISTED
  const listed = isCut ? [...sites].sort((a, b) => b.people - a.people).slice(0, LISTED) : sites
  const heads = records.map(({ name }) => `<th scope="col" class="n">${escaped(name.replace(/ \(.*\)/, ''))}</th>`)
  const rows = listed.map((site) => {
    const cells = records.map(({ id }) => {
      const { mean } = site.scores[id]
      return `<td class="n">${mean === null ? '–' : Math.round(mean)}</td>`
    })
    return `<tr><th scope="row">${escaped(siteName(site))}</th><td>${site.state ?? '–'}</td><td class="n">${whole.format(site.people)}</td>${cells.join('')}</tr>`
  })
  const caption = isCut
    ? `The ${whole.format(LISTED)} sites with the most people, of ${whole.format(sites.length)} in total. Write .csv or .parquet to get all sites.`
    : "Mean scores of each site's residents; – means no data."
  return `<h2>Sites</h2><div class="scroll"><table class="list"><caption>${caption}</caption><thead><tr><th scope="col">Site</th><th scope="col">State</th><th scope="col" class="n">People</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function failedList(failed: ReportFacts['failed']): string {
  if (failed.length === 0) return ''
  const shown = failed.slice(0, 100).map(({ row, reason }) => `<li>Row ${whole.format(row)}: ${escaped(reason)}</li>`)
  const more = failed.length > shown.length ? `<li>and ${whole.format(failed.length - shown.length)} more</li>` : ''
  return `<h2>Rows without a place</h2><ul>${shown.join('')}${more}</ul>`
}
