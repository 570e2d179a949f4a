import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import type { Units } from '../../../answers/dimensions/words.ts'
import type { GeocodedPlace } from '../../../answers/geocode/answer.ts'
import { counted } from '../../../base/errors.ts'
import { EXACT } from '../../../base/geo/distance.ts'
import { pointText } from '../../../base/geo/place.ts'
import { type FitArguments, parseFitRequest, withFitOptions } from '../fit-arguments.ts'
import { writeOutput } from '../output-file.ts'
import type { PageOptions, PlacePage } from '../pages/place-page.ts'
import { reachWords } from '../place-lines.ts'
import type { FoundPlace } from '../report.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { withoutControls } from '../text-layout.ts'
import { NOTHING_FOUND, UsageError } from '../usage-error.ts'

interface Options extends FitArguments {
  readonly out: string
  readonly list?: string
  readonly force?: true
}

/**
 * `vicinage page ADDRESS -o house.html`: writes everything known about a place to a single file that prints on one
 * sheet.
 */
export function pageCommand(program: Command, session: Session): void {
  const command = program
    .command('page')
    .description('write a page about a place as a single file, to send, keep or print')
    .usage('[options] LAT LON | ADDRESS --out FILE.html')
    .argument('[place...]', PLACE_WORDS)
    .requiredOption('-o, --out <file>', 'the .html file to write; with --list, the folder')
    .option('--list <file>', 'write a page for each row of a CSV, NDJSON or GeoJSON file, and an index')
  withFitOptions(command, 'show at the top how well the place fits, given how much each dimension matters')
    .option(
      '--demographics',
      'also show population-profile, ideological-lean and insurance-coverage, and allow them in --weights',
    )
    .option('--force', 'overwrite existing files')
    .action(async (words: string[], options: Options) => {
      const { list, out, force } = options
      if ((list === undefined) === (words.length === 0))
        throw new UsageError('Expected either a place or --list FILE.', EXAMPLE)
      const shared = {
        fit: parseFitRequest(options),
        demographics: options.demographics === true,
        units: session.style.units,
        today: today(),
      }
      if (list !== undefined) return writeFolder(session, list, out, { ...shared, force })
      if (!/\.html?$/i.test(out)) throw new UsageError(`The output '${out}' is not an .html file.`, EXAMPLE)
      if (!force && existsSync(out)) throw new UsageError(`${out} already exists; use --force to overwrite.`)
      const { vicinage, place } = await session.openAt(words, {})
      const { placePage } = await import('../pages/place-page.ts')
      const match = 'confidence' in place ? matchWords(words.join(' '), place, shared.units) : {}
      const page = placePage(vicinage, place, { ...shared, ...match })
      if (page === null) {
        session.say(`vicinage: ${pointText(place)} is outside California, Texas and Florida; no page was written.\n`)
        session.endWith(NOTHING_FOUND)
        return
      }
      await writeOutput(out, [new TextEncoder().encode(page.html)])
      session.say(`${out}: ${page.title}, ${kilobytes(page.html)} kB.\n`)
    })
}

const EXAMPLE = 'For example: vicinage page "1100 Congress Ave, Austin, TX" -o house.html'
/** Maximum number of pages to write from a list. Each page is a separate file. */
const MAX_PAGES = 10_000

/**
 * Writes a page for each place in a file. The index is written last, so a folder that contains an index is complete.
 */
async function writeFolder(
  session: Session,
  input: string,
  folder: string,
  { force, ...shared }: PageOptions & { readonly force: true | undefined },
): Promise<void> {
  if (!force && existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`The folder ${folder} is not empty; use --force to write into it.`)
  const vicinage = await session.open({})
  const [{ readSites }, { placePage, indexPage }] = await Promise.all([
    import('../../batch/site-file.ts'),
    import('../pages/place-page.ts'),
  ])
  /** Matches of the sites with addresses, in the order of the sites. */
  const matches: { readonly typed: string; readonly found: GeocodedPlace }[] = []
  const { sites, failed } = await readSites({ input }, (typed) => {
    const answer = vicinage.geocode(typed)
    if (answer.ok && matches.length <= MAX_PAGES) matches.push({ typed, found: answer })
    return answer
  })
  if (sites.length > MAX_PAGES)
    throw new UsageError(
      `${input} has ${sites.length.toLocaleString('en-US')} places; the maximum is ${MAX_PAGES.toLocaleString('en-US')} pages: split the list.`,
    )
  mkdirSync(folder, { recursive: true })
  const pages: { readonly file: string; readonly page: PlacePage }[] = []
  const outside: string[] = []
  const digits = String(sites.length).length
  for (const [at, site] of sites.entries()) {
    if (!('lat' in site)) throw new UsageError(`${input} has polygons; a page can only describe a point.`)
    const { lat, lon, label, knownTo } = site
    const match = knownTo === undefined ? undefined : matches.shift()
    const place = { lat, lon, ...(knownTo !== undefined && { radius: knownTo }) }
    const words = match === undefined ? {} : matchWords(match.typed, match.found, shared.units)
    const title = match === undefined || label !== match.found.label ? (label ?? undefined) : words.title
    const page = placePage(vicinage, place, { ...shared, ...words, title, list: basename(input) })
    if (page === null) {
      outside.push(label ?? pointText({ lat, lon }))
      continue
    }
    const file = `${String(at + 1).padStart(digits, '0')}${getSlug(page.title)}.html`
    await writeOutput(join(folder, file), [new TextEncoder().encode(page.html)])
    pages.push({ file, page })
  }
  const missing = [
    ...outside.map((name) => `${name}: outside the three states`),
    ...failed.map(({ row, reason }) => `Row ${row}: ${reason}`),
  ]
  if (pages.length === 0) {
    session.say(
      `vicinage: No page was written for any row of ${input}${missing[0] === undefined ? '.' : `: ${missing[0]}`}\n`,
    )
    session.endWith(NOTHING_FOUND)
    return
  }
  const index = indexPage(pages, { title: basename(input), missing, today: shared.today })
  await writeOutput(join(folder, 'index.html'), [new TextEncoder().encode(index)])
  session.say(
    `${folder}: ${counted(pages.length, 'page')} and index.html${missing.length === 0 ? '' : `; ${counted(missing.length, 'row')} without a page, listed there`}.\n`,
  )
}

/**
 * Describes what the address of a page was matched to. If only its ZIP or city was found, the address stays the title,
 * so that pages about the same ZIP can be told apart.
 */
function matchWords(
  typed: string,
  found: Pick<FoundPlace, 'label' | 'layer' | 'radius' | 'confidence' | 'note'>,
  units: Units,
): Pick<PageOptions, 'title' | 'found' | 'foundAs'> {
  const place = withoutControls(found)
  const asked = withoutControls(typed).trim()
  const isSame = lettersOf(place.label).includes(lettersOf(asked))
  const isRough = place.radius > EXACT
  const sentences = [
    isSame ? '' : isRough ? `Found only as ${place.label}.` : `The address was given as ${asked}.`,
    reachWords(place, units),
    place.note?.text ?? '',
  ]
  return {
    title: isRough && !isSame ? asked : place.label,
    found: sentences.filter((sentence) => sentence !== '').join(' '),
    ...(isRough && { foundAs: place.label }),
  }
}

/** Returns only the letters and digits of a text, in lower case. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Converts a title to a suffix of a file name, starting with a hyphen: "1100 Congress Ave" becomes
 * "-1100-congress-ave".
 */
function getSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return slug === '' ? '' : `-${slug}`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function kilobytes(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 1000)
}
