import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import type { Note, NotLoadedError } from '../../../src/base/errors.ts'
import { sameCommand, scoredName } from '../../../src/explorer/app/batch/command.ts'
import { type FileOptions, FileScorer } from '../../../src/explorer/app/batch/file-scorer.ts'
import { layerCounts } from '../../../src/explorer/app/batch/layer-counts.ts'
import { getCamera } from '../../../src/explorer/app/batch/points-on-map.ts'
import { counted, getAdvice, sizeWords } from '../../../src/explorer/app/batch/scoring.ts'
import { hazardCell } from '../../../src/explorer/app/place/hazards.ts'
import { type BatchQuestion, completeQuestion } from '../../../src/faces/batch/batch-question.ts'
import type { BatchError } from '../../../src/faces/batch/errors.ts'
import { planCsv } from '../../../src/faces/batch/formats/csv/header.ts'
import { runBatch } from '../../../src/faces/batch/run/run-batch.ts'
import { openVicinage } from '../../../src/index.ts'
import { placesFixture } from '../../faces/batch/fixtures/places.ts'
import { dimensionsFixture, folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const question = { dimensions: dimensionsFixture }
const usual: FileOptions = { header: true, question }

async function scorerOf(content: string | Uint8Array<ArrayBuffer>, folder?: string): Promise<FileScorer> {
  const data = folder ?? (await folderFixture())
  const scorer = new FileScorer((options) => openVicinage({ ...options, data }))
  await scorer.read(new Blob([content]))
  return scorer
}

const quiet = () => {}

/**
 * Scores the content of a file with the page's scorer and with the command, using the fixture data or the data in
 * `folder`.
 */
async function both(
  content: string | Uint8Array<ArrayBuffer>,
  options: Partial<FileOptions> = {},
  folder: string | undefined = undefined,
) {
  const data = folder ?? (await folderFixture())
  const scorer = await scorerOf(content, data)
  const answer = await scorer.score({ ...usual, ...options }, quiet)
  const input = join(emptyFolder(), 'in.csv')
  const output = input.replace('in.csv', 'out.csv')
  writeFileSync(input, content)
  const { question: asked, ...read } = { question, ...options }
  const summary = await runBatch({ input, output, data, userData: false, ...asked, ...read })
  return { answer, summary, page: Buffer.from(await answer.table.csv.arrayBuffer()), command: readFileSync(output) }
}

async function expectSame(
  content: string | Uint8Array<ArrayBuffer>,
  options: Partial<FileOptions> = {},
  folder: string | undefined = undefined,
) {
  const { answer, summary, page, command } = await both(content, options, folder)
  if (!page.equals(command)) expect(page.toString()).toBe(command.toString())
  const { resumed: _, seconds: __, build: ___, ...counts } = summary
  expect(answer.counts).toEqual(counts)
  return answer
}

describe('a file scored on the page', () => {
  it("is identical byte for byte to the command's output, over several chunks", async () => {
    const rows = placesFixture(45_000).map(({ lat, lon }, i) => `${i},"row ${i}, or ""so""",${lat},${lon}\n`)
    const answer = await expectSame(`id,name,lat,lon\n${rows.join('')}`)
    expect(answer.counts).toMatchObject({ rows: 45_000, failed: 0 })
  })

  it.each<[string, string, Partial<FileOptions>]>([
    ['no final line break', 'lat,lon\n30.5,-97.5\n31,-97', {}],
    ['half a line break at the end', 'lat,lon\r\n30.5,-97.5\r\n31,-97\r', {}],
    ['an empty last field', 'lat,lon,note\n30.5,-97.5,\n31,-97,', {}],
    ['a byte order mark', '\ufefflat;lon\r\n30,5;-97,5\r\n', {}],
    ['tabs', 'a\tlat\tlon\nx\t30.5\t-97.5\n', {}],
    ['rows that are too short, too long or empty', 'lat,lon,a\n30.5\n\n30.5,-97.5,1,2,"3\n4"\n', {}],
    ['impossible places', 'lat,lon\n91,0\n,\nx,1\n0,0\n"30.5",-97.5\n', {}],
    ['line breaks and quotes within quotes', 'a,lat,lon\n"x\n""y"", z",30.5,-97.5\n"",31,-97\n', {}],
    ['no header', '30.5,-97.5\n31,-97\n', { header: false, lat: '1', lon: '2' }],
    ['named columns and a named delimiter', 'p:q:r\n1:30.5:-97.5\n', { delimiter: ':', lat: 'q', lon: 'r' }],
    ['a prefix', 'lat,lon,fire\n30.5,-97.5,x\n', { question: { ...question, prefix: 'v_' } }],
    ['addresses that are not found', 'address\n1 Main St\n\n', {}],
    ['no scores to add', 'lat,lon\n30.5,-97.5\n', { question: { dimensions: [] } }],
  ])("is identical to the command's output with %s", async (_, text, options) => {
    await expectSame(text, options)
  })

  it("is identical to the command's output with all optional columns", async () => {
    const all: BatchQuestion = {
      dimensions: dimensionsFixture,
      descriptions: true,
      districts: true,
      schools: 3,
      geocodeDetails: true,
      bands: true,
      noData: null,
      prefix: '',
    }
    const rows = placesFixture(1_100).map(({ lat, lon }) => `${lat},${lon},`)
    const text = `lat,lon,address\n${rows.join('\n')}\n,,Austin TX\n,,"1100 Congress Ave, Austin, TX"\n`
    const { table, first } = await expectSame(text, { question: all }, 'dist-data')
    // Each of these columns has a value in at least one row.
    for (const name of ['district_unified_geoid', 'school_3_name']) {
      const column = 3 + table.added.findIndex((added) => added.name === name)
      expect(
        first.some((fields) => /\w/.test(fields[column])),
        name,
      ).toBe(true)
    }
  })

  it.each([
    ['schools', { schools: 2 }],
    ['districts', { districts: true }],
  ])('is rejected with the same error as by the command if the data contains no %s', async (part, columns) => {
    const options = { ...usual, question: { ...question, ...columns } }
    const scorer = await scorerOf('lat,lon\n30.5,-97.5\n')
    const refused = await scorer.score(options, quiet).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'NotLoadedError', code: `${part}_not_loaded` })
    const input = join(emptyFolder(), 'in.csv')
    writeFileSync(input, 'lat,lon\n30.5,-97.5\n')
    const command = runBatch({ input, output: `${input}.csv`, data: await folderFixture(), ...options.question })
    await expect(command).rejects.toMatchObject({ code: `${part}_not_loaded` })
    const { code, fact } = refused as NotLoadedError
    expect(getAdvice({ code, text: fact })).toEqual({
      remedy: 'additions',
      sentence: `The ${part} are not loaded: ${part}.bundle was not included. Remove them under “Also add”.`,
    })
  })

  it("is identical to the command's output, whatever the fields contain", async () => {
    const field = fc.constantFrom('', '30.5', '-97.5', ' 31 ', '"30,9"', '"a ""b"""', 'ü\r', '" \n"', 'x"y', '1e1')
    const row = fc.array(field, { minLength: 1, maxLength: 4 }).map((fields) => fields.join(','))
    // The first row is always a valid place. Without a valid place, the page and the command would word some errors
    // differently, such as the errors for files without rows and for files with swapped coordinates.
    const rows = fc.array(row, { minLength: 1, maxLength: 12 }).map((lines) => ['30.5,-97.5', ...lines])
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), async (lines, end, ends) => {
        await expectSame(`lat,lon,note${end}${lines.join(end)}${ends ? end : ''}`)
      }),
      { numRuns: 25 },
    )
  })

  it('yields its points with scores, and the reasons for rows without scores', async () => {
    const places = placesFixture(25_000)
    const lines = places.map(({ lat, lon }, i) => (i % 5000 === 4999 ? 'x,1' : `${lat},${lon}`))
    const scorer = await scorerOf(`lat,lon\n0,0\n${lines.join('\n')}\n`)
    const told: (number | undefined)[] = []
    const { points, reasons, counts } = await scorer.score(usual, (rows) => told.push(rows))
    const vicinage = await openVicinage({ data: await folderFixture() })
    const readable = [{ lat: 0, lon: 0 }, ...places.filter((_, i) => i % 5000 !== 4999)]
    const good = readable.filter((place) => vicinage.place(place) !== null)
    expect([...points.lat]).toEqual(good.map(({ lat }) => lat))
    expect([...points.lon]).toEqual(good.map(({ lon }) => lon))
    let none = 0
    good.forEach((place, i) => {
      const scores = dimensionsFixture.map((id) => vicinage.score(id, place).score)
      if (scores.every((score) => score === 0)) none++
      expect(dimensionsFixture.map((id) => points.scores[id][i])).toEqual(scores)
    })
    expect(counts).toMatchObject({ outside: readable.length - good.length, empty: none, failed: 5 })
    const { title, rows, first, example } = reasons.find((group) => group.title === 'The coordinates are invalid.')!
    expect([title, rows, first]).toEqual(['The coordinates are invalid.', 5, [5001, 10_001, 15_001]])
    expect(example).toContain("'x'")
    expect(reasons.reduce((sum, group) => sum + group.rows, 0)).toBe(counts.failed + counts.outside + counts.empty)
    expect(told).toEqual([undefined, 0, 20_000, 25_001])
  })
})

