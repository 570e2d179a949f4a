import type { Dimension } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { bandText, openingIn, type Units } from '../../../answers/dimensions/words.ts'
import type { FitRequest } from '../../../answers/fit/answers.ts'
import type { Explanation } from '../../../answers/scores/answers.ts'
import { EXACT } from '../../../base/geo/distance.ts'
import { type Place, pointText } from '../../../base/geo/place.ts'
import { distanceWords, districtWords, levelWords, ratingWords } from '../../../library/contract/school-words.ts'
import type { Vicinage } from '../../../library/vicinage.ts'
import { getGroups } from '../commands/dimensions.ts'
import { schoolsNearby, shortName } from '../commands/report.ts'
import { type Report, reportOn } from '../report.ts'
import { escaped, getPage, PAGE_STYLE } from './html.ts'
import { getPicture } from './picture.ts'

/** Page content that does not come from the library. */
export interface PageOptions {
  /** Name of the place; its coordinates by default. */
  readonly title?: string | undefined
  /** Sentences that say what the address was matched to, and the geocoder's note. */
  readonly found?: string | undefined
  /**
   * Label of the ZIP, city or other area that the address was matched to; undefined if the address itself was found.
   */
  readonly foundAs?: string | undefined
  /** Name of the list that the place is from. */
  readonly list?: string | undefined
  /** Priorities for the fit at the top of the page. */
  readonly fit?: FitRequest | undefined
  /** Whether to show the scores about residents. */
  readonly demographics: boolean
  readonly units: Units
  /** ISO date of the day on which the page is written. */
  readonly today: string
}

/** A page with the facts for its index entry. */
export interface PlacePage {
  readonly html: string
  readonly title: string
  /** County and state: `Travis County, Texas`. */
  readonly county: string
  /** Label of the area that the address was matched to; null if the address itself was found. */
  readonly foundAs: string | null
  /** Fit, 0-100; null without priorities, or without data for the priorities. */
  readonly fit: number | null
}

/** One dimension at the place, with the rank of its score among the scores of the state's residents. */
interface Row {
  readonly record: Dimension
  readonly explanation: Explanation
  /** Lowest and highest likely scores at the place. They are equal if there is no range. Null without data. */
  readonly scores: readonly [low: number, high: number] | null
  /**
   * Percentage of people in the state with a lower score, for the score itself and for both ends of its range. Null
   * without data.
   */
  readonly among: { readonly at: number; readonly low: number; readonly high: number } | null
}

/**
 * Writes everything known about a place as one HTML file for home seekers: hazards first, then the scores compared with
 * those of the state, schools, a map, sources and dates. The page makes no requests and prints on one sheet. Returns
 * null for a place outside the coverage area.
 */
export function placePage(vicinage: Vicinage, place: Place, options: PageOptions): PlacePage | null {
  const report = reportOn(vicinage, place, options.units)
  if (report.place === null) return null
  const loaded = new Set<string>(vicinage.dimensions().flatMap(({ id, loaded }) => (loaded ? [id] : [])))
  const records = getCatalog(vicinage).filter(
    ({ id, group }) => loaded.has(id) && (options.demographics || group !== 'demographics'),
  )
  const rows = records.map((record) => getRow(vicinage, record, place, options.units))
  const county = `${report.place.county}, ${report.place.state}`
  const title = options.title ?? pointText(place)
  const fit = options.fit === undefined ? null : vicinage.fit(place, options.fit)
  const body = [
    '<main><header>',
    `<div><h1>${escaped(title)}</h1><p class="soft">${escaped(subtitle(report, county, options))}</p></div>`,
    fit === null ? '' : fitBox(fit.fit, fit.description),
    '</header>',
    '<div class="top">',
    hazards(rows),
    getMap(vicinage, records, place, title),
    '</div>',
    `<div class="groups">${groups(rows)}</div>`,
    schools(report, options.units),
    '</main>',
    footer(rows, vicinage, report.place.state, options.today),
  ].join('\n')
  const windowTitle = options.list === undefined ? title : `${title} (${options.list})`
  const html = getPage({ title: windowTitle, style: PAGE_STYLE + STYLE, body })
  return { html, title, county, foundAs: options.foundAs ?? null, fit: fit?.fit ?? null }
}

