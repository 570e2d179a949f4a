import { dimensions, getDimension } from '../catalog.ts'
import type { Filter } from '../engine/engine.ts'
import type { DimensionId } from '../library.ts'

interface Kind {
  /** Words for the kind of place, in lowercase. */
  readonly words: RegExp
  readonly dimension: DimensionId
  /** A score in the lowest class that the words describe. Any score in the class can be used. */
  readonly from: number
  /** A score in the highest class that the words describe. Default: 255. */
  readonly to?: number
}

const NO = '(?:no|low|little|less|lower|minimal|without(?: an?| any)?|not(?: an?| too| very| much| any)?)'
const AWAY =
  '(?:(?:safer?|away|far|protected) from|out of|not (?:near|close to|next to|by|beside))(?: (?:an?|the|any))?'
const OUTSIDE = '(?:not (?:in|inside|within)|outside)(?: of)?(?: an?| the| any)?'
/** Words that may follow the name of a hazard: `flood risk zone`. */
const RISK = '(?: ?(?:hazard|risk|danger))?(?: (?:levels?|zones?|areas?)| ?plains?)?'
const IS_LOW = '(?: is|:)? (?:low|minimal|small)'
const FLOOD = `flood(?:s|ing)?${RISK}`
const FIRE = `(?:wild)?fires?${RISK}`
const LANES =
  '(?:roads?|traffic|highways?|freeways?|interstates?|expressways?|streets?|trains?|rail(?:road|way)s?|rail|airports?|' +
  'aircraft|(?:air)?planes?|jets?)'

/**
 * Words for kinds of places. `no nightlife` comes before `nightlife` because the longer phrase contains the shorter
 * one.
 */
const kinds: readonly Kind[] = [
  {
    words: new RegExp(
      `(?:${NO}|${AWAY}|${OUTSIDE}) ${FLOOD}|${NO} flooded(?: out)?|flood[- ]?(?:safe|free|proof|safety)|${FLOOD}${IS_LOW}|` +
        "(?:doesn'?t|does not|don'?t|do not|won'?t|never|not) (?:floods?|flooded)",
    ),
    dimension: 'flood',
    from: 202,
  },
  {
    words: new RegExp(
      `(?:${NO}|${AWAY}|${OUTSIDE}) ${FIRE}|(?:wild)?fire[- ]?(?:safe|free)|${FIRE}${IS_LOW}|` +
        "(?:doesn'?t|does not|don'?t|do not|won'?t|never) burns?",
    ),
    dimension: 'fire',
    from: 255,
  },
  {
    words: new RegExp(
      `${NO} (?:air )?(?:pollution|smog)|(?:clean|good|fresh|healthy)(?:er)? air(?: quality)?|air(?: quality)? is good|` +
        'air quality|unpolluted|(?:smog|pollution)[- ]free',
    ),
    dimension: 'air-quality',
    from: 235,
  },
  {
    words: new RegExp(
      `(?:${NO}|${AWAY})(?: heavy)? (?:industry|industrial(?: areas?| sites?)?|factor(?:y|ies)|refiner(?:y|ies)|toxic sites?|` +
        '(?:chemical |power )?plants?|hazardous sites?|superfund(?: sites?)?)|residential',
    ),
    dimension: 'industrial-proximity',
    from: 170,
  },
  {
    words: new RegExp(
      `(?:${NO}|${AWAY}) (?:(?:${LANES} )?nois[ey](?: levels?)?|loud|${LANES})|nois[ey](?: levels?)?${IS_LOW}|noise[- ]free|` +
        'quiet(?:er|est|ly)?|peaceful|tranquil|serene|calm',
    ),
    dimension: 'noise-levels',
    from: 187,
  },
  {
    words:
      /walkab(?:le|ility)|walk(?:ing)? (?:to (?:shops?|stores?|work|everything)|everywhere)|car[- ]free|(?:no|without a) car|pedestrian(?:[- ]friendly)?|on foot/,
    dimension: 'walkability',
    from: 192,
  },
  {
    words: new RegExp(`${NO} (?:nightlife|busy|bustling|crowds?|crowded|lively)`),
    dimension: 'liveliness',
    from: 1,
    to: 40,
  },
  { words: /liv(?:ely|elier|eliest)|vibrant|nightlife|bustling|busy/, dimension: 'liveliness', from: 180 },
  {
    words:
      /dog[- ]friendl(?:y|iness)|(?:good |great )?(?:for|with) (?:a |my |our )?dogs?|dog parks?|pet[- ]friendly|dogs?/,
    dimension: 'dog-friendliness',
    from: 180,
  },
  {
    words: /green(?:er|ery)?|leafy|scenic|beautiful|attractive|tree[- ]lined|(?:lots of |many )?trees/,
    dimension: 'visual-appeal',
    from: 154,
  },
  {
    words: /private|privacy|roomy|spacious|secluded|(?:big|large) (?:lots?|yards?)|far from neighbors/,
    dimension: 'privacy',
    from: 160,
  },
  { words: /(?:in the |the )?country(?:side)?|rural|remote/, dimension: 'urban-rural', from: 220 },
  { words: /suburban|suburbs?|suburbia/, dimension: 'urban-rural', from: 100, to: 100 },
  { words: /urban|dense|big[- ]city/, dimension: 'urban-rural', from: 1, to: 25 },
]

