import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvOptions, readCsv, text } from '../../../data-build/read/csv.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { readableDistrictName, readableSchoolName } from '../../../data-build/schools/text/names.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

describe('readable school names', () => {
  it.each([
    // Spaced abbreviations of school kinds, such as `H S`, and the same letters as initials of a person.
    ['CAYUGA H S', 'Cayuga High School'],
    ['NOLAN RYAN J H', 'Nolan Ryan Junior High'],
    ['GROVETON J H-H S', 'Groveton Junior High-High School'],
    ['LOVELADY J H H S', 'Lovelady Junior High High School'],
    ['LA VILLA J J A E P H S', 'La Villa JJAEP High School'],
    ['P S J A H S NORTH', 'PSJA High School North'],
    ['J H HINES EL', 'J H Hines Elementary'],
    ['DR J H MOORE EL', 'Dr J H Moore Elementary'],
    ['PAUL W J H SMITH EL', 'Paul W J H Smith Elementary'],
    ['J H #2', 'Junior High #2'],
    ['DR RONALD E MCNAIR JH', 'Dr Ronald E McNair Junior High'],
    ['BURNET M S', 'Burnet Middle School'],
    ['M S RAMIREZ EL', 'M S Ramirez Elementary'],
    ['ENDEAVOR HS-JOE FRANK', 'Endeavor High School-Joe Frank'],
    [
      'INTERNATIONAL LEADERSHIP OF TEXAS ES-GRAND PRAIRIE',
      'International Leadership of Texas Elementary School-Grand Prairie',
    ],
    // EL as an abbreviation and as an article.
    ['EL DORADO EL', 'El Dorado Elementary'],
    ['HARMONY SCIENCE ACAD (EL PASO)', 'Harmony Science Academy (El Paso)'],
    ['EL MAGNET AT REAGAN EL', 'Elementary Magnet at Reagan Elementary'],
    ['EL #22', 'Elementary #22'],
    // Other abbreviations, which are expanded only as whole words in certain positions.
    ['WEDGWOOD 6TH GR SCH', 'Wedgwood 6th Grade School'],
    ['VAN ZANDT CO YOUTH MULTI-SERVICE CTR', 'Van Zandt County Youth Multi-Service Center'],
    ['SP ED CO-OP', 'Special Education Co-op'],
    ['ED H WHITE EL', 'Ed H White Elementary'],
    ["INT'L NEWCOMER ACAD", 'International Newcomer Academy'],
    ['WILLIAM S. TALBOT ELEM. SCHOOL', 'William S. Talbot Elementary School'],
    ['ARC BROWARD INC.', 'Arc Broward Inc.'],
    ['PLANO SR H S', 'Plano Sr High School'],
    // Acronyms.
    ['KIPP AUSTIN COLLEGE PREP', 'KIPP Austin College Prep'],
    ['YES PREP - 5TH WARD', 'YES Prep - 5th Ward'],
    ['HARRIS CO J J A E P', 'Harris County JJAEP'],
    ['D A E P', 'DAEP'],
    ['AUSTIN ST HOSPITAL', 'Austin State Hospital'],
    ["ST MARY'S HALL", "St Mary's Hall"],
    ['JP DABBS EL', 'JP Dabbs Elementary'],
    ['MAST@FIU', 'MAST@FIU'],
    ['SPORTS LEADERSHIP AND MANAGEMENT (SLAM)', 'Sports Leadership and Management (SLAM)'],
    ['WALTON INITIATIVE FOR SUCCESS IN EDUCATION (WISE)', 'Walton Initiative for Success in Education (WISE)'],
    ['EXCEL ACADEMY (IRVING)', 'Excel Academy (Irving)'],
    ['WISE EL FINE ARTS MAGNET', 'Wise Elementary Fine Arts Magnet'],
    ['HORIZON MONTESSORI III', 'Horizon Montessori III'],
    ['GARCIA-LEZA EC/PRE-K CENTER', 'Garcia-Leza EC/Pre-K Center'],
    ['LINCOLN K-8 CENTER', 'Lincoln K-8 Center'],
    // Names of people and places.
    ['A. P. RANDOLPH ACADEMIES', 'A. P. Randolph Academies'],
    ["G E 'BUDDY' WEST EL", "G E 'Buddy' West Elementary"],
    ["O'CONNOR H S", "O'Connor High School"],
    ['TOUSSAINT L’OUVERTURE HIGH', 'Toussaint L’Ouverture High'],
    ["YOUNG WOMEN'S LEADERSHIP ACADEMY", "Young Women's Leadership Academy"],
    ['McALLEN H S', 'McAllen High School'],
    ['FORT MC COY SCHOOL', 'Fort McCoy School'],
    ['MACARTHUR H S', 'MacArthur High School'],
    ['MACEDONIA EL', 'Macedonia Elementary'],
    ['LORENZO DE ZAVALA MIDDLE', 'Lorenzo de Zavala Middle'],
    ['DE ZAVALA EL', 'De Zavala Elementary'],
    ['ELIGIO KIKA DE LA GARZA EL', 'Eligio Kika de la Garza Elementary'],
    ['VISTA DEL SOL EL', 'Vista del Sol Elementary'],
    ['PREMIER H S OF DEL RIO', 'Premier High School of Del Rio'],
    ['CITY OF LA PORTE EL', 'City of La Porte Elementary'],
    ['WEST ŠTĚPÁN NIÑOS EL', 'West Štěpán Niños Elementary'],
    // Small words, numbers and punctuation.
    ['THE BRIDGE TO SUCCESS', 'The Bridge to Success'],
    ['NEW MIDDLE #9 AT GULF WAY', 'New Middle #9 at Gulf Way'],
    ['TEXAS ON-LINE PREPARATORY EL', 'Texas On-Line Preparatory Elementary'],
    ['MATH/SCIENCE/TECH MAGNET', 'Math/Science/Tech Magnet'],
    ['WESLACO 21ST CENTURY CTE H S', 'Weslaco 21st Century CTE High School'],
    ['  LINCOLN \t EL\n', 'Lincoln Elementary'],
    ['', ''],
    [' \u00a0 ', ''],
    // Mixed case is kept as the agency wrote it.
    ['Lowell High', 'Lowell High'],
    ['Mojave High                  (Cont.)', 'Mojave High (Cont.)'],
    ['Alder Charter Schools(North Campus)', 'Alder Charter Schools (North Campus)'],
    ['Alder Virtual School ( Virtual Franchise )', 'Alder Virtual School (Virtual Franchise)'],
    ['Program(s) at Alder', 'Program(s) at Alder'],
    ['Alder Lake Middle School.', 'Alder Lake Middle School'],
    ['ALDER LAKE MIDDLE SCHOOL.', 'Alder Lake Middle School'],
    ['Alder Academy Inc.', 'Alder Academy Inc.'],
    ['be.tech', 'be.tech'],
    ['PUC Lakeview H S', 'PUC Lakeview H S'],
    ['ASCEND', 'ASCEND'],
  ])('show "%s" as "%s"', (raw, readable) => {
    expect(readableSchoolName(raw)).toBe(readable)
  })

  it.each([
    ['AUSTIN ISD', 'Austin ISD'],
    ["KNOX CITY-O'BRIEN CISD", "Knox City-O'Brien CISD"],
    ['SAN FELIPE-DEL RIO CISD', 'San Felipe-Del Rio CISD'],
    ['S AND S CISD', 'S and S CISD'],
    ['REG 20 EDUCATION SERVICE CENTER', 'Region 20 Education Service Center'],
    ['HARRIS COUNTY DEPT OF ED', 'Harris County Department of Education'],
    ['KIPP INC CHARTER', 'KIPP Inc Charter'],
    ['Alameda Unified', 'Alameda Unified'],
  ])('show the district "%s" as "%s"', (raw, readable) => {
    expect(readableDistrictName(raw)).toBe(readable)
  })

  const word = fc.constantFrom(
    ...'H S J M A E P D EL CO ED SP INT PRI CTR JH HS MS ES ACAD DE LA DEL OF THE AT MC ALLEN RIO 6TH GR 8 KIPP STEP ISD'.split(
      ' ',
    ),
    ...['O’HARA', "INT'L", "WOMEN'S", 'STRASSE', 'ÉCOLE', '学校', 'DZ', '', '(SLAM)', '#7'],
  )
  const made = fc
    .array(fc.tuple(fc.constantFrom(' ', ' ', ' ', '-', '/', ' - ', '.', '@', ' ('), word), { maxLength: 9 })
    .map((pairs) => pairs.flat().join(''))

  it('are unchanged by a second pass and contain exactly the original words', () => {
    fc.assert(
      fc.property(made, (raw) => {
        const readable = readableSchoolName(raw)
        expect(readableSchoolName(readable)).toBe(readable)
        expect(losesOrInvents(raw, readable)).toBeNull()
      }),
      { numRuns: 3000 },
    )
  })

  it('are unchanged by a second pass for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (raw) => {
        const readable = readableSchoolName(raw)
        expect(readableSchoolName(readable)).toBe(readable)
      }),
      { numRuns: 2000 },
    )
  })
})

