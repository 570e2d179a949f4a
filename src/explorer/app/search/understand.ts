import type { Engine } from '../engine/engine.ts'
import type { DimensionId } from '../library.ts'
import type { Camera } from '../view.ts'
import { isCoarse } from '../words.ts'
import { type Finding, find, isPlaceName } from './find.ts'
import { type Conditions, expandName, splitAtNear, unusedWords } from './intent.ts'
import { tellingWords, topicIn, withoutWishes } from './vocabulary.ts'

type SearchEngine = Pick<Engine, 'geocode' | 'around' | 'suggest'>

/** The place named in the search text, and the meaning of the words that are not part of its name. */
export interface Understood extends Finding {
  /** Words that were not used. */
  readonly unknown: readonly string[]
  /**
   * Dimension that the text asks about, such as flood for "flood risk in Houston"; null if the text names no dimension.
   */
  readonly topic: DimensionId | null
}

/**
 * Finds the place that a text names. If the whole text is not a place, tries again without a topic ("flood risk in
 * Houston"), without the words before "near", and without wishes ("cheap condo Tampa"). Omitted words other than a
 * topic are listed as unknown.
 */
export async function findNamed(engine: SearchEngine, typed: string, camera: Camera): Promise<Understood> {
  const whole = await findWith(engine, typed, camera)
  if (whole.place !== null && whole.unknown.length === 0) return whole
  const topic = topicIn(typed)
  if (topic !== null) {
    const about = await findWith(engine, withoutConnectives(topic.rest), camera)
    if (about.place !== null) return { ...about, topic: topic.dimension }
  }
  if (whole.place !== null || /^\d+ /.test(typed)) return whole
  const { head, place = '' } = splitAtNear(typed) ?? {}
  const wishes = withoutWishes(typed)
  const attempts = [
    ...(head === undefined ? [] : [[place, tellingWords(head)] as const]),
    ...(wishes === null ? [] : [[wishes.rest, wishes.wishes] as const]),
  ]
  for (const [shortened, words] of attempts) {
    const found = await findWith(engine, shortened, camera)
    if (found.place !== null) return { ...found, unknown: [...words, ...found.unknown] }
  }
  return whole
}

/**
 * Finds the place around which to look for places that meet the conditions. Without "near" or "in", uses the longest
 * part of the text that names a place: Tampa in "cheap walkable Tampa".
 */
export async function findMiddle(
  engine: SearchEngine,
  { near, unknown, parts }: Conditions,
  camera: Camera,
): Promise<Understood | null> {
  const whole = near === null ? null : await findNamed(engine, near, camera)
  if (whole !== null && whole.place !== null) return { ...whole, unknown: [...unknown, ...whole.unknown] }
  // In "Portland OR", do not search for a covered place named Portland.
  if (near !== null && (await isAbroad(engine, near))) return whole
  for (const part of near === null ? parts : [near]) {
    const name = await nameIn(engine, part)
    if (name === null) continue
    const found = await findWith(engine, expandName(name), camera)
    const words = tellingWords(name)
    const others = [...unknown, ...(near === null ? [] : tellingWords(near))].filter((word) => !words.includes(word))
    if (found.place !== null) return { ...found, unknown: others }
  }
  return whole
}

/** Checks whether all names are ZIP codes or names of known places. */
export async function arePlaces(engine: Pick<Engine, 'suggest'>, names: readonly string[]): Promise<boolean> {
  const checks = names.map(expandName).map((name) => /^\d{5}$/.test(name) || isPlaceName(engine, name))
  return (await Promise.all(checks)).every(Boolean)
}

/** Finds a place and the words of the search text that were not used. */
async function findWith(engine: SearchEngine, typed: string, camera: Camera): Promise<Understood> {
  const found = await find(engine, typed, camera)
  const { place } = found
  if (place?.found === undefined) return { ...found, unknown: [], topic: null }
  const { address, layer, typed: house } = place.found
  const unused = unusedWords(typed, address)
  // If a house or street was not found, its words are not listed as unknown, because the panel heading already says
  // that it was not found.
  const unknown = unused.length > 0 || house !== undefined || !isCoarse(layer) ? unused : await getUnread(engine, typed)
  // Drops the note "No place of that name is known", because the list of unknown words already says so.
  const isRedundant = unknown.length > 0 && isCoarse(layer)
  return {
    ...found,
    place: isRedundant ? { ...place, found: { ...place.found, note: null } } : place,
    unknown,
    topic: null,
  }
}

/** Returns the words of an address that the geocoder treated as a place name but does not know. */
async function getUnread(engine: SearchEngine, typed: string): Promise<readonly string[]> {
  const { explanation } = await engine.geocode(expandName(typed.trim()), { explain: true })
  const names = explanation?.parts.filter(({ part }) => part === 'place') ?? []
  return tellingWords(names.map(({ given }) => given).join(' '))
}

/** Checks whether an address names another state or country. */
async function isAbroad(engine: SearchEngine, address: string): Promise<boolean> {
  const answer = await engine.geocode(address)
  return !answer.ok && ABROAD.has(answer.code)
}

const ABROAD: ReadonlySet<string> = new Set(['address_abroad', 'place_outside'])

/** Maximum number of words that are searched for a name. */
const MAX_WORDS = 8

/** Returns the longest place name at the beginning or end of a text, or null. */
async function nameIn(engine: Pick<Engine, 'suggest'>, text: string): Promise<string | null> {
  const words = text.split(' ').slice(0, MAX_WORDS)
  for (let count = words.length; count > 0; count--)
    for (const run of [words.slice(-count), words.slice(0, count)]) {
      const name = run.join(' ').replace(/^[,;:.]+|[,;:.!?]+$/g, '')
      if (tellingWords(name).length > 0 && (await isPlaceName(engine, expandName(name)))) return name
    }
  return null
}

/** Removes words and punctuation that connect a place to a question about it: `in Houston`, `Houston:`. */
function withoutConnectives(text: string): string {
  return text
    .replace(
      /^(?:(?:what(?:'s| is)|how is|is there|is|are|does|do|can|will|show|the|any|of|in|near|at|for|around|by|about)(?: |$))+/i,
      '',
    )
    .replace(/[\s,;:.!?]+$/, '')
    .replace(/ (?:of|in|near|at|for|around|by)(?: (?:an?|the))?$/i, '')
}
