import { describe, expect, it } from 'vitest'
import type { SchoolMethods, SchoolSearchResponse } from '../../../src/answers/schools/answers.ts'
import { listedSchools, nearbyCampuses } from '../../../src/answers/schools/school-methods.ts'
import type { Terminal } from '../../../src/faces/cli/terminal.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { consoleOf, libraryFixture } from './console.ts'
import { districtsFixture, schoolsFixture } from './fixtures/schools.ts'

const austin = ['30.2672', '-97.7431']
const place = { lat: 30.2672, lon: -97.7431 }
const all = schoolsFixture({ schools: true, districts: true })
const commands = [
  ['schools', ...austin],
  ['district-schools', '4899900'],
  ['districts', ...austin],
  ['school', '489990000101'],
]

/** Returns a terminal whose library has the given school methods. */
function withSchools(schools: Partial<SchoolMethods>): Partial<Terminal> {
  return { open: async () => ({ ...libraryFixture, schools: { ...all, ...schools } }) as unknown as Vicinage }
}

/** Returns a string with single spaces in place of line breaks and indents. */
function words(text: string): string {
  return text.replace(/\s+/g, ' ')
}

describe('every school command', () => {
  it.each(commands)('opens no dimension: %s', async (...argv) => {
    const { code, err, opened } = await consoleOf(argv)
    expect({ code, err, opened }).toEqual({ code: 0, err: '', opened: [{ dimensions: [], geocoder: false }] })
  })

  it('prints the same words at every terminal width', async () => {
    const lines = async (columns: number) => words((await consoleOf(['school', '489990000101'], { columns })).out)
    expect((await lines(60)).replace(/ [█▏▎▍▌▋▊▉·]+/g, '')).toBe((await lines(140)).replace(/ [█▏▎▍▌▋▊▉·]+/g, ''))
  })

  it('removes accents if the terminal does not support UTF-8', async () => {
    expect((await consoleOf(commands[0], { unicode: false })).out).toContain('Academia Nino Nandu of Visual')
  })

  const levels = ['--level', 'elementary', '--level=high']
  it.each<[argv: string[], answer: object]>([
    [
      ['schools', ...austin, ...levels, '--limit', '1', '--same-district'],
      all.schoolRatings({ ...place, level: 'elementary,high', limit: 1, same_district: true }),
    ],
    [
      ['district-schools', '4899900', '--level=elementary'],
      all.schoolByDistrict({ lea_id: '4899900', level: 'elementary' }),
    ],
    [['districts', ...austin], { districts: districtsFixture, note: null }],
    [['districts', '30', '97'], { districts: [], note: 'This place is not in any school district in the data.' }],
    [['school', '489990000101'], all.school({ nces_id: '489990000101' })],
  ])('prints the library result as JSON: %j', async (argv, answer) => {
    expect((await consoleOf([...argv, '--json'])).out).toBe(`${JSON.stringify(answer, null, 2)}\n`)
  })

  it('removes terminal control characters from names', async () => {
    const name = 'Evil\u001b]0;title\u0007\u001b[2J\nSchool\u202e'
    const renamed = (answer: SchoolSearchResponse) => ({
      ...answer,
      schools: answer.schools.map((school) => ({ ...school, name, lea_name: name })),
    })
    const hostile = withSchools({
      nearestCampuses: (question) =>
        nearbyCampuses(listedSchools(renamed(all.nearestCampuses(question)), all), { lat: 30, lon: -97 }, 1),
      schoolByDistrict: (question) => renamed(all.schoolByDistrict(question)),
      districts: () => ({ districts: [{ ...districtsFixture[0], name, rating_summary: name }] }),
      school: (question) => ({ ...all.school(question), name, address: name, rating_description: name }),
    })
    for (const argv of [
      ...commands,
      ['report', ...austin],
      ['schools', ...austin, '--same-district', '--level=high'],
    ]) {
      const { code, out } = await consoleOf(argv, hostile)
      expect(out).toContain('Evil ]0;title [2J School')
      expect(out).not.toMatch(/[^\n\P{Cc}]|\u202e/u)
      expect(code).toBe(argv.includes('--level=high') ? 3 : 0)
    }
  })
})

