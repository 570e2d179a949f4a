import { beforeAll, describe, expect, it } from 'vitest'
import { csvAnswerer } from '../../../src/batch/csv/answer-csv.ts'
import { type CsvOptions, planCsv } from '../../../src/batch/csv/plan.ts'
import type { BatchQuestion } from '../../../src/batch/question.ts'
import type { Vicinage } from '../../../src/vicinage.ts'
import { madeVicinage } from '../ndjson/made-vicinage.ts'
import { readCsv } from './plain-csv.ts'

const dimensions = ['walkability', 'fire']
const question: BatchQuestion = {
  ...{ dimensions, descriptions: false, districts: false, schools: 0, geocodeDetails: false, prefix: '' },
}

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await madeVicinage()
})

type Options = Partial<Omit<CsvOptions, 'question'>> & { question?: Partial<BatchQuestion> }

/** The answers to the rows of a file, without its header. */
function answer(file: string | Uint8Array, options: Options = {}): Buffer {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const asked = { ...question, ...options.question }
  const plan = planCsv(bytes, { last: true, ...options, question: asked })
  return Buffer.from(csvAnswerer(vicinage, plan, asked).answer(bytes.subarray(plan.headerBytes)).bytes)
}
const answered = (file: string, options?: Options) => answer(file, options).toString()

/** Scores as they are added, and an empty reason. */
const scores = (lat: number, lon: number, delimiter = ',') =>
  `${dimensions.map((id) => delimiter + vicinage.score(id, { lat, lon }).score).join('')}${delimiter}`
const here = () => scores(30.23, -97.77)

describe('rows of CSV', () => {
  it('are kept byte for byte, the answers stand behind them', () => {
    expect(here()).toMatch(/^,[1-9]\d*,[1-9]\d*,$/)
    const row = '=1+1|cmd,"a ""b"", c\r\nd", 30.23 ,-97.770,é\u2028\uFEFF'
    expect(answered(`a,b,lat,lon,c\r\n${row}\r\n${row}\n${row}`)).toBe(
      [`${row}${here()}\r\n`, `${row}${here()}\n`, `${row}${here()}\r\n`].join(''),
    )
  })

  it('may hold bytes that are no text', () => {
    const row = Buffer.from([0xff, 0xc3, 0x28, 0x00, 0x2c])
    const file = Buffer.concat([Buffer.from('a,lat,lon\n'), row, Buffer.from('30.23,-97.77\n')])
    expect(answer(file)).toEqual(Buffer.concat([row, Buffer.from(`30.23,-97.77${here()}\n`)]))
  })

  it.each([
    ['+30.23', '-097.77'],
    ['"30.23"', '"-97.77"'],
    ['30.23000000000000000000000000', '-977.7e-1'],
    [' 30.23\t', '"  -97.77"'],
    ['30_.2_3', '-97.77'],
    ['30.2300000000000004', '-97.77'],
  ])('may write a coordinate as %j and %j', (lat, lon) => {
    expect(answered(`lat,lon\n${lat},${lon}\n`)).toBe(`${lat},${lon}${here()}\n`)
    expect(answered(`lon;lat\n${lon};${lat}`)).toBe(`${lon};${lat}${here().replaceAll(',', ';')}\n`)
  })

  it('may have decimal commas where no comma delimits', () => {
    for (const delimiter of [';', '\t', '|']) {
      const row = `30,23${delimiter}"-97,77"`
      const expected = `${row}${here().replaceAll(',', delimiter)}\n`
      expect(answered(`lat${delimiter}lon\n${row}\n`, { delimiter })).toBe(expected)
    }
    expect(answered('lat,lon\n"30,23",-97.77\n')).toContain(",,,The latitude '30,23' is no number")
  })

  it.each([
    ['30.23N', '-97.77', "The latitude '30.23N' is no number of degrees such as 30.2672."],
    ['30.23', '97.77° W', "The longitude '97.77° W' is no number of degrees such as 30.2672."],
    ['1,030.5', '0', "The latitude '1,030.5' is no number of degrees such as 30.2672."],
    ['0x1e', '1', "The latitude '0x1e' is no number of degrees such as 30.2672."],
    ['', '', 'There is no coordinate.'],
    ['30.23', '', 'There is no coordinate.'],
    ['NULL', 'N/A', 'There is no coordinate.'],
    ['\\N', 'nan', 'There is no coordinate.'],
    ['91', '0', 'The latitude 91 is not in -90…90.'],
    ['0', '-inf', 'The longitude -Infinity is not in -180…180.'],
    ['1'.repeat(2000), '0', `The latitude '${'1'.repeat(40)}…' is no number of degrees such as 30.2672.`],
    ['a\n"b"', '0', `The latitude 'a "b"' is no number of degrees such as 30.2672.`],
  ])('with the coordinate %j, %j have a reason and no scores', (lat, lon, reason) => {
    const fields = [lat, lon].map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
    const [row] = readCsv(answered(`lat,lon\n${fields}\n`), ',')
    expect(row).toEqual([lat, lon, '', '', reason])
  })

  it('outside the coverage score 0', () => {
    expect(answered('lat,lon\n0,0\n90,-180\n')).toBe('0,0,0,0,\n90,-180,0,0,\n')
  })

  it('with too few fields get empty ones', () => {
    expect(answered('lat,lon,a,b\n30.23,-97.77\n30.23\r\n\n\r\n"30.23",-97.77,')).toBe(
      [
        `30.23,-97.77,,${here()}\n`,
        '30.23,,,,,,There is no coordinate.\r\n',
        ',,,,,,There is no coordinate.\n',
        ',,,,,,There is no coordinate.\r\n',
        `"30.23",-97.77,,${here()}\n`,
      ].join(''),
    )
  })

  it('with too many fields hold them in the last column, and say so', () => {
    const reason = 'The row has more than 3 fields.'
    expect(answered('lat,lon,where\n30.23,-97.77,1 Main St, Austin\n1,2,3,\r\n1,2,"a""\nb",c,"d\n')).toBe(
      [`30.23,-97.77,"1 Main St, Austin",,,${reason}\n`, `1,2,"3,",,,${reason}\r\n`].join('') || '',
    )
  })
})
