import { dimensions, getDimension } from '../catalog.ts'
import type { Filter } from '../engine/engine.ts'
import type { DimensionId } from '../library.ts'

interface Kind {
  /** Words for the kind of place, in lower case. */
  readonly words: RegExp
  readonly dimension: DimensionId
  /** Scores in the lowest and in the highest class of the scale that the words mean. */
  readonly from: number
  readonly to?: number
}

const NO = '(?:no|low|little|less|lower|minimal|without(?: a)?|not(?: too| very| much)?)'
const AWAY = '(?:safe|safer|away|far|protected|out)(?: (?:from|of))?(?: (?:a|the|any))?'

/** Words for kinds of places, longer ones first where they contain others. */
const kinds: readonly Kind[] = [
  {
    words: new RegExp(
      `${NO} flood(?:ing|s|ed|ed out)?(?: (?:risk|zones?|danger|hazard))?|${AWAY} (?:floods?|flooding|flood (?:risk|zones?))|` +
        "flood[- ]?(?:safe|free|proof|safety)|(?:not in|outside) (?:of )?(?:a |the )?flood ?(?:plains?|zones?)|(?:doesn'?t|does not|won'?t|never) floods?",
    ),
    dimension: 'flood',
    from: 202,
  },
  {
    words: new RegExp(
      `${NO} (?:wild)?fires?(?: (?:risk|zones?|danger|hazard))?|${AWAY} (?:wild)?fires?|(?:wild)?fire[- ]?(?:safe|free)|` +
        '(?:not in|outside) (?:of )?(?:a |the )?fire zones?',
    ),
    dimension: 'fire',
    from: 255,
  },
  {
    words: new RegExp(
      `${NO} (?:pollution|smog)|(?:clean|good|fresh|healthy)(?:er)? air(?: quality)?|air quality|unpolluted`,
    ),
    dimension: 'air-quality',
    from: 235,
  },
  {
    words: new RegExp(
      `(?:${NO}|${AWAY})(?: heavy)? (?:industry|industrial(?: areas?| sites?)?|factor(?:y|ies)|refiner(?:y|ies)|toxic sites?|` +
        'hazardous sites?|superfund(?: sites?)?)|residential',
    ),
    dimension: 'industrial-proximity',
    from: 170,
  },
  {
    words: new RegExp(
      `(?:${NO}|${AWAY}) (?:(?:road |traffic |highway |street )?nois[ey]|loud|traffic|highways?)|noise[- ]free|` +
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

/** Returns the range of scores of the classes that two scores are in. */
function classesFrom({ dimension, from, to = 255 }: Kind): Filter {
  const { ladder } = getDimension(dimension)
  const first = ladder.findLast(([start]) => start <= from) ?? ladder[0]
  const next = ladder.find(([start]) => start > to)
  return { dimension, from: first[0], to: next === undefined ? 255 : next[0] - 1 }
}

/** Placeholder for a kind of place in the rest of a text. */
export const FOUND = '\u0001'

/** Finds kinds of places in a text in lower case, and replaces each by `FOUND` in the rest. */
export function kindsIn(text: string): { readonly only: readonly Filter[]; readonly rest: string } {
  const conditions: { readonly at: number; readonly filter: Filter }[] = []
  let rest = text
  for (const kind of kinds) {
    if (!dimensions.some(({ id }) => id === kind.dimension)) continue
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${kind.words.source})(?![\\p{L}\\p{N}-])`, 'gu')
    rest = rest.replace(pattern, (match, at: number) => {
      if (!conditions.some(({ filter }) => filter.dimension === kind.dimension))
        conditions.push({ at, filter: classesFrom(kind) })
      // The replacement has the same length as the words, so that the positions of other words do not change.
      return FOUND.repeat(match.length)
    })
  }
  return { only: conditions.sort((a, b) => a.at - b.at).map(({ filter }) => filter), rest }
}

/** Words with no meaning for a place. */
const EMPTY = new Set(
  (
    'a an the and or but & + with that thats is are it its be to for i im we us me my our want wanted would like need looking look ' +
    'search find show give live living move moving place places area areas neighborhood neighborhoods neighbourhood ' +
    'neighbourhoods spot spots location locations somewhere anywhere where which what home homes house houses town towns city ' +
    'cities community communities part parts very really pretty quite fairly more most also too both nice best there kind some ' +
    'any can could so of on at from as not far near in around by close within please risk zone zones'
  ).split(' '),
)

/** Returns the meaningful words of a text, as they were typed. */
export function tellingWords(text: string): readonly string[] {
  return text
    .split(/[\s,;:.!?]+/)
    .map((word) => word.replaceAll(FOUND, ''))
    .filter((word) => word !== '' && !EMPTY.has(word.toLowerCase().replace(/['’]/g, '')))
}