withAgencyFiles('the school names in ../shared/data', () => {
  const folder = new SourceFolder(SHARED)
  it.each([
    ['schools/tx/tx-campuses-ccd.csv.gz', ['SCHNAM', 'LEANM']],
    ['schools/tx/2018-01-24_askTedDirectory.csv.gz', ['School Name', 'District Name']],
    ['schools/fl/HIFLD_Public_Schools_FL.csv.gz', ['NAME']],
    ['schools/ca/pubschls.txt.gz', ['School', 'District']],
  ] as const)('from %s contain exactly the original words and avoid all capitals', async (path, headings) => {
    const spec = Object.fromEntries(headings.map((heading) => [heading, text({ null: ['', ' '] })]))
    const isCalifornia = path.includes('/ca/')
    const options: CsvOptions = { delimiter: isCalifornia ? '\t' : ',' }
    const { columns } = await readCsv(folder, path, spec, options)
    const names = new Set(headings.flatMap((heading) => columns[heading]))
    expect(names.size).toBeGreaterThan(4000)
    const faults: string[] = []
    const shouting: string[] = []
    for (const raw of names) {
      const readable = readableSchoolName(raw)
      faults.push(...[losesOrInvents(raw, readable)].filter((fault) => fault !== null))
      if (readableSchoolName(readable) !== readable) faults.push(`"${readable}" changes the second time`)
      if (isCalifornia) continue
      if (/[A-Z]{6,}/.test(readable.replaceAll(/\b(CC)?JJAEP\b/g, ''))) shouting.push(readable)
    }
    expect(faults).toEqual([])
    // Names with a word that stays in uppercase. Checked by eye: LEDADVPGM, WALIPP and ISTEAM3D.
    expect(shouting.length).toBeLessThanOrEqual(4)
  })
})