function subtitle(report: Report, county: string, { found, title, list }: PageOptions): string {
  const around =
    report.people_around === undefined
      ? ''
      : `The scores describe the ${report.people_around.toLocaleString('en-US')} people in the surroundings, not a single house.`
  const at = title === undefined ? '' : ` at ${pointText(report)}`
  const from = list === undefined ? '' : `From the list ${list}.`
  return [`${county}${at}.`, found ?? '', around, from].filter((sentence) => sentence !== '').join(' ')
}

function fitBox(fit: number | null, description: string): string {
  const number = fit === null ? '' : `<p class="number">${fit}<small> of 100</small></p>`
  return `<section class="fit" aria-label="How well the place fits your priorities">${number}<p>${escaped(description)}</p></section>`
}

function getRow(vicinage: Vicinage, record: Dimension, place: Place, units: Units): Row {
  const id = record.id as Explanation['dimension']
  const explanation = vicinage.explain(id, place, { units, interval: true })
  const { score, band, interval } = explanation
  const low = band?.p10 ?? null
  const high = band?.p90 ?? null
  if (score === 0 || (band !== undefined && (low === null || high === null)))
    return { record, explanation, scores: null, among: null }
  const scores: Row['scores'] = low !== null && high !== null ? [low, high] : [score, score]
  const { fit, interval: range } = vicinage.fit(place, { weights: { [id]: 1 }, demographics: true })
  const at = Math.round(fit ?? 0)
  const isKnown = band !== undefined || interval !== null
  const among =
    fit === null ? null : { at, low: isKnown ? (range?.low ?? at) : at, high: isKnown ? (range?.high ?? at) : at }
  return { record, explanation, scores, among }
}

/** Checks whether a dimension is a hazard, which means that its scale uses the classes of an official map. */
const isHazard = ({ record }: Row) => record.classColors !== undefined

function hazards(rows: readonly Row[]): string {
  const cards = rows.filter(isHazard).map((row) => {
    const { record, explanation, scores } = row
    const words = getSentence(row)
    const chips = record.ladder.map(([from, name], i) => {
      const to = record.ladder[i + 1]?.[0] ?? 256
      const isHere = scores !== null && scores[0] < to && scores[1] >= from
      const color = record.classColors?.[i] ?? '888888'
      return `<li${isHere ? ' class="here"' : ''}><svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="#${color}"/></svg>${escaped(name.replace(/ (flood|fire) (risk|hazard)$/i, ''))}</li>`
    })
    const { mapped, map_date: date } = explanation
    const map = mapped === true && date ? (words.includes(date) ? '' : ` Map of ${date}.`) : getCheck(row)
    return `<article><h3>${escaped(shortName(record))}</h3><ol class="chips" aria-label="Classes; the place is in the classes in bold">${chips.join('')}</ol><p>${escaped(words + map)}</p></article>`
  })
  return cards.length === 0 ? '<section></section>' : `<section><h2>Hazards</h2>${cards.join('')}</section>`
}

/** Tells readers where to find the official flood map if the place is only known roughly. */
function getCheck({ record, explanation, scores }: Row): string {
  const isGuess = record.id === 'flood' && explanation.mapped === false && explanation.band !== undefined
  return isGuess && scores !== null ? ' FEMA has one for this county: msc.fema.gov.' : ''
}

/** Returns the description of the score, or of the score range if the place is only known roughly. */
function getSentence({ record, explanation, scores }: Row): string {
  const { band, description } = explanation
  if (band === undefined) return description ?? 'No data.'
  if (scores === null) return band.note?.text ?? description ?? 'No data.'
  if (record.classColors !== undefined && description !== null) return description
  return `${openingIn(description, record.ladder, scores[0], scores[1])}.`
}