describe('the table of a scored file', () => {
  it('marks hazard scores that are estimates or based on old maps', async () => {
    const scorer = new FileScorer((needs) => openVicinage({ ...needs }))
    const homes = ['37.7652,-122.2416', '34.035,-118.68', '32.7767,-96.797', '29.3013,-94.7977', ',', '91,0']
    await scorer.read(new Blob([`lat,lon\n${homes.join('\n')}\n`]))
    const { first, maps } = await scorer.score({ header: true, question: { dimensions: ['flood', 'fire'] } }, quiet)
    const cells = first.map((fields, row) =>
      (['flood', 'fire'] as const).map((id, i) => {
        const score = Number(fields[2 + i])
        return score === 0 ? '' : hazardCell(id, [score, score], maps[row][id]!)
      }),
    )
    expect(cells).toEqual([
      ['~ uncertain', 'unclear (old map)'],
      ['~ uncertain', 'very high (old map)'],
      ['low (FEMA)', ''],
      ['~ high', ''],
      ['', ''],
      ['', ''],
    ])
    const current = { estimated: 0, replaced: 0 }
    expect(hazardCell('fire', [1, 255], current)).toBe('very high to no known zone (CAL FIRE)')
    // The range of scores around a city can include estimates even if the center of the city has a FEMA map.
    expect(hazardCell('flood', [231, 255], current)).toBe('~ uncertain to low')
  })
})

