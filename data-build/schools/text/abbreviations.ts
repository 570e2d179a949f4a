import { followsKindOfSchool } from './spaced-letters.ts'
import type { Word } from './words.ts'

/** Abbreviations of school words that mean one thing in the agencies' lists wherever they stand. */
const always: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ACAD: 'Academy',
    ACADE: 'Academy',
    ACADEM: 'Academy',
    ACDMY: 'Academy',
    ALTER: 'Alternative',
    CHTR: 'Charter',
    CLGE: 'College',
    CTR: 'Center',
    CTRS: 'Centers',
    DEPT: 'Department',
    DETENT: 'Detention',
    EDUC: 'Education',
    ELEM: 'Elementary',
    ELEMENTAR: 'Elementary',
    HS: 'High School',
    HTS: 'Heights',
    "INT'L": 'International',
    INTERMED: 'Intermediate',
    JHS: 'Junior High School',
    JUV: 'Juvenile',
    LRN: 'Learning',
    LRNG: 'Learning',
    LRNING: 'Learning',
    LVL: 'Level',
    MIDD: 'Middle',
    MIDDL: 'Middle',
    OPPORT: 'Opportunity',
    PREPARATOR: 'Preparatory',
    PRI: 'Primary',
    PRG: 'Program',
    PRGS: 'Programs',
    PROGAM: 'Program',
    PROG: 'Program',
    RGNL: 'Regional',
    SCH: 'School',
    SCHL: 'School',
    SCHO: 'School',
    SCHOO: 'School',
    SPED: 'Special Education',
    UNIV: 'University',
    VIRT: 'Virtual',
  }),
)

/** What may follow `EL` at the start of a name when it stands for Elementary. */
const afterElementary = new Set('AEP ALTER CAMPUS CENTER CHARTER CTR DAEP FOR MAGNET SCHOOL STEAM STEM'.split(' '))
/** What follows the Spanish article inside a name: places, and nothing that follows "Elementary". */
const afterArticle = new Set(
  'CAMINO CAMPO CARMEN CENTRO CERRITO DORADO GRANADA INDIO JARDIN LAGO MONTE PASO PORTAL PRADO RIO SAUZ SEGUNDO SOL TORO'.split(
    ' ',
  ),
)
const beforeEducation = new Set(
  'ALT ALTER ALTERNATIVE CAREER COMP CONTINUING EXCEPTIONAL HIGHER OF SP SPEC SPECIAL TECHNICAL VOC'.split(' '),
)

/**
 * The full words of a school abbreviation as it stands among its neighbours (`CTR` → `Center`, `EL` → `Elementary` but
 * `EL PASO` → null), or null for what is no abbreviation or could mean several things (`JR`, `PREP`, `TECH`).
 */
export function expandAbbreviation(words: readonly Word[], at: number): string | null {
  const { text, before } = words[at]
  const full = always.get(text)
  if (full !== undefined) return full
  const previous = words[at - 1]?.text ?? ''
  const next = words[at + 1]?.text ?? ''
  const joint = words[at + 1]?.before ?? ''
  const first = at === 0
  const last = at === words.length - 1
  // "Texas MS-Keller", "Academy (ES)": a level, not Ms. or Spanish "es".
  const closes = !first && (last || joint.startsWith('-'))
  switch (text) {
    case 'EL':
      return isElementary(first, last, next, joint) ? 'Elementary' : null
    case 'INT':
      return first && !last && next !== 'CAMPUS' ? null : 'Intermediate'
    case 'JH':
      return first && !followsKindOfSchool(words[at + 1]) ? null : 'Junior High'
    case 'MS':
      return closes ? 'Middle School' : null
    case 'ES':
      return closes ? 'Elementary School' : null
    case 'ELE':
    case 'MID':
      return last && !first ? (text === 'ELE' ? 'Elementary' : 'Middle') : null
    case 'ACA':
      return first ? null : 'Academy'
    case 'CO':
      return first || joint.startsWith('-') || before === '-' ? null : 'County'
    case 'ALT':
      return ['ED', 'SCHOOL', 'CENTER', 'CTR', 'H'].includes(next) ? 'Alternative' : null
    case 'ED':
      return beforeEducation.has(previous) ? 'Education' : null
    case 'SP':
    case 'SPEC':
      return next === 'ED' || next === 'PROG' ? 'Special' : null
    case 'VOC':
      return next === 'ED' || next === 'TRAINING' ? 'Vocational' : null
    case 'GR':
      return /^\d+TH$/.test(previous) ? 'Grade' : null
    case 'DET':
      return next === 'CTR' || next === 'CENTER' ? 'Detention' : null
    case 'DEV':
      return next === 'CTR' || next === 'CENTER' ? 'Development' : null
    case 'PUB':
      return ['SCH', 'CHTR', 'CHARTER'].includes(next) ? 'Public' : null
    case 'REG':
      return /^\d+$/.test(next) ? 'Region' : next === 'DAY' ? 'Regional' : null
    case 'COM':
    case 'COMM':
      return /^SERV?$/.test(next) ? 'Community' : null
    case 'SER':
    case 'SERV':
      return /^COMM?$/.test(previous) ? 'Service' : null
    default:
      return null
  }
}

function isElementary(first: boolean, last: boolean, next: string, joint: string): boolean {
  if (last) return !first
  if (first) return /[#(]/.test(joint) || afterElementary.has(next)
  return !afterArticle.has(next) || joint !== ' '
}
