import type { AddressPart } from './address-parts.ts'

export interface HeaderMeaning {
  readonly part: AddressPart
  /**
   * Words in the name that distinguish the addresses of a table, such as `mail` or `situs`. Empty if there are none.
   */
  readonly group: string
  /** Rank of this name among columns with the same part. 0 is the most likely match. */
  readonly rank: number
  /**
   * Whether a street name column contains a whole line (`Street Address`) rather than only the name (`Street Name`).
   */
  readonly isLine: boolean
  /**
   * Whether the name is too common to start an address by itself. A column with a weak name is only used together with
   * other columns of the same group.
   */
  readonly isWeak: boolean
  /** Whether the name is a single word such as `Suffix` or `State`, which may refer to something else. */
  readonly isBare: boolean
}

/** Canonical spellings of header words. Each entry has the canonical word, followed by its other spellings. */
const WORDS = `street calle st str strt stn stnam road rd roadway lst,address addr direccion dirección domicilio add adr addresses addrs addre ad addno,number num numero número no nbr nr nmbr numb nummer,
name nam nm n,direction dir dirn directional,pre prefix pfx prefx pref pfix prefixed,post pos postal pst,suffix suf sfx sufx suff suffx,type typ tp typecd designator desig,
building bldg bld,modifier mod,separator sep,house hse hs hou,unit,apartment apt appt aptmt,suite ste,line ln,code cd codigo código,city cty ciudad,town,state estado,province prov,zip,region,abbreviation abbr abbrev abb abbreviated,
full fully complete entire,site,situs,property prop prp,location loc lctn,physical phys phy,premise premises prem,residence residential residential res resid reside,resident,
home,permanent perm,mail mailing mailed mlg,owner own ownr owners,billing bill billto,shipping ship shipto,fraction frac fractional half,secondary sec,primary prim,
municipality muni munic mun,community comm,locality,plus,extension ext,last,description desc descr,delivery deliv,of,or,and,the,incorporated inc,unincorporated uninc,
civic,parcel,facility fac,business bus biz,taxpayer,legal,school,store,incident,service,voter,registration reg,default,formatted,match matched,unparsed,id,identifier,
component,base,predirectional predirection,postdirectional postdirection,pretype,posttype,thoroughfare,route,level,area,administrative admin,usps,numeric`

const CANONICAL = new Map(
  WORDS.split(/,\s*/).flatMap((entry) => {
    const words = entry.trim().split(/\s+/)
    return words.map((word) => [word, words[0]] as const)
  }),
)