describe('the preview of a file', () => {
  it('shows the columns, the first rows and the place columns', async () => {
    const scorer = await scorerOf(`name;lat;lon\n${'"a;b";30,5;-97,5\n'.repeat(7)}`)
    expect(scorer.look(usual)).toEqual({
      delimiter: ';',
      names: ['name', 'lat', 'lon'],
      rows: 7,
      first: Array.from({ length: 5 }, () => ['a;b', '30,5', '-97,5']),
      place: { coordinates: { lat: 1, lon: 2 }, address: [], parts: [], unused: [] },
      understood: ['30,5, -97,5', '30,5, -97,5', '30,5, -97,5'],
      isSwapped: false,
      problem: null,
    })
    expect(scorer.look({ ...usual, header: false, lat: '2', lon: '3' })).toMatchObject({
      names: ['1', '2', '3'],
      rows: 8,
    })
    expect(scorer.look({ ...usual, delimiter: ',' })).toMatchObject({ names: ['name;lat;lon'], place: null })
  })

  it('shows how three places are read, the meaning of each column, and the unused columns', async () => {
    const rows = [
      '1100,Congress Ave,NULL,78701,Dallas',
      '12,Main St,4B,78701.0,Dallas',
      ',,,,',
      '14,Main St,,78701,Dallas',
    ]
    const scorer = await scorerOf(`House No,Street,Apt,ZIP,Mail City\n${rows.join('\n')}\n`)
    expect(scorer.look(usual)).toMatchObject({
      place: {
        parts: ['number', 'street', 'unit', 'zip'],
        unused: [{ name: 'Mail City', part: 'city', by: 'name' }],
      },
      understood: ['1100 Congress Ave, 78701', '12 Main St, # 4B, 78701', ''],
    })
    expect(scorer.look({ ...usual, address: 'nowhere' })).toMatchObject({ place: null, understood: [] })
  })

  it.each<[boolean, string, string, object]>([
    [true, 'swapped', 'lat,lon\n-97.74,30.27\n-122.41,37.76\n-80.27,25.72\n', {}],
    [true, 'swapped, with decimal commas', 'lat;lon\n-97,74;30,27\n', {}],
    [true, 'swapped, among gaps and other places', 'lat,lon\n,\nx,1\n0,0\n-97.74,30.27\n"-97.75",30.3\n', {}],
    [true, 'swapped by hand', 'a,b\n30.27,-97.74\n', { lat: 'b', lon: 'a' }],
    [false, 'in the right order', 'lat,lon\n30.27,-97.74\n', {}],
    [false, 'swapped in most rows only', 'lat,lon\n-97.74,30.27\n-97.75,30.3\n30.27,-97.74\n', {}],
    [false, 'elsewhere', 'lat,lon\n48.86,2.35\n2.35,48.86\n', {}],
    [false, 'both positive', 'lat,lon\n97.74,30.27\n', {}],
    [false, 'missing', 'lat,lon\n,\n', {}],
    [false, 'not needed', 'address\n1 Main St\n', {}],
  ])('reports isSwapped: %s for coordinates that are %s', async (isSwapped, _, text, options) => {
    expect((await scorerOf(text)).look({ ...usual, ...options })).toMatchObject({ isSwapped, problem: null })
  })

  it('detects swapped coordinates in rows throughout the file', async () => {
    const scorer = await scorerOf(`lat,lon\n${',\n'.repeat(2000)}${'-97.74,30.27\n'.repeat(2000)}`)
    expect(scorer.look(usual)).toMatchObject({ rows: 4000, isSwapped: true })
  })

  it.each([
    ['no columns for a place', 'a,b\n1,2\n', 'No coordinate or address columns were found among "a", "b"'],
    ['two possible columns', 'lat,lat,lon\n1,2,3\n', 'More than one column may be the latitude'],
    ['a column named like an added one', 'lat,lon,fire\n1,2,3\n', 'The input already has a column "fire"'],
    ['no header', '30.5,-97.5\n', 'The first line contains 30.5, so it is not a header'],
    ['only a header', 'lat,lon\n', 'no rows'],
    ['more rows than the page accepts', `lat,lon\n${'1,2\n'.repeat(100_001)}`, 'The file has 100,001 rows'],
  ])('explains what is wrong with %s, and still shows the columns', async (_, text, problem) => {
    const scorer = await scorerOf(text)
    const look = scorer.look(usual)
    expect(look.problem?.text).toContain(problem)
    expect(look.names.length).toBeGreaterThan(1)
    await expect(scorer.score(usual, quiet)).rejects.toThrow(problem)
  })

  it.each([
    [
      'an unclosed quote',
      'lat,lon\n1,2\n"1,2\n3,4\n',
      `A quote is never closed on line 3, which begins with '"1,2 3,4'.`,
    ],
    [
      'an unclosed quote in the first line',
      'lat,"lon\n1,2\n',
      'A quote is never closed in the row that begins on line 1',
    ],
    ['a zero byte', 'lat,lon\n1,\0\n', 'The input has a zero byte at position 10'],
    ['carriage returns as line ends', 'lat,lon\r1,2\r', 'only in carriage returns'],
    ['a row of more than 16 MB', `lat,lon\n1,2\n1,${'2'.repeat(17 << 20)}\n`, 'A row of more than 16 MB is on line 3'],
  ])('rejects %s', async (_, text, reason) => {
    const scorer = await scorerOf(text)
    expect(() => scorer.look(usual)).toThrow(reason)
  })
})

