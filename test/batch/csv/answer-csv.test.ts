import { beforeAll, describe, expect, it } from 'vitest'
import { csvAnswerer } from '../../../src/batch/csv/answer-csv.ts'
import { type CsvOptions, planCsv } from '../../../src/batch/csv/plan.ts'
import type { BatchQuestion } from '../../../src/batch/question.ts'
import type { Vicinage } from '../../../src/vicinage.ts'
import { madeVicinage } from '../ndjson/made-vicinage.ts'
import { readCsv } from './plain-csv.ts'

const dimensions = ['walkability', 'insurance-coverage']
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
    const piece = Buffer.concat([row, Buffer.from('30.23,-97.77\n')])
    const plan = planCsv(Buffer.from('a,lat,lon'), { last: true, question })
    const { bytes } = csvAnswerer(vicinage, plan, question).answer(piece)
    expect(Buffer.from(bytes)).toEqual(Buffer.concat([row, Buffer.from(`30.23,-97.77${here()}\n`)]))
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
    expect(answered('lat,lon\n"30,23",-97.77\n')).toContain(`,,,"The latitude '30,23' is no number`)
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
    ['a\n"b"', '0', `The latitude 'a "b"' is no number of degrees such as 30.2672.`],
  ])('with the coordinate %j, %j have a reason and no scores', (lat, lon, reason) => {
    const fields = [lat, lon].map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
    const [row] = readCsv(answered(`lat,lon\n${fields}\n`), ',')
    expect(row).toEqual([lat, lon, '', '', reason])
  })

  it('with very long numbers are read no further than makes sense', () => {
    const [[, , , , reason]] = readCsv(answered(`lat,lon\n${'1'.repeat(2000)},0\n`), ',')
    expect(reason).toBe(`The latitude '${'1'.repeat(40)}…' is no number of degrees such as 30.2672.`)
    expect(answered(`lat,lon\n${'0'.repeat(2000)}30.23,-97.77\n`)).toBe(`${'0'.repeat(2000)}30.23,-97.77${here()}\n`)
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
    const reason = 'The row has more than 3 fields: put texts with a comma in double quotes or delimit by tabs.'
    const quotes = '"a""\nb",c,"d"""'
    expect(answered(`lat,lon,where\n30.23,-97.77,1 Main St, Austin\n1,2,3,\r\n1,2,${quotes}\n30.23,-97.77,4`)).toBe(
      [
        `30.23,-97.77,"1 Main St, Austin",,,${reason}\n`,
        `1,2,"3,",,,${reason}\r\n`,
        `1,2,"${quotes.replaceAll('"', '""')}",,,${reason}\n`,
        `30.23,-97.77,4${here()}\n`,
      ].join(''),
    )
    expect(answered('address\nQuillwater, TX\n', { delimiter: ',' })).toBe(
      '"Quillwater, TX",,,The row has more than 1 field: put texts with a comma in double quotes or delimit by tabs.\n',
    )
    const ofOthers = [
      [';', 'put texts with a semicolon in double quotes or delimit by tabs.'],
      ['#', 'put texts with a # in double quotes or delimit by tabs.'],
      ['\t', 'put texts with a tab in double quotes.'],
    ]
    for (const [delimiter, what] of ofOthers)
      expect(answered(`lat${delimiter}lon\n1${delimiter}2${delimiter}3`, { delimiter })).toContain(what)
  })

  it('without a coordinate are answered by their address', () => {
    const of = (address: string) => {
      const { lat, lon } = vicinage.geocode(address)
      return scores(lat!, lon!)
    }
    const rows = [
      ',,"1 Main St\nApt 2",Quillwater,TX,78790',
      'NULL,,,Quillwater,,78790',
      '30.23,-97.77,nowhere,,,',
      ',,"",,," "',
      '30N,,,Quillwater,TX,78790',
      ',,,,Ontario,',
      ',,,Quillwater,TX',
    ]
    expect(answered(`lat,lon,Street,City,State,Zip\n${rows.join('\n')}`)).toBe(
      [
        `${rows[0]}${of('1 Main St Apt 2, Quillwater, TX, 78790')}\n`,
        `${rows[1]}${of('Quillwater, 78790')}\n`,
        `${rows[2]}${here()}\n`,
        `${rows[3]},,,There is no coordinate and no address.\n`,
        `${rows[4]},,,The latitude '30N' is no number of degrees such as 30.2672.\n`,
        `${rows[5]},,,"${vicinage.geocode('Ontario').message}"\n`,
        `${rows[6]},${of('Quillwater, TX')}\n`,
      ].join(''),
    )
    const long = 'a'.repeat(301)
    expect(answered(`address\n""\n${long}\n"Quillwater, TX 78790"`)).toBe(
      [
        '"",,,The address is empty.\n',
        `${long},,,"The address has 301 characters, at most 300 are read."\n`,
        `"Quillwater, TX 78790"${of('Quillwater, TX 78790')}\n`,
      ].join(''),
    )
  })

  it('may be in the encoding of old spreadsheets', () => {
    const file = Buffer.from('full address,x\n"1 Peña St, Quillwater, TX 78790",é\n', 'latin1')
    const [, row] = file.toString('latin1').split('\n')
    const out = answer(file, { question: { dimensions: [], geocodeDetails: true } })
    expect(out.toString('latin1').startsWith(`${row},`)).toBe(true)
    // What was found is UTF-8: ASCII, as a rule.
    const { address, confidence } = vicinage.geocode('1 Peña St, Quillwater, TX 78790')
    expect(readCsv(out.toString('latin1'), ',')[0].slice(5, 8)).toEqual([String(confidence), '3000', address])
  })

  it('have texts beside the scores where they are asked for, in quotes as they need', () => {
    const all = { descriptions: true, districts: true, schools: 2, geocodeDetails: true, prefix: 'a,' }
    const file = 'lat,lon,address\n30.23,-97.77,\n,,"1 Main St, Quillwater, TX 78790"\n,,\n1,2,3,4\n'
    const plan = planCsv(Buffer.from(file), { last: true, question: { ...question, ...all } })
    const [header] = readCsv(Buffer.from(plan.outputHeader).toString(), ',')
    const rows = readCsv(answered(file, { question: all }), ',').map((row) => {
      expect(row.length).toBe(header.length)
      return Object.fromEntries(row.map((field, i) => [header[i], field]))
    })
    const at = { lat: 30.23, lon: -97.77 }
    const [school] = vicinage.schools.schoolRatings({ ...at, limit: 2 }).schools
    expect(rows[0]).toMatchObject({
      'a,walkability_description': vicinage.score('walkability', at).description,
      'a,school_1_name': school.name,
      'a,school_1_distance_meters': String(school.distance_meters),
      'a,geocode_layer': '',
      'a,vicinage_error': '',
    })
    const geocoded = vicinage.geocode('1 Main St, Quillwater, TX 78790')
    expect(rows[1]).toMatchObject({
      'a,geocode_lat': String(geocoded.lat),
      'a,geocode_address': geocoded.address,
      'a,vicinage_error': '',
    })
    for (const { 'a,vicinage_error': reason, ...rest } of rows.slice(2)) {
      expect(reason).not.toBe('')
      expect(Object.entries(rest).filter(([name, value]) => name.startsWith('a,') && value !== '')).toEqual([])
    }
  })

  it('may be many and long', () => {
    const long = '"1,2\n'.concat('x"",'.repeat(1_000_000), '"')
    const blank = 1_100_000
    const rows = [`30.23,-97.77,${long}`, ...Array<string>(blank).fill(''), '30.23,-97.77,x']
    const out = answered(`lat,lon,more\n${rows.join('\n')}\n`)
    const empty = ',,,,,There is no coordinate.\n'
    expect(out.startsWith(`${rows[0]}${here()}\n${empty}`)).toBe(true)
    expect(out.endsWith(`${empty}30.23,-97.77,x${here()}\n`)).toBe(true)
    expect(out.length).toBe(
      long.length + '30.23,-97.77,'.length * 2 + 1 + 2 * (here().length + 1) + blank * empty.length,
    )
  })
})