describe('vicinage schools', () => {
  it('lists the nearest schools first, one line each if the output is not a terminal', async () => {
    const { out } = await consoleOf(['schools', ...austin])
    const lines = out.split('\n')
    expect(lines[0]).toBe('Schools around 30.2672, -97.7431')
    expect(lines[2]).toMatch(
      /^ 0\.2 mi \(350 m\) {2}Bluestem Elementary School {2,}Elementary PK-5 {3}8\/10 \(2022\) {2}Quillwater Independent School District {2,}489990000101$/,
    )
    expect(lines[3]).toMatch(
      /^0\.8 mi \(1\.2 km\) {2}Academia Niño Ñandú .* Combined K-12 {4}10\/10 \(2022\) {2}Quillwater/,
    )
    expect(lines[4]).toMatch(/^ 7\.7 mi \(12 km\) {2}Sumac Middle {10,}– {2}district 4899901 +489990100001$/)
    expect(lines[5]).toMatch(/^ 65 mi \(104 km\) /)
    expect(lines[7]).toBe('Source: A Directory of Schools (Texas), 2013.')
    expect(words(out)).toContain('A school opened since is missing, and addresses may have changed.')
    expect(out).toContain('vicinage school 489990000101')
  })

  it('lists each school in two lines on a terminal', async () => {
    const { out } = await consoleOf(['schools', ...austin], { columns: 80 })
    expect(out.split('\n').slice(2, 7)).toEqual([
      ' 0.2 mi (350 m)  Bluestem Elementary School        Elementary PK-5   8/10 (2022)',
      '                 Quillwater Independent School District  ·  489990000101',
      '0.8 mi (1.2 km)  Academia Niño Ñandú of Visual     Combined K-12    10/10 (2022)',
      '                 and Performing Arts and Advanced',
      '                 Mathematics',
    ])
  })

  it('passes its options to the library', async () => {
    const asked: unknown[] = []
    const listening = withSchools({
      nearestCampuses: (question) => {
        asked.push(question)
        return all.nearestCampuses(question)
      },
    })
    await consoleOf(['schools', ...austin, '--json'], listening)
    await consoleOf(['schools', '30.2672,-97.7431', '--level=middle,high', '--limit=50', '--same-district'], listening)
    expect(asked).toEqual([
      { ...place, level: undefined, limit: 10, same_district: false, minRating: undefined },
      { ...place, level: ['middle', 'high'], limit: 50, same_district: true, minRating: undefined },
    ])
  })

  it('notes that there may be more schools beyond the limit', async () => {
    expect((await consoleOf(['schools', ...austin, '--limit', '2'])).out).toContain(
      'At most 2 schools are listed. Use --limit 50',
    )
    expect((await consoleOf(['schools', ...austin])).out).not.toContain('At most')
  })

  it.each([
    [
      '30.2672 -97.7431 --same-district --level high',
      'The data has no high school of Quillwater Independent School District or Lower Alder Elementary School District.',
    ],
    ['30.2672 97.7431 --same-district', 'This place is not in a school district.'],
  ])('explains why there are no schools for %s', async (line, reason) => {
    const { code, out } = await consoleOf(['schools', ...line.split(' ')], { columns: 60 })
    expect(words(out)).toContain(reason)
    expect(code).toBe(3)
  })

  it('reports that there are no schools of the requested level', async () => {
    const none = withSchools({ nearestCampuses: () => ({ ...all.nearestCampuses(place), schools: [] }) })
    const reason = async (...level: string[]) => (await consoleOf(['schools', ...austin, ...level], none)).out
    expect(await reason('--level', 'middle,high')).toContain('The data has no middle or high school.')
    expect(await reason('--level', 'high,middle,elementary')).toContain(
      'The data has no high, middle or elementary school.',
    )
    expect(await reason()).toContain('The data has no school.')
  })
})