describe('the text of a file', () => {
  const text = `lat,lon\n${'30.5,-97.5\n'.repeat(3000)}`

  it('is decompressed, even with several gzip members', async () => {
    const one = new Uint8Array(gzipSync(text))
    const half = text.length >> 1
    const two = new Uint8Array(Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]))
    for (const packed of [one, two]) expect((await scorerOf(packed)).look(usual)).toMatchObject({ rows: 3000 })
    for (const broken of [
      one.slice(0, -9),
      two.slice(0, one.length >> 1),
      one.map((byte, i) => (i === one.length - 6 ? byte ^ 1 : byte)),
    ])
      await expect(scorerOf(broken)).rejects.toThrow('damaged or cut off')
  })

  it('is not decompressed beyond the maximum size', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(60 << 20)))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(scorerOf(bomb)).rejects.toThrow('more than 50 MB')
  })

  it('may be in UTF-16', async () => {
    const utf16 = new Uint8Array(Buffer.from(`\ufeffname\tlat\tlon\r\nü\t30.5\t-97.5\r\n`, 'utf16le'))
    const big = utf16.slice()
    Buffer.from(big.buffer).swap16()
    for (const bytes of [utf16, big]) {
      const scorer = await scorerOf(bytes)
      expect(scorer.look(usual)).toMatchObject({ names: ['name', 'lat', 'lon'], first: [['ü', '30.5', '-97.5']] })
      const {
        table: { csv },
      } = await scorer.score({ ...usual, question: { dimensions: [] } }, quiet)
      expect(Buffer.from(await csv.arrayBuffer()).toString()).toBe(
        '\ufeffname\tlat\tlon\tvicinage_error\r\nü\t30.5\t-97.5\t\r\n',
      )
    }
  })

  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['a workbook', 'PK\x03\x04…', 'save the sheet as CSV'],
    ['Parquet', 'PAR1', 'The command line can score it'],
    ['JSON', '[\n {"lat": 1}]', 'JSON'],
    ['NDJSON', '{"lat": 1, "lon": 2}\n', 'JSON'],
  ])('is not read from %s', async (_, content, reason) => {
    await expect(scorerOf(content)).rejects.toThrow(reason)
  })

  it('is rejected above the maximum size', async () => {
    await expect(scorerOf(new Uint8Array((50 << 20) + 1))).rejects.toThrow('51 MB')
  })
})