describe('pieces of CSV', () => {
  const plan = () => planCsv(Buffer.from('lat,lon\n'), { last: true, question })

  it('are answered one after another, also when the buffer of an answer was given away', () => {
    const { answer } = csvAnswerer(vicinage, plan(), question)
    const one = Buffer.from('30.23,-97.77\nx,\n')
    const two = Buffer.from('30.23,-97.77\n'.repeat(100))
    const first = answer(one)
    expect(first.counts).toEqual({ rows: 2, scored: 1, failed: 1, layers: {} })
    const text = Buffer.from(first.bytes).toString()
    structuredClone(first.bytes.buffer, { transfer: [first.bytes.buffer as ArrayBuffer] })
    expect(Buffer.from(answer(two).bytes).toString()).toBe(`30.23,-97.77${here()}\n`.repeat(100))
    expect(Buffer.from(answer(one).bytes).toString()).toBe(text)
    const { bytes, counts } = answer(new Uint8Array(0))
    expect([bytes.length, counts.rows]).toEqual([0, 0])
  })

  it('that end inside quotes are refused', () => {
    const { answer } = csvAnswerer(vicinage, plan(), question)
    for (const piece of ['1,"2', '"', '"1,2\n', '1,2,"3\n', '1,"2""\n'])
      expect(() => answer(Buffer.from(piece)), piece).toThrow('A piece of the input ends inside quotes.')
    expect(Buffer.from(answer(Buffer.from('30.23,-97.77')).bytes).toString()).toBe(`30.23,-97.77${here()}\n`)
  })
})