describe('vicinage district-schools', () => {
  it('lists the schools of a district by name, without distances', async () => {
    const { out } = await consoleOf(['district-schools', ' 4899900'])
    expect(out.split('\n').slice(0, 4)).toEqual([
      'Schools of Quillwater Independent School District (4899900)',
      '',
      `Academia Niño Ñandú of Visual and Performing Arts and Advanced Mathematics  Combined K-12    10/10 (2022)  489990000102`,
      `Bluestem Elementary School${' '.repeat(50)}Elementary PK-5   8/10 (2022)  489990000101`,
    ])
  })

  it('reports that a district has no schools of the requested level', async () => {
    const { code, out } = await consoleOf(['district-schools', '4899900', '--level', 'middle'])
    expect(out).toContain('Schools of district 4899900\n\nThe data has no middle school of this district.\n')
    expect(code).toBe(3)
  })
})

describe('vicinage districts', () => {
  it('prints name, kind, grades and rating of each district, with the reason for the rating', async () => {
    const { out } = await consoleOf(['districts', ...austin])
    expect(out).toBe(`School districts at 30.2672, -97.7431

  Quillwater Independent School District
    Unified PK-12  ·  4899900  ·  rating 7/10 (2022)
    Its own overall score of 85 is better than that of 6 in 10 districts of Texas.

  Lower Alder Elementary School District
    Elementary K-8  ·  0699902  ·  rating –

For the schools of a district, run \`vicinage district-schools 4899900\`
`)
  })

  it('reports that a place is in no district', async () => {
    const { code, out } = await consoleOf(['districts', '30', '97'])
    expect(out).toBe('School districts at 30, 97\n\nThis place is not in any school district in the data.\n')
    expect(code).toBe(3)
  })
})

describe('vicinage school', () => {
  it('prints a card with all known facts', async () => {
    const { out } = await consoleOf(['school', '489990000101'], { columns: 80 })
    expect(out.split('\n').slice(0, 12)).toEqual([
      'Bluestem Elementary School',
      '',
      '  Level     Elementary PK-5',
      '  District  Quillwater Independent School District (4899900)',
      '  NCES id   489990000101',
      '  Address   12 Invented Lane, Quillwater, TX 78799',
      '  Place     30.2701, -97.7411',
      '  Phone     (512) 555-0100',
      '  Website   https://bluestem.example.org',
      '  Students  612',
      '  Teachers  38.3 (full-time equivalents)',
      '  Ratio     16 students per teacher; state average at this level 14.6',
    ])
    expect(out).toContain('Rating 8/10\n  Better than 7 in 10')
    expect(out).toContain('  Source: An Education Agency, 2022 accountability ratings\n')
    // The shares are 349, 148 and 61 of 612. The bar has 160 eighths, and 57% of them are 91.
    expect(out).toContain(
      '  Hispanic or Latino  349   57.0%  ███████████▍········\n  White               148   24.2%  ',
    )
    expect(out).toContain(`  Pacific Islander      0    0.0%  ${'·'.repeat(20)}\n`)
    expect(out).not.toContain('Native American')
  })

  it('omits unknown facts', async () => {
    const { out } = await consoleOf(['school', '489990100001'])
    expect(out).toBe('Sumac Middle\n\n  District  4899901\n  NCES id   489990100001\n  Place     30.3, -97.7\n')
  })

  it('prints shares of the summed counts if the total is from another year, and no shares if a count is unknown', async () => {
    const card = async (facts: object) => {
      const terminal = withSchools({ school: (question) => ({ ...all.school(question), ...facts }) })
      return (await consoleOf(['school', '489990000101'], terminal)).out
    }
    const sexes = await card({ total_students: 400 })
    expect(sexes).toContain('  Male    310   50.7%')
    // The number of Native American students is unknown, so 610 is not the total.
    expect(sexes).toMatch(/^ {2}White +148$/m)
    expect(await card({ total_students: null, students_native_american: 0 })).toMatch(/White +148 {3}24\.3%/)
    expect(await card({ total_students: 0, students_male: 0, students_female: 0 })).toMatch(/^ {2}Male +0$/m)
    expect(await card({ total_students: 1234, student_teacher_ratio: null })).toMatch(
      /Students {2}1,234\n(?:.*\n)*? {2}Ratio {5}state average at this level 14\.6\n/,
    )
  })
})

