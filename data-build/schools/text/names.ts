import {
  capitalize,
  cutWords,
  isInCapitals,
  isSmallWord,
  lettersAt,
  mergeWords,
  spellings,
  tidyBlanks,
  type Word,
} from './words.ts'

/**
 * Returns a school name in mixed case: `CAYUGA H S` becomes `Cayuga High School`, `KIPP AUSTIN ACAD` becomes
 * `KIPP Austin Academy`. Abbreviated school words are spelled out if they have only one meaning; no other words are
 * added or removed, and initials stay as they are (`J F Kennedy`). In a name with lowercase letters, only whitespace
 * and a trailing period are changed. The function is idempotent.
 */
export function readableSchoolName(raw: string): string {
  const name = tidyName(raw)
  if (!isInCapitals(name) || wholeNames.has(name)) return name
  const cut = cutWords(name.toUpperCase())
  const words = mergeSpacedLetters(cut.words)
  let out = ''
  let expanded = false
  // Drops the period after an expanded abbreviation such as "ELEM.".
  const unstopped = (between: string) => (expanded && between.startsWith('.') ? between.slice(1) : between)
  words.forEach((word, at) => {
    const full = expandAbbreviation(words, at)
    out += (unstopped(word.before) || (at > 0 ? ' ' : '')) + (full ?? readableWord(words, at))
    expanded = full !== null
  })
  return tidyName(out + unstopped(cut.after))
}

/**
 * Returns a school district name in mixed case, by the rules of `readableSchoolName`: `EL PASO ISD` becomes
 * `El Paso ISD`.
 */
export function readableDistrictName(raw: string): string {
  return readableSchoolName(raw)
}

/** Normalizes spaces around parentheses, and removes a period after a word that is not an abbreviation. */
function tidyName(raw: string): string {
  return tidyBlanks(raw)
    .replace(/\( +/g, '(')
    .replace(/ +\)/g, ')')
    .replace(/(?<=[\p{L}\p{N}.])\((?!s\))/giu, ' (')
    .replace(/(?<=\b(?:school|academy|center|education))\.+$/i, '')
}

function readableWord(words: readonly Word[], at: number): string {
  const { text, before } = words[at]
  if (isSmallWord(words, at)) return text.toLowerCase()
  if (acronyms.has(text) || isAcronymOfWordsBefore(words, at)) return text
  if (text === 'OP' && before === '-') return 'op'
  if (shortWords.has(text) || spellings.has(text)) return capitalize(text)
  // An acronym is two letters that are not a word (JP DABBS), or three to five letters without a vowel (WCSD).
  const isAcronym = /^\p{Lu}{2}$/u.test(text) || /^[BCDFGHJKLMNPQRSTVWXZ]{3,5}$/.test(text)
  return isAcronym ? text : capitalize(text)
}

/**
 * Checks whether a word in parentheses consists of the initials of the words before it, with or without small words:
 * `SPORTS LEADERSHIP AND MANAGEMENT (SLAM)`.
 */
function isAcronymOfWordsBefore(words: readonly Word[], at: number): boolean {
  const { before, text } = words[at]
  if (text.length < 3 || !before.endsWith('(')) return false
  const initials = (run: readonly Word[]) => run.map((word) => word.text[0]).join('')
  const earlier = words.slice(0, at)
  const large = earlier.filter((_, index) => !isSmallWord(earlier, index))
  return initials(earlier).endsWith(text) || initials(large).endsWith(text)
}

/** Abbreviations of school words that have only one meaning in the agencies' lists. */
const always: ReadonlyMap<string, string> = new Map(
  `
  Academy: ACAD ACADE ACADEM ACDMY, Alternative: ALTER, Charter: CHTR, College: CLGE, Center: CTR, Centers: CTRS,
  Department: DEPT, Detention: DETENT, Education: EDUC, Elementary: ELEM ELEMENTAR, High School: HS, Heights: HTS,
  International: INT'L, Intermediate: INTERMED, Junior High School: JHS, Juvenile: JUV, Learning: LRN LRNG LRNING,
  Level: LVL, Middle: MIDD MIDDL, Opportunity: OPPORT, Preparatory: PREPARATOR, Primary: PRI,
  Program: PRG PROGAM PROG, Programs: PRGS, Regional: RGNL, School: SCH SCHL SCHO SCHOO, Special Education: SPED,
  University: UNIV, Virtual: VIRT
  `
    .trim()
    .split(/,\s+/)
    .flatMap((entry) => {
      const [full, short] = entry.split(': ')
      return short.split(' ').map((word) => [word, full] as const)
    }),
)