function groups(rows: readonly Row[]): string {
  const byId = new Map(rows.map((row) => [row.record.id as string, row]))
  return getGroups(rows.filter((row) => !isHazard(row)).map(({ record }) => record))
    .map(({ title, dimensions }) => {
      const lines = dimensions.map(({ id }) => line(byId.get(id)!))
      return `<section><h2>${escaped(title)}</h2><table><thead class="hidden"><tr><th scope="col">Score</th><th scope="col">Compared with the state</th><th scope="col">In words</th></tr></thead><tbody>${lines.join('')}</tbody></table></section>`
    })
    .join('')
}

function line(row: Row): string {
  const { record, explanation, scores, among } = row
  const number = scores === null ? '–' : bandText(...scores)
  const [low, high] = record.ends
  const comparison = explanation.percentile === null ? '' : ` <small>${escaped(explanation.percentile.text)}</small>`
  const mark = explanation.basis === 'estimate' ? '<abbr title="estimate">~</abbr> ' : ''
  return `<tr><th scope="row">${escaped(shortName(record))}<br><small>${mark}${number}</small></th><td>${among === null ? '' : getBar(among)}<small class="ends"><span>${escaped(low)}</span><span>${escaped(high)}</span></small></td><td>${escaped(getSentence(row))}${comparison}</td></tr>`
}

const BAR_WIDTH = 150
const BAR_HEIGHT = 10

/**
 * Draws the rank of the place's score among the scores of the people in the state, from the lowest scores to the
 * highest.
 */
function getBar({ at, low, high }: NonNullable<Row['among']>): string {
  const x = (percent: number) => (percent / 100) * BAR_WIDTH
  const wide = Math.max(4, x(high) - x(low))
  const words = `${at}% of the state's residents have a lower score; the likely range is ${low}% to ${high}%`
  return `<svg class="bar" role="img" aria-label="${words}" viewBox="0 0 ${BAR_WIDTH} ${BAR_HEIGHT}" width="${BAR_WIDTH}" height="${BAR_HEIGHT}"><rect class="track" y="3" width="${BAR_WIDTH}" height="4"/><rect class="likely" x="${Math.min(x(low), BAR_WIDTH - wide).toFixed(1)}" y="1" width="${wide.toFixed(1)}" height="8"/><rect class="mark" x="${Math.min(BAR_WIDTH - 4, Math.max(0, x(at) - 2)).toFixed(1)}" width="4" height="${BAR_HEIGHT}"/></svg>`
}

/** Width of the map in pixels. */
const MAP_WIDTH = 300
/** Minimum height of the map area in meters. */
const AROUND = 12_000

function getMap(vicinage: Vicinage, records: readonly Dimension[], place: Place, title: string): string {
  const { lat, lon } = place
  const radius = place.radius ?? 0
  const ground = 'urban-rural'
  if (!records.some(({ id }) => id === ground)) return ''
  const box = { west: lon, east: lon, south: lat, north: lat }
  const { width, height, x, y, pixels, url } = getPicture(
    vicinage,
    ground,
    box,
    MAP_WIDTH,
    Math.max(AROUND, radius * 3),
  )
  const cx = x(lon).toFixed(1)
  const cy = y(lat).toFixed(1)
  const circle =
    radius > EXACT ? `<circle class="around" cx="${cx}" cy="${cy}" r="${pixels(radius, lat).toFixed(1)}"/>` : ''
  return (
    `<figure><svg role="img" aria-label="Map around ${escaped(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<image href="${url}" width="${width}" height="${height}"/>${circle}<circle class="pin" cx="${cx}" cy="${cy}" r="5"/></svg>` +
    '<figcaption class="soft">How urban the surroundings are: darker is denser.</figcaption></figure>'
  )
}