/** Returns the range of scores from the class of `from` to the class of `to`. */
function classesFrom({ dimension, from, to = 255 }: Kind): Filter {
  const { ladder } = getDimension(dimension)
  const first = ladder.findLast(([start]) => start <= from) ?? ladder[0]
  const next = ladder.find(([start]) => start > to)
  return { dimension, from: first[0], to: next === undefined ? 255 : next[0] - 1 }
}

/** Character that replaces each letter of the words that were recognized in a text. */
export const FOUND = '\u0001'

/** Negation right before a kind of place: `not very `. */
const NEGATED = /(?<![\p{L}\p{N}-])(?:no|not|never|less|without|isn['’]?t)(?: (?:too|very|so|an?|any|much))* $/u

/** Finds kinds of places in a lowercase text. In the returned text, `FOUND` replaces their letters. */
export function kindsIn(text: string): { readonly only: readonly Filter[]; readonly rest: string } {
  const conditions: { readonly at: number; readonly filter: Filter }[] = []
  let remaining = text
  for (const kind of kinds) {
    if (!dimensions.some(({ id }) => id === kind.dimension)) continue
    remaining = remaining.replace(pattern(kind.words), (match, at: number) => {
      // In "not walkable", "walkable" is not a condition.
      if (NEGATED.test(remaining.slice(0, at))) return match
      if (!conditions.some(({ filter }) => filter.dimension === kind.dimension))
        conditions.push({ at, filter: classesFrom(kind) })
      // The replacement has the same length as the words, so that the positions of other words do not change.
      return FOUND.repeat(match.length)
    })
  }
  return { only: conditions.sort((a, b) => a.at - b.at).map(({ filter }) => filter), rest: remaining }
}

/** Words for the topic of a dimension that do not say whether a low or a high score is wanted. */
const topics: readonly Pick<Kind, 'words' | 'dimension'>[] = [
  { words: new RegExp(`${FLOOD}(?: maps?)?`), dimension: 'flood' },
  { words: new RegExp(`${FIRE}(?: maps?)?`), dimension: 'fire' },
  { words: /(?:air )?pollution|smog/, dimension: 'air-quality' },
  {
    words: /industry|industrial(?: areas?| sites?)?|factories|refineries|superfund sites?/,
    dimension: 'industrial-proximity',
  },
  { words: new RegExp(`(?:${LANES} )?nois[ey](?: levels?)?|how (?:loud|noisy)|traffic`), dimension: 'noise-levels' },
]

/**
 * Finds a topic, such as "flood risk", and returns its dimension and the text without the topic. Returns null if there
 * is no topic.
 */
export function topicIn(text: string): { readonly dimension: DimensionId; readonly rest: string } | null {
  for (const { words, dimension } of topics) {
    const match = pattern(words).exec(text.toLowerCase())
    if (match === null || !dimensions.some(({ id }) => id === dimension)) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { dimension, rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return null
}

/** Returns a pattern that only matches whole words. */
function pattern(words: RegExp): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words.source})(?![\\p{L}\\p{N}-])`, 'gu')
}

/** Words that are meaningless in a search. */
const EMPTY = new Set(
  (
    'a an the and or but & + with that thats is are it its be to for i im we us me my our want wanted would like need looking look ' +
    'search find show give live living move moving place places area areas neighborhood neighborhoods neighbourhood ' +
    'neighbourhoods spot spots location locations somewhere anywhere where which what home homes house houses town towns city ' +
    'cities community communities part parts very really pretty how do does did should was quite fairly more most also too both nice best there kind some ' +
    'any can could so of on at from as near in around by close within please risk zone zones'
  ).split(' '),
)

/** Abbreviations of states that are also English words. */
const STATES = /^(?:IN|ME|OR)$/

/** Returns the meaningful words of a text, as they were typed. */
export function tellingWords(text: string): readonly string[] {
  return text
    .split(/[\s,;:.!?]+/)
    .map((word) => word.replaceAll(FOUND, ''))
    .filter((word) => word !== '' && (STATES.test(word) || !EMPTY.has(word.toLowerCase().replace(/['’]/g, ''))))
}

/** Words that say what people want from a home, such as a price or schools, for which no condition exists. */
const WISHES = new Set(
  (
    'cheap cheaper cheapest affordable expensive luxury price prices rent rents rental rentals buy sale condo condos apartment ' +
    'apartments apts studio loft listing listings good great top rated ranked safe safer safest crime school schools elementary ' +
    'district districts job jobs restaurant restaurants bars shops shopping pool garage family families kids children ' +
    'retirement retirees seniors'
  ).split(' '),
)

/**
 * Removes wishes and meaningless words from both ends of a text. Returns null if the text has no wishes or would become
 * empty.
 */
export function withoutWishes(text: string): { readonly rest: string; readonly wishes: readonly string[] } | null {
  const words = text.split(/[\s,;:.!?]+/).filter((word) => word !== '')
  // "City" may be a part of the name: New York City.
  const tells = (word: string, i: number) =>
    (tellingWords(word).length > 0 || /^(?:city|town)$/i.test(word)) &&
    !WISHES.has(word.toLowerCase()) &&
    !(/^(?:high|middle)$/i.test(word) && /^schools?$/i.test(words[i + 1] ?? ''))
  const first = words.findIndex(tells)
  const last = words.findLastIndex(tells)
  const dropped = [...words.slice(0, Math.max(0, first)), ...words.slice(last + 1)]
  if (first === -1 || !dropped.some((word) => WISHES.has(word.toLowerCase()))) return null
  return { rest: words.slice(first, last + 1).join(' '), wishes: tellingWords(dropped.join(' ')) }
}