describe('schools in a report', () => {
  it('are listed within 50 km, after the districts', async () => {
    const { out } = await consoleOf(['report', ...austin], { columns: 80 })
    const lines = out.split('\n')
    expect(lines.slice(lines.indexOf('Schools'), lines.indexOf('Schools') + 7)).toEqual([
      'Schools',
      '  Quillwater Independent School District           Unified PK-12     7/10 (2022)',
      '  Lower Alder Elementary School District           Elementary K-8              –',
      '   0.2 mi (350 m)  Bluestem Elementary School      Elementary PK-5   8/10 (2022)',
      '  0.8 mi (1.2 km)  Academia Niño Ñandú of Visual…  Combined K-12    10/10 (2022)',
      '   7.7 mi (12 km)  Sumac Middle                                                –',
      '',
    ])
    expect(out).toContain('vicinage schools 30.2672 -97.7431')
  })

  it('are listed with metric distances on request', async () => {
    const { out } = await consoleOf(['report', ...austin, '--units', 'metric'], { columns: 80 })
    expect(out).toContain('\n   350 m  Bluestem Elementary School ')
    expect(out).not.toContain(' mi ')
  })

  it('are printed with --json as the library returns them', async () => {
    const { out } = await consoleOf(['report', ...austin, '--json'])
    const { schools } = all.schoolRatings({ ...place, limit: 5 })
    expect(JSON.parse(out)).toMatchObject({ districts: districtsFixture, schools })
    expect(schools).toHaveLength(4)
  })

  it('are omitted if the data has no schools', async () => {
    const none = withSchools(schoolsFixture({ schools: false, districts: false }))
    const { code, out } = await consoleOf(['report', ...austin], none)
    expect(out).not.toMatch(/^Schools$|vicinage schools/m)
    expect(code).toBe(0)
    const json = await consoleOf(['report', ...austin, '--json'], none)
    expect(JSON.parse(json.out)).toMatchObject({ districts: null, schools: null })
  })
})

describe('a school command with data that lacks schools or districts', () => {
  const neither = withSchools(schoolsFixture({ schools: false, districts: false }))
  const withoutDistricts = withSchools(schoolsFixture({ schools: true, districts: false }))

  it.each([
    [neither, 'schools 30 -97', 'The schools are not loaded: schools.bundle was not included.'],
    [neither, 'district-schools 4899900', 'The schools are not loaded: schools.bundle was not included.'],
    [
      withoutDistricts,
      'schools 30 -97 --same-district',
      'The districts are not loaded: districts.bundle was not included.',
    ],
    [withoutDistricts, 'districts 30 -97', 'The districts are not loaded: districts.bundle was not included.'],
  ])('reports once that schools or districts are not loaded', async (terminal, line, reason) => {
    const { code, out, err } = await consoleOf(line.split(' '), terminal)
    expect(words(out).split(reason)).toHaveLength(2)
    expect(out).not.toMatch(/Source|none|null/)
    expect({ code, err }).toEqual({ code: 3, err: '' })
  })

  it('exits with code 2 if it requests a single school', async () => {
    const { code, out, err } = await consoleOf(['school', '489990000101'], neither)
    expect(err).toContain(
      'vicinage: The schools are not loaded: schools.bundle was not included.\nTo use other data, run `vicinage --data',
    )
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

describe('an unknown identifier', () => {
  it.each([
    ['district-schools 4800000', 'There is no school district 4800000 in the data.', 'vicinage districts LAT LON'],
    ['school 480000000000', 'There is no school 480000000000 in the data.', 'vicinage schools LAT LON'],
  ])('is rejected, as text and as JSON: %s', async (line, reason, hint) => {
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await consoleOf([...line.split(' '), ...more])
      expect(err).toContain(`vicinage: ${reason}\n`)
      expect(err).toContain(hint)
      expect({ code, out }).toEqual({ code: 3, out: '' })
    }
  })
})
