import { describe, expect, it } from 'vitest'
import { completeQuestion } from '../../src/batch/batch-question.ts'
import { planCsv } from '../../src/batch/formats/csv/header.ts'
import { adviceOf } from '../../src/explorer/batch/advice.ts'
import { cameraOf } from '../../src/explorer/batch/camera-of.ts'
import { sameCommand, scoredName } from '../../src/explorer/batch/command-text.ts'
import { layerCounts } from '../../src/explorer/batch/layer-counts.ts'
import { counted, sizeWords } from '../../src/explorer/batch/words.ts'

/** Why the command refuses a text. */
function refusal(text: string, options = {}): string {
  try {
    planCsv(new TextEncoder().encode(text), { question: completeQuestion(), last: true, ...options })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${text} is not refused`)
}

describe('advice on a refused file', () => {
  it.each<[string, object, string | null, string]>([
    ['a,b\n', {}, 'columns', 'No coordinate or address columns among "a", "b". Choose the columns below.'],
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
      'The first line holds 30.5, so it is not a header. Untick “The first line holds names” and choose the columns below.',
    ],
    [
      'lat,\0\n',
      {},
      'other file',
      'The input has a zero at byte 4, so it is not CSV. Save it as CSV (in Excel “CSV UTF-8”) and drop that.',
    ],
    [
      'lat,lon\r1,2\r',
      {},
      'other file',
      'The lines of the input end in carriage returns only. Save it as CSV (in Excel “CSV UTF-8”) and drop that.',
    ],
  ])('names no options of the command: %j', (text, options, remedy, sentence) => {
    expect(adviceOf(refusal(text, options))).toEqual({ remedy, sentence })
  })
})

describe('the same command', () => {
  const all = completeQuestion()

  it('has no more options than are needed', () => {
    expect(sameCommand('homes.csv', { header: true }, all)).toBe('npx vicinage batch homes.csv homes.scored.csv')
  })

  it('has what was chosen, in quotes of a shell', () => {
    const question = {
      ...all,
      dimensions: ['flood', 'fire'],
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
  ])('writes %s to %s', (name, scored) => {
    expect(scoredName(name)).toBe(scored)
  })
})

describe('the look of the map at the points of a file', () => {
  const points = (places: readonly (readonly [number, number, number])[]) => ({
    lat: Float64Array.from(places, ([lat]) => lat),
    lon: Float64Array.from(places, ([, lon]) => lon),
    scores: { fire: Uint8Array.from(places, ([, , score]) => score) },
  })

  it('shows all points with data, and no more', () => {
    const shown = cameraOf(
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
    // 2° of latitude there are 2.33° of the equator in Mercator; 524 pixels of 512·2^z for 360°.
    expect(512 * 2 ** shown!.zoom * (2.334 / 360)).toBeCloseTo(524, -1)
  })

  it('is not closer than it makes sense at one point, and has an answer without data', () => {
    expect(cameraOf(points([[30, -98, 5]]), null)).toEqual({
      lat: expect.closeTo(30),
      lon: expect.closeTo(-98),
      zoom: 14,
    })
    expect(cameraOf(points([[10, 20, 0]]), null)).toEqual({
      lat: expect.closeTo(10),
      lon: expect.closeTo(20),
      zoom: 14,
    })
    expect(
      cameraOf(
        points([
          [90, 180, 0],
          [-90, -180, 0],
        ]),
        { clientWidth: 0, clientHeight: 10 },
      )?.zoom,
    ).toBe(0)
    expect(cameraOf(points([]), null)).toBeNull()
  })
})

describe('words', () => {
  it('count', () => {
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

  it('name layers from the finest to the coarsest', () => {
    expect(layerCounts({ city: 2, zip: 5 })).toEqual([
      { words: 'the middle of the ZIP', count: 5 },
      { words: 'the middle of the city', count: 2 },
    ])
  })
})