/** Words that show that a preceding `EL` at the start of a name means Elementary. */
const afterElementary = new Set('AEP ALTER CAMPUS CENTER CHARTER CTR DAEP FOR MAGNET SCHOOL STEAM STEM'.split(' '))
/**
 * Words that follow the Spanish article `EL` inside a name. They belong to place names and never follow "Elementary".
 */
const afterArticle = new Set(
  'CAMINO CAMPO CARMEN CENTRO CERRITO DORADO GRANADA INDIO JARDIN LAGO MONTE PASO PORTAL PRADO RIO SAUZ SEGUNDO SOL TORO'.split(
    ' ',
  ),
)
const beforeEducation = new Set(
  'ALT ALTER ALTERNATIVE CAREER COMP CONTINUING EXCEPTIONAL HIGHER OF SP SPEC SPECIAL TECHNICAL VOC'.split(' '),
)

/**
 * Returns the full words of a school abbreviation in its context (`CTR` → `Center`, `EL` → `Elementary` but `EL PASO` →
 * null), or null if it is not an abbreviation or could stand for several words (`JR`, `PREP`, `TECH`).
 */
function expandAbbreviation(words: readonly Word[], at: number): string | null {
  const { text, before } = words[at]
  const following = words[at + 1]
  const joint = following?.before ?? ''
  const first = at === 0
  const last = at === words.length - 1
  const around: Around = {
    previous: words[at - 1]?.text ?? '',
    before,
    joint,
    next: following?.text ?? '',
    following,
    first,
    last,
    // In "Texas MS-Keller" and "Academy (ES)", the letters stand for a school level, not for Ms. or Spanish "es".
    closes: !first && (last || joint.startsWith('-')),
  }
  return always.get(text) ?? (among.get(text)?.(around) || null)
}

/** Position of a word in a name: the neighboring words and the text between them. */
interface Around {
  readonly previous: string
  readonly before: string
  readonly joint: string
  readonly next: string
  readonly following: Word | undefined
  readonly first: boolean
  readonly last: boolean
  /** Whether the word ends the name, or the part of the name before a dash. */
  readonly closes: boolean
}

type Rule = (around: Around) => string | false

const elementary: Rule = ({ first, last, next, joint }) => {
  const isMeant = last
    ? !first
    : first
      ? /[#(]/.test(joint) || afterElementary.has(next)
      : !afterArticle.has(next) || joint !== ' '
  return isMeant && 'Elementary'
}
const special: Rule = ({ next }) => /^(ED|PROG)$/.test(next) && 'Special'
const community: Rule = ({ next }) => /^SERV?$/.test(next) && 'Community'
const service: Rule = ({ previous }) => /^COMM?$/.test(previous) && 'Service'

/** Abbreviations that mean a school word only in some contexts. */
const among: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    EL: elementary,
    INT: ({ first, last, next }) => (!first || last || next === 'CAMPUS') && 'Intermediate',
    JH: ({ first, following }) => (!first || followsKindOfSchool(following)) && 'Junior High',
    MS: ({ closes }) => closes && 'Middle School',
    ES: ({ closes }) => closes && 'Elementary School',
    ELE: ({ first, last }) => last && !first && 'Elementary',
    MID: ({ first, last }) => last && !first && 'Middle',
    ACA: ({ first }) => !first && 'Academy',
    CO: ({ first, joint, before }) => !first && !joint.startsWith('-') && before !== '-' && 'County',
    ALT: ({ next }) => /^(ED|SCHOOL|CENTER|CTR|H)$/.test(next) && 'Alternative',
    ED: ({ previous }) => beforeEducation.has(previous) && 'Education',
    SP: special,
    SPEC: special,
    VOC: ({ next }) => /^(ED|TRAINING)$/.test(next) && 'Vocational',
    GR: ({ previous }) => /^\d+TH$/.test(previous) && 'Grade',
    ST: ({ next }) => next === 'HOSPITAL' && 'State',
    DET: ({ next }) => /^(CTR|CENTER)$/.test(next) && 'Detention',
    DEV: ({ next }) => /^(CTR|CENTER)$/.test(next) && 'Development',
    PUB: ({ next }) => /^(SCH|CHTR|CHARTER)$/.test(next) && 'Public',
    REG: ({ next }) => (/^\d+$/.test(next) ? 'Region' : next === 'DAY' && 'Regional'),
    COM: community,
    COMM: community,
    SER: service,
    SERV: service,
  }),
)

/**
 * Joins letters that agencies write with spaces although they belong together: `J J A E P` → `JJAEP`, `H S` → `HS`,
 * `J H` → `JH`, `MC ALLEN` → `MCALLEN`. Other letters are initials and stay separate: `J H HINES EL`,
 * `ROBBIN E L WASHINGTON`.
 */