/** The words that abbreviations may expand to, listed independently. All other words must come from the source. */
const written = new Set(
  `ACADEMY ALTERNATIVE CENTER CENTERS CHARTER COLLEGE COMMUNITY COUNTY DEPARTMENT DETENTION DEVELOPMENT EDUCATION
  ELEMENTARY GRADE HEIGHTS HIGH INTERMEDIATE INTERNATIONAL JUNIOR JUVENILE LEARNING LEVEL MIDDLE OPPORTUNITY PREPARATORY PRIMARY
  PROGRAM PROGRAMS PUBLIC REGION REGIONAL SCHOOL SERVICE SPECIAL STATE UNIVERSITY VIRTUAL VOCATIONAL`.split(/\s+/),
)

/**
 * Compares a name with its readable form. Returns null if the words of the two forms correspond. Otherwise returns a
 * sentence that says where the forms differ. Words correspond in three cases:
 * - They are the same word.
 * - One form has letters for a kind of school or an acronym, and the other has the words that the letters stand for.
 * - One form has an abbreviation of the other form's word: it starts with the same first letter, and its letters appear
 *   in the word in order.
 */
function losesOrInvents(raw: string, readable: string): string | null {
  const from = wordsOf(raw)
  const to = wordsOf(readable)
  const seen = new Set<string>()
  let furthest = 0
  const pending: (readonly [number, number])[] = [[0, 0]]
  while (pending.length > 0) {
    const [i, j] = pending.pop()!
    if (i === from.length && j === to.length) return null
    const key = `${i} ${j}`
    if (seen.has(key)) continue
    seen.add(key)
    furthest = Math.max(furthest, i)
    // One to six words of the source may become one or two.
    for (let n = 1; n <= 6 && i + n <= from.length; n++)
      for (let m = 1; m <= 2 && j + m <= to.length; m++)
        if (stands(from.slice(i, i + n), to.slice(j, j + m))) pending.push([i + n, j + m])
  }
  return `"${raw}" and "${readable}" part after "${from.slice(0, furthest).join(' ')}"`
}

function stands(from: readonly string[], to: readonly string[]): boolean {
  const letters = from.join('')
  if (to.length === 1 && letters === to[0] && (from.length === 1 || isSpaced(from))) return true
  const isKind = ['HS', 'JH', 'MS', 'ES', 'JHS', 'SPED'].includes(letters) && (from.length === 1 || isSpaced(from))
  if (to.length === 2 || from.length > 1)
    return isKind && to.every((word) => written.has(word)) && initialsIn(letters, to)
  return written.has(to[0]) && letters.length >= 2 && letters[0] === to[0][0] && isSubsequence(letters, to[0])
}

const isSpaced = (words: readonly string[]) => words[0] === 'MC' || words.every((word) => /^\p{L}$/u.test(word))
const initialsIn = (letters: string, words: readonly string[]) =>
  letters[0] === words[0][0] && isSubsequence(letters, words.join(''))

function isSubsequence(letters: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === letters[at]) at++
  return at === letters.length
}

function wordsOf(name: string): string[] {
  return name
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}