/** Column names of address parts, in canonical words. Names on one line are equally likely. */
const NAMES: readonly (readonly [part: AddressPart, ranks: string])[] = [
  [
    'address',
    `full address|address full|formatted address|address formatted|match address|unparsed address|full street address city state zip|address text|whole address|single line address|single line|place address`,
  ],
  [
    'number',
    `street number|house number|address number|primary number|civic number|hno|street number number|number street|number house|street house number|address house number|street number full|address number full|address full number|street number numeric|address street number|house
number|house|hn|location number|housenumber|primary address number
building number`,
  ],
  [
    'number suffix',
    `address number suffix|house number suffix|street number suffix|house suffix|number suffix|house fraction number|house fraction|fraction|street fraction|fraction code|house fraction code|number fraction|address number fraction|hns|street fraction number|address fraction|street number fraction|house number fraction`,
  ],
  [
    'predirectional',
    `street pre direction|pre direction|predirectional|street predirectional|street direction pre|direction pre|address pre direction|address predirectional|prd|street name pre direction|street name predirectional|primary predirectional
street direction|direction|street pre|street prefix|pre|address direction|house direction|direction code|street direction code`,
  ],
  ['premodifier', `street pre modifier|pre modifier|street name pre modifier`],
  [
    'pretype',
    `street pre type|pre type|pretype|street name pre type|street pretype|street type pre|street name pretype`,
  ],
  [
    'street',
    `street name|name street|street base name|base name|street name full|full street name|street full name|full street|street full|full name street|address street name|street route|thoroughfare name|thoroughfare|route|primary street name|street name base|sts name|house street name
rd`,
  ],
  [
    'suffix',
    `street type|street suffix|type street|street post type|post type|posttype|street name post type|street type code|street suffix code|address type suffix|suffix type|street type suffix|street suffix type|street name type|street name suffix|address suffix|sts|primary suffix|street posttype|street name posttype|address street type|address street suffix
suffix|type street code`,
  ],
  [
    'postdirectional',
    `street post direction|post direction|postdirectional|street postdirectional|direction post|street direction post|address post direction|address postdirectional|pod|street direction suffix|direction suffix|suffix direction|street suffix direction|street name post direction|street name postdirectional|street suffix direction code|primary postdirectional
street post`,
  ],
  [
    'postmodifier',
    `street post modifier|post modifier|street suffix modifier|suffix modifier|street name post modifier`,
  ],
  [
    'unit type',
    `unit type|unit designator|secondary type|apartment type|secondary abbreviation|unit type code|secondary unit type|secondary unit designator|unit prefix|address unit type|apartment unit type|type unit`,
  ],
  [
    'unit',
    `unit|unit number|unit id|unit identifier|unit name|apartment|apartment number|suite|suite number|secondary number|apartment unit|unit apartment|apartment unit number|unit suite|apartment suite|suite apartment|secondary unit|secondary unit number|address unit|address unit number|apartment suite unit|number unit|sub address|secondary address identifier|secondary
address 2|address line 2|street 2|line 2|street address 2|street line 2|street address line 2|delivery line 2|secondary address|address secondary`,
  ],
  [
    'last line',
    `last line|city state zip|city state|csz|city state zip code|city zip|delivery last line|address last line
address 3|address line 3|street address 3`,
  ],
  [
    'city',
    `city|city name|town city
post city|post community|city post|address city|address locality|default city name|city town|city or town|town or city|city description|city municipality|city default name|place city|city of|usps city
town|town name|municipality|municipality name|city area|locality|locality name|community|community name|incorporated municipality|post town|city code name
place name|unincorporated community|city code`,
  ],
  [
    'state',
    `state|state code|state abbreviation|state name|state id code|state usps|usps state|address state|country subdivision|country subdivision code|administrative district
state or province|province|state province|province state|region abbreviation|province code|state or region|state region|state province code|province abbreviation
region|administrative area|address region|region code|region name|administrative area level 1|state description|region a|state a`,
  ],
  [
    'zip',
    `zip|zip code|post code|code post|zip 5|zip code 5|zip 5 code|zip post code|post zip|post code zip|zip number|address zip|address zip code|zip post|address post code|zip or post code|zip code post|usps zip|zip 9
post|post number|zip plus 4|zip code plus 4|zip or post|post 5|address post`,
  ],
]

interface NameEntry {
  readonly part: AddressPart
  readonly rank: number
  readonly isLine: boolean
}

const MEANINGS = new Map<string, NameEntry>()
for (const [part, ranks] of NAMES)
  for (const [rank, names] of ranks.split('\n').entries())
    for (const name of names.split('|')) addName(name.trim(), { part, rank, isLine: false })
for (const [rank, names] of [
  'street address|address street',
  'address|address line|street line|delivery address',
  'street',
  'address 1|address line 1|street 1|street address 1|street line 1|line 1|delivery line 1|delivery line|delivery address line|address line address|street address line|address line street|street address line 1|primary address|address primary',
].entries())
  for (const name of names.split('|')) addName(name, { part: 'street', rank, isLine: true })

/** Adds a name, which must consist of canonical words. */
function addName(name: string, entry: NameEntry): void {
  if (!MEANINGS.has(name)) MEANINGS.set(name, entry)
}

/** Words so common that they only mean part of an address when they are alone or follow words in `SITE`. */
const GENERIC = new Set([
  'number',
  'name',
  'direction',
  'suffix',
  'pre',
  'post',
  'region',
  'route',
  'community',
  'province',
  'province code',
  'house',
  'secondary',
  'fraction',
  'line 1',
  'line 2',
  'unit',
  'base name',
  'street',
  'city code',
  'region name',
  'place name',
  'post number',
  'suite',
  'locality',
])

/** Words meaning that an address is the location of the thing that the row describes. */
const SITE = new Set(
  'site situs property location physical premise residence resident home permanent parcel facility business school store incident service voter registration primary address street geo current main house building full event venue listing listed project work subject usps default l 1'.split(
    ' ',
  ),
)

/** Words meaning that an address is somewhere else, such as an owner's or a mailing address. */
const ELSEWHERE = new Set(
  'mail owner billing taxpayer contact agent applicant contractor previous prior old former alternate alt sender return emergency buyer seller grantor grantee lender attorney employer parent remit'.split(
    ' ',
  ),
)

/**
 * Returns how a group relates to the place: 0 for the place itself, 1 for an unspecified address, 2 for someone else's
 * address.
 */
export function groupRank(group: string): 0 | 1 | 2 {
  if (group === '') return 0
  const words = group.split(' ')
  if (words.some((word) => ELSEWHERE.has(word))) return 2
  return words.every((word) => SITE.has(word)) ? 0 : 1
}