/** Returns the reason why the command rejects a string. */
function refusal(text: string, options = {}): Note {
  try {
    planCsv(new TextEncoder().encode(text), { question: completeQuestion(), last: true, ...options })
  } catch (error) {
    const { code, fact } = error as BatchError
    return { code, text: fact }
  }
  throw new Error(`${text} is not refused`)
}

describe('advice on a rejected file', () => {
  it.each<[string, object, string | null, string]>([
    ['a,b\n', {}, 'columns', 'No coordinate or address columns were found among "a", "b". Choose the columns below.'],
    ['lat,b\n', { lat: 'lat' }, 'columns', 'No longitude column among "lat", "b". Choose the columns below.'],
    [
      'lat,lat,lon\n',
      {},
      'columns',
      'More than one column may be the latitude: "lat" (column 1) and "lat" (column 2). Choose the columns below.',
    ],
    ['a,b\n', { lat: 'a', lon: 'a' }, 'columns', 'The column "a" is named twice. Choose the columns below.'],
    ['lat,lon,fire\n', {}, 'prefix', 'The input already has a column "fire". Give the added columns a prefix below.'],
    [
      '30.5,-97\n',
      {},
      'header',
      'The first line contains 30.5, so it is not a header. Clear “The first line is a header” and choose the columns below.',
    ],
    [
      'lat,\0\n',
      {},
      'other file',
      'The input has a zero byte at position 4, so it is not CSV. Save it as CSV (in Excel “CSV UTF-8”) and drop the CSV file here.',
    ],
    [
      'lat,lon\r1,2\r',
      {},
      'other file',
      'The lines of the input end only in carriage returns. Save it as CSV (in Excel “CSV UTF-8”) and drop the CSV file here.',
    ],
  ])("uses the page's own words, without command-line options: %j", (text, options, remedy, sentence) => {
    expect(getAdvice(refusal(text, options))).toEqual({ remedy, sentence })
  })
})