function mergeSpacedLetters(words: readonly Word[]): readonly Word[] {
  return mergeWords(words, (words, at) => {
    const next = words[at + 1]
    if (words[at].text === 'MC' && next?.before === ' ' && /^\p{Lu}{3,}$/u.test(next.text))
      return { text: `MC${next.text}`, count: 2 }
    const letters = lettersAt(words, at)
    const start = runStart(words, at)
    if (start === at)
      for (let count = letters; count >= 3; count--) {
        const text = joined(words, at, count)
        if (acronyms.has(text)) return { text, count }
      }
    const pair = letters >= 2 ? joined(words, at, 2) : ''
    return isKindOfSchool(pair, words, at, start, letters) ? { text: pair, count: 2 } : null
  })
}

/** Checks whether `H S`, `J H` or `M S` means a school rather than a person's initials. */
function isKindOfSchool(pair: string, words: readonly Word[], at: number, start: number, letters: number): boolean {
  const closes = at > 0 && at + 2 === words.length
  if (pair === 'MS') return closes
  if (pair !== 'HS' && pair !== 'JH') return false
  if (closes) return true
  // Other letters may come before the pair only if they form an acronym: "P S J A H S NORTH", not "W J H SMITH".
  if (start !== at) return acronyms.has(joined(words, start, at - start))
  const beginsName = at === 0 || /^(DR|MR|MRS|REV|COL|GEN)$/.test(words[at - 1].text)
  return !beginsName || letters > 2 || followsKindOfSchool(words[at + 2])
}

/**
 * Checks whether a word may follow a kind of school that begins a name: `H S #7`, `J H FOR LAW`, but not `J H HINES
 * EL`.
 */
function followsKindOfSchool(word: Word | undefined): boolean {
  return !word || /[#(/-]/.test(word.before) || /^(\d.*|AT|FOR|OF|NO|SCHOOL)$/.test(word.text)
}

/** Returns the start of the run of single letters that the word belongs to. */
function runStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && lettersAt(words, start - 1) > 1) start--
  return start
}

function joined(words: readonly Word[], at: number, count: number): string {
  return words
    .slice(at, at + count)
    .map((word) => word.text)
    .join('')
}

/** Words in school and district names that stay uppercase although they could be read as words. */
const acronyms: ReadonlySet<string> = new Set(
  `
  ISD CISD MSD CSD USD NISD FISD HISD RISD TISD SAISD EISD PISD LISD SCPS OCPS SLCSD JCSB MCSO WCSD
  DAEP JJAEP CCJJAEP JJA AEP AEC CAEP PEP GED ESE PPCD SSA DRC TAP TAPP DIC SIPP DJJ SES SEMS SPVA EES EEC ECC ECA ECLC ECHS
  CEEC ELC EC EE KG PK PKSA TAG GT CTE CATE STEM STEAM ACE ACES GOALS TAKS TRUCE AFP TBD LLC AFB
  KIPP IDEA YES BASIS PSJA ILT JHW AIM YWLA YMLA CAST LASA UME NYOS AIA SER SOS SLAM MAST PTAA SATF WALIPP BCFS TLC
  LBJ MLK JFK FDR AMI UCP RCMA ELS FLC BAC BAU SAU TNC NCI TCS VPA PDS RGMI FKA FEC ABC SRMI MKY DPP JCSSA MSA ELT AYW
  UT UTPB UTA UTSA TSU HCC TCC HAC PAC FIU FAU FAMU FSU FSUS UCF USF FLVS PAEC OCVS SVIP SCVS SAPMS FSDB SABL
  OCSA OCCS CHEP PCHS UC UCLA USC CSU CSUDH LAUSD ROP ROCP USA NASA YMCA YWCA UUU LEDADVPGM
  NE NW SE SW
  `
    .trim()
    .split(/\s+/),
)

/** Schools whose whole name is an acronym that is an ordinary word elsewhere. */
const wholeNames: ReadonlySet<string> = new Set(
  'ACTS, ALBA, ASCEND, BETA, EDGE, HOPE, REACH, RISE, SAIL, TRACE, PEEP - PREPARE, STEP-CORE'.split(', '),
)

/** Two-letter words. Any other pair of letters is initials or an acronym. */
const shortWords: ReadonlySet<string> = new Set(
  'AL AM AN AS AT BE BO BY CO CY DA DE DI DO DU ED EL ES FE GO HE HI IF IN IS IT JO KI LA LE LO LY ME MI MY NO OF OH ON OP OR OX OZ PI RE SO TO TY UN UP US VU WE WU YE YO YU'.split(
    ' ',
  ),
)