/** Interprets a column name. Returns null if the name does not describe part of an address. */
export function headerMeaning(header: string): HeaderMeaning | null {
  const bare = header.trim().toLowerCase()
  // A column named only "ST" is a state, never a street.
  if (bare === 'st') return { part: 'state', group: '', rank: 1, isLine: false, isWeak: false, isBare: true }
  if (bare === 'number' || bare === 'no' || bare === 'num')
    return { part: 'number', group: '', rank: 1, isLine: false, isWeak: false, isBare: true }
  const ofAlternatives = header.includes('/') ? meaningOfAlternatives(header) : null
  if (ofAlternatives !== null) return ofAlternatives
  const words = headerWords(header)
  const stateGroup = groupOfState(bare, words)
  if (stateGroup !== null)
    return { part: 'state', group: stateGroup, rank: 1, isLine: false, isWeak: false, isBare: false }
  for (let first = 0; first < words.length; first++)
    for (let end = words.length; end > first; end--) {
      // Group words may be at the end, as in "City (mailing)" and "Residence City (USPS)".
      if (end < words.length && groupRank(groupIn(words.slice(end))) === 1) continue
      const part = words.slice(first, end)
      const entry = MEANINGS.get(part.join(' '))
      if (entry === undefined) continue
      const group = groupIn([...words.slice(0, first), ...words.slice(end)])
      const isWeak = group !== '' && groupRank(group) === 1 && GENERIC.has(part.join(' '))
      return { ...entry, group, isWeak, isBare: words.length === 1 }
    }
  return null
}

/** Words for the regions that correspond to a state in other countries, as in "State/Province/Territory". */
const FOREIGN_STATES = /^(?:county|territory|prefecture|republic|parish|department|district|neighborhood|canton)$/

/**
 * Interprets "State/Province/Region/County", where all names stand for the same part. Returns null for "city/state".
 */
function meaningOfAlternatives(header: string): HeaderMeaning | null {
  const names = header.split('/').map((name) => name.trim())
  const meaning = headerMeaning(names[0])
  const isSame = names.slice(1).every((name) => {
    const other = headerMeaning(name)
    return other === null ? FOREIGN_STATES.test(name.toLowerCase()) : other.part === meaning?.part
  })
  return isSame ? meaning : null
}

/** Checks whether a name ends in ST, which can stand for a street or a state. */
export function endsInSt(header: string): boolean {
  return /[^a-z]st$/i.test(header.trim())
}

/**
 * Returns the group of a name such as "Home ST" or "ship_st", in which ST is the state. Returns null for other names.
 */
function groupOfState(bare: string, words: readonly string[]): string | null {
  if (words.length < 2 || !endsInSt(bare)) return null
  const before = words.slice(0, -1)
  const isGroup = before.every(
    (word) => word !== 'street' && (SITE.has(word) || ELSEWHERE.has(word) || word === 'shipping'),
  )
  return isGroup && !before.includes('address') ? groupIn(before) : null
}

/** Returns the group in the given words: `residence` for "Residence address". */
function groupIn(words: readonly string[]): string {
  return words.filter((word) => word !== 'address' && word !== 'component').join(' ')
}

/** Splits a header into words with canonical spelling: `St_PosTyp` becomes street post type. */
export function headerWords(header: string): string[] {
  const parts = header
    .slice(0, 80)
    .replace(/#/g, ' number ')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
  return parts.flatMap((part) => wordsIn(part))
}

/** Splits a run of letters into words written without a space: `roadname`, `addr1`. */
function wordsIn(part: string): readonly string[] {
  const word = CANONICAL.get(part)
  if (word !== undefined) return [word]
  const words = splitRun(part)
  if (words !== null) return words
  // The first letter can stand for the group: "LSTREET1" is part of the location address, and "MCITY" is part of the
  // mailing address.
  const group = GLUED.get(part[0])
  const rest = group === undefined ? null : splitRun(part.slice(1))
  return group === undefined || rest === null ? [part] : [group, ...rest]
}

const GLUED = new Map([
  ['l', 'location'],
  ['m', 'mail'],
  ['p', 'physical'],
])

function splitRun(run: string): string[] | null {
  if (run === '') return []
  if (run.length > 40) return null
  // The longest first word that is followed only by known words wins.
  for (let length = Math.min(run.length, 15); length > 0; length--) {
    const first = run.slice(0, length)
    const word = /^\d+$/.test(first) ? first : length > 1 ? CANONICAL.get(first) : undefined
    if (word === undefined) continue
    const rest = splitRun(run.slice(length))
    if (rest !== null) return [word, ...rest]
  }
  return null
}