describe('the equivalent command', () => {
  const all = completeQuestion()

  it('contains no unnecessary options', () => {
    expect(sameCommand('homes.csv', { header: true }, all)).toBe('npx vicinage batch homes.csv homes.scored.csv')
  })

  it('contains the chosen options, quoted for a shell', () => {
    const question = {
      ...all,
      dimensions: ['flood', 'fire'] satisfies DimensionId[],
      descriptions: true,
      districts: true,
      schools: 3,
      prefix: 'v_',
    }
    expect(sameCommand("it's.tsv", { header: false, delimiter: '\t', lat: '2', lon: '3' }, question)).toBe(
      `npx vicinage batch 'it'\\''s.tsv' 'it'\\''s.scored.tsv' --dimensions flood,fire --descriptions --districts --schools 3 --prefix v_ --delimiter '\\t' --no-header --lat 2 --lon 3`,
    )
    expect(sameCommand('a.csv', { header: true, address: 'Street Name,City' }, { ...all, geocodeDetails: true })).toBe(
      `npx vicinage batch a.csv a.scored.csv --geocode-details --address 'Street Name,City'`,
    )
  })

  it.each([
    ['homes.csv', 'homes.scored.csv'],
    ['homes.CSV.gz', 'homes.scored.CSV'],
    ['homes.2024.tsv', 'homes.2024.scored.tsv'],
    ['homes', 'homes.scored.csv'],
    ['.csv', '.csv.scored.csv'],
    ['homes.gz', 'homes.scored.csv'],
  ])('reads %s and writes %s', (name, scored) => {
    expect(scoredName(name)).toBe(scored)
  })
})

describe("the map view of a file's points", () => {
  const points = (places: readonly (readonly [number, number, number])[]) => ({
    lat: Float64Array.from(places, ([lat]) => lat),
    lon: Float64Array.from(places, ([, lon]) => lon),
    scores: { fire: Uint8Array.from(places, ([, , score]) => score) },
  })

  it('fits tightly around all points with data', () => {
    const shown = getCamera(
      points([
        [30, -98, 5],
        [32, -96, 9],
        [0, 0, 0],
        [-90, 180, 0],
      ]),
      { clientWidth: 1120, clientHeight: 620 },
    )
    expect(shown?.lon).toBeCloseTo(-97)
    expect(shown?.lat).toBeCloseTo(31.005, 2)
    // At this latitude, 2° of latitude are as tall in Mercator as 2.334° of longitude. 360° are 512·2^z pixels, and 524
    // pixels are available.
    expect(512 * 2 ** shown!.zoom * (2.334 / 360)).toBeCloseTo(524, -1)
  })

  it('zooms to at most level 14 for a single point, and uses a default view without data', () => {
    expect(getCamera(points([[30, -98, 5]]), null)).toEqual({
      lat: expect.closeTo(30),
      lon: expect.closeTo(-98),
      zoom: 14,
    })
    expect(getCamera(points([[10, 20, 0]]), null)).toEqual({
      lat: expect.closeTo(10),
      lon: expect.closeTo(20),
      zoom: 14,
    })
    expect(
      getCamera(
        points([
          [90, 180, 0],
          [-90, -180, 0],
        ]),
        { clientWidth: 0, clientHeight: 10 },
      )?.zoom,
    ).toBe(0)
    expect(getCamera(points([]), null)).toBeNull()
  })
})

describe('the wording of counts', () => {
  it('formats row counts and file sizes', () => {
    expect([counted(1, 'row'), counted(0, 'row'), counted(12_345, 'row'), counted(1234)]).toEqual([
      '1 row',
      '0 rows',
      '12,345 rows',
      '1,234',
    ])
    expect([sizeWords(1), sizeWords(358), sizeWords(1500), sizeWords(52_000), sizeWords(5_250_000)]).toEqual([
      '1 byte',
      '358 bytes',
      '1.5 KB',
      '52 KB',
      '5.3 MB',
    ])
  })

  it('lists address tiers from finest to coarsest', () => {
    expect(layerCounts({ city: 2, zip: 5 })).toEqual([
      { words: 'the ZIP centroid', count: 5 },
      { words: 'the center of the city', count: 2 },
    ])
  })
})