function schools(report: Report, units: Units): string {
  const { districts, people_around } = report
  const style = { unicode: true }
  const near = schoolsNearby(report)
  if ((districts ?? []).length + near.length === 0) {
    const isKnown = report.schools !== null
    return isKnown ? '<section><h2>Schools</h2><p>No school is within 31 mi (50 km).</p></section>' : ''
  }
  const rows = [
    ...(districts ?? []).map((district) => [
      district.name,
      districtWords(district) ?? '',
      '',
      ratingWords(district, style),
    ]),
    ...near.map((school) => [
      school.name,
      levelWords(school) ?? '',
      school.distance_meters === null ? '' : distanceWords(school.distance_meters, units),
      ratingWords(school, style),
    ]),
  ].map(
    ([name, level, distance, rating]) =>
      `<tr><th scope="row">${escaped(name)}</th><td>${escaped(level)}</td><td class="n">${escaped(distance)}</td><td class="n">${escaped(rating)}</td></tr>`,
  )
  const where = people_around === undefined ? '' : ' at its center'
  return `<section class="schools"><h2>Schools and districts${where}</h2><table><caption>The nearest schools, which may not be the assigned schools; ask the district for the assigned schools.</caption><thead><tr><th scope="col">Name</th><th scope="col">Level</th><th scope="col" class="n">Distance</th><th scope="col" class="n">Rating in the state</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

/**
 * Patterns for agencies that cover a single state. The sources of a score list the agencies of all states, but a page
 * only names the agencies of its state.
 */
const AGENCIES: readonly (readonly [state: string, agencies: RegExp])[] = [
  [
    'California',
    /Californ|Caltrans|Los Angeles|Long Beach|San Francisco|San Jos|Bay Area|Berkeley|Sacramento|Sonoma|San Diego/,
  ],
  ['Texas', /Texas|Austin|Houston|San Antonio|Dallas/],
  ['Florida', /Florida|Orlando/],
]

/**
 * Checks whether an agency has data for a state, judging by the agency's name. The name must contain the state, one of
 * its cities, or no state.
 */
function isAgencyOf(agency: string, state: string): boolean {
  const states = AGENCIES.flatMap(([name, agencies]) => (agencies.test(agency) ? [name] : []))
  return states.length === 0 || states.includes(state)
}

function footer(rows: readonly Row[], vicinage: Vicinage, state: string, today: string): string {
  const agencies = new Map<string, Set<string>>()
  for (const { explanation } of rows)
    for (const { agency, vintage } of explanation.sources) {
      if (!isAgencyOf(agency, state)) continue
      const years = vintage.match(/\b(?:19|20)\d\d\b/g) ?? []
      agencies.set(agency, new Set([...(agencies.get(agency) ?? []), ...years]))
    }
  const sources = [...agencies].map(([agency, years]) => `${agency}${getSpan([...years])}`)
  return `<footer><p>Bars show the percentage of the state's residents with a lower score; the lighter part contains the true score in 80 of 100 cases, or the scores of the surrounding residents. Numbers are 1-255; ~ marks an estimate. Scores describe areas, not people: never use them to select or reject people, or in place of an official flood or fire determination.</p><p>Sources: ${escaped(sources.join('; '))}. Data ${escaped(vicinage.data.version ?? vicinage.build)}; page made with vicinage on ${escaped(today)}.</p></footer>`
}

function getSpan(years: readonly string[]): string {
  if (years.length === 0) return ''
  const first = years.reduce((a, b) => (a < b ? a : b))
  const last = years.reduce((a, b) => (a > b ? a : b))
  return first === last ? ` ${first}` : ` ${first}-${last.slice(2)}`
}

const STYLE = `
header{display:flex;gap:1rem;justify-content:space-between;align-items:flex-start}
.fit{background:var(--box);border-radius:.4rem;padding:.4rem .8rem;max-width:22rem;font-size:.9rem}
.fit .number{font-size:1.6rem;font-weight:700;margin:0;line-height:1.1}.fit .number small{font-size:.9rem;font-weight:400}
.top{display:grid;grid-template-columns:1fr 300px;gap:1.25rem;align-items:start}
figure{margin:0}figcaption{font-size:.78rem}figure image{opacity:.85}
.pin{fill:var(--warn);stroke:#fff;stroke-width:1.5}.around{fill:none;stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3}
.chips{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:.15rem 0;padding:0;font-size:.78rem}
.chips li{display:flex;align-items:center;gap:.3rem;padding:.05rem .45rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft)}
.chips .here{font-weight:700;color:var(--ink);border:2px solid var(--warn)}
article h3{margin:.35rem 0 0}article p{margin:.15rem 0 .35rem;font-size:.92rem}
.groups th{width:9.5rem;font-weight:600}.groups td:nth-child(2){width:160px}
.groups h2{margin:.9rem 0 .1rem}
.ends{display:flex;justify-content:space-between;width:150px;gap:.5rem;font-size:.68rem;line-height:1.15}.ends span:last-child{text-align:right}
.bar .track{fill:var(--line)}.bar .likely{fill:var(--other);opacity:.55}.bar .mark{fill:var(--fill)}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
abbr{text-decoration:none}
@media (max-width:44rem){.top{grid-template-columns:1fr}header{flex-direction:column}.groups th{width:auto}}
@media print{
@page{margin:1cm}
body{font-size:7.5pt;line-height:1.2}h1{font-size:13pt}h2{font-size:9.5pt;margin:.3rem 0 0}h3{font-size:8.5pt}
table,article p,.fit,.soft{font-size:7pt}small,.chips{font-size:6.2pt}.fit .number{font-size:12pt}p{margin:.1rem 0}
th,td{padding:.03rem .3rem .03rem 0}tr,article{break-inside:avoid}
.top{grid-template-columns:1fr 4.2cm;gap:.6cm}.top svg[role]{width:4.2cm;height:auto}
.groups{display:grid;grid-template-columns:1fr 1fr;gap:0 .7cm}.groups section:first-child{grid-row:span 3}
.groups th{width:2.6cm}.groups td:nth-child(2){width:2.4cm}.bar{width:2.2cm;height:auto}.ends{width:2.2cm;font-size:5.4pt}
footer{font-size:5.6pt;line-height:1.15;margin-top:.2rem;padding-top:.15rem}
}
`

/** Writes the index of a folder of pages: link, county and fit of each page, best fit first. */
export function indexPage(
  pages: readonly { readonly file: string; readonly page: Omit<PlacePage, 'html'> }[],
  { title, missing, today }: { readonly title: string; readonly missing: readonly string[]; readonly today: string },
): string {
  const hasFit = pages.some(({ page }) => page.fit !== null)
  const ordered = hasFit ? [...pages].sort((a, b) => (b.page.fit ?? -1) - (a.page.fit ?? -1)) : pages
  const rows = ordered.map(({ file, page }) => {
    const fit = hasFit ? `<td class="n">${page.fit ?? '–'}</td>` : ''
    return `<tr><th scope="row"><a href="${escaped(encodeURI(file))}">${escaped(page.title)}</a></th><td>${escaped(page.county)}${page.foundAs === null ? '' : `<br><small>known only as ${escaped(page.foundAs)}</small>`}</td>${fit}</tr>`
  })
  const heads = `<th scope="col">Place</th><th scope="col">County</th>${hasFit ? '<th scope="col" class="n">Fit, 0-100</th>' : ''}`
  const left = missing.map((line) => `<li>${escaped(line)}</li>`).join('')
  const body =
    `<main><h1>${escaped(title)}</h1><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>` +
    `${left === '' ? '' : `<h2>Rows without a page</h2><ul>${left}</ul>`}</main><footer>Made with vicinage on ${escaped(today)}.</footer>`
  return getPage({ title, style: PAGE_STYLE, body })
}
