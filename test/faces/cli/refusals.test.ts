import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BundleError } from '../../../src/base/errors.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { parquetOf, placesFixture } from '../batch/formats/fixtures/parquet.ts'
import { consoleOf } from './console.ts'

describe('a command line', () => {
  it.each([
    ['scor 30 -97', "vicinage: Unknown command 'scor'. Did you mean score?", 'Try: vicinage --help'],
    ['score 30 -97 --jsn', "vicinage: Unknown option '--jsn'. Did you mean --json?", 'Try: vicinage score --help'],
    ['score', "vicinage: Missing required argument 'place'.", 'Try: vicinage score --help'],
    ['score 30', "vicinage: A place is two numbers, latitude and longitude; got 1 ('30').", '30.2672 -97.7431'],
    ['report -97.7431 30.2672', 'vicinage: The latitude -97.7431 is out of range', 'did you mean 30.2672 -97.7431?'],
    ['explain', "vicinage: Missing required argument 'dimension'.", 'Try: vicinage explain --help'],
    ['explain 30 -97 flood', 'vicinage: The dimension comes before the place.', 'vicinage explain flood'],
    ['edge 34.1 -118.3 fire', 'vicinage: The dimension comes before the place.', 'vicinage edge fire'],
    ['explain flod 30 -97', "vicinage: There is no dimension 'flod'. Did you mean flood?", 'vicinage dimensions'],
    ['explain noise 30 -97', "'noise'. Did you mean noise-levels?", 'vicinage dimensions'],
    ['explain cheese 30 -97', "vicinage: There is no dimension 'cheese'.\n", 'vicinage dimensions'],
    [
      'score flood 30 -97',
      'vicinage: The place comes first; dimensions are given with --dimensions.',
      '30.2672 -97.7431 --dimensions flood',
    ],
    ['score 30 -97 -d flood,', "vicinage: There is no dimension ''.", 'vicinage dimensions'],
    ['edge fire 30 -97 --within 500', 'vicinage: --within is now called --max-distance.', 'vicinage edge --help'],
    ['score 30 -97 --dimension fire', 'vicinage: --dimension is now called --dimensions.', 'vicinage score --help'],
    [
      'score 30 -97 --dimensions',
      "vicinage: Option '-d, --dimensions <ids>' argument missing.",
      'vicinage score --help',
    ],
    ['start 30', 'vicinage: A place is two numbers', '30.2672 -97.7431'],
    ['score 30 -97 --data=', 'vicinage: --data is empty.', 'manifest.json'],
    ['help nonsense', "vicinage: There is no command 'nonsense'.", 'Usage: vicinage'],
    ['schools 91 -97', 'vicinage: The latitude 91 is out of range', 'west is negative'],
    ['schools 30 -97 --limit 0', "--limit: Input should be greater than or equal to 1, got '0'.", 'schools --help'],
    [
      'schools 30 -97 --level Secondary',
      "--level: Input should be 'elementary', 'middle' or 'high', got 'Secondary'.",
      '--help',
    ],
    ['schools 30 -97 --level x --limit x', "got 'x'. --limit: Input should be a valid integer", 'schools --help'],
    ['district-schools 4899900 --limit 99', 'less than or equal to 50', 'Try: vicinage district-schools --help'],
    [
      'district-schools 489990',
      "must have 7 digits, got '489990'. Did you mean 0489990?",
      'vicinage districts LAT LON',
    ],
    ['district-schools austin', "The identifier of a school district must have 7 digits, got 'austin'.\n", 'LAT LON'],
    ['districts 30', 'vicinage: A place is two numbers', '30.2672 -97.7431'],
    [
      'school 89990000101',
      "must have 12 digits, got '89990000101'. Did you mean 089990000101?",
      'vicinage schools LAT LON',
    ],
    [
      'school -489990000101',
      "The identifier of a school must have 12 digits, got '-489990000101'.",
      'vicinage schools LAT',
    ],
    ['school ٤٨٩٩٩٠٠٠٠١٠١', 'The identifier of a school must have 12 digits', 'vicinage schools LAT LON'],
    ['batch -1.csv score', 'vicinage: There is no file -1.csv.', 'Try: vicinage batch --help'],
    ['batch src out.csv', 'vicinage: src is a folder: name a file', 'Try: vicinage batch --help'],
    ['batch  out.csv', 'vicinage: The name of the input is empty.', 'Try: vicinage batch --help'],
    ['cluster submit a b', "Required option '--redis <url>' not specified.", 'Try: vicinage cluster submit --help'],
    ['data copy', "vicinage: Required option '--out <dir>' not specified.", 'Try: vicinage data copy --help'],
    [
      'data copy --out x --states CA,OK',
      "The data does not include the state 'OK'; choose from CA, FL, TX.",
      'data copy --help',
    ],
    ['find --within TX --min flood=9 --limit 0', '--limit: Input should be greater than or equal to 1', 'find --help'],
    ['data copy --out x --dimensions flod', "There is no dimension 'flod'. Did you mean flood?", 'vicinage dimensions'],
    ['data copy --out dist-data', 'vicinage: dist-data is the data folder.', '--out DIR'],
    ['data copy --out dist-data/in', 'vicinage: dist-data/in is inside the data folder.', '--out DIR'],
    ['data copy --out package.json', 'vicinage: package.json is a file.', '--out DIR'],
    ['data copy --out test', 'vicinage: test contains files that are not vicinage data.', '--out DIR'],
  ])('is rejected with a reason and a hint if it is invalid: %s', async (line, reason, hint) => {
    const { code, out, err, opened } = await consoleOf(line.split(' '))
    expect(err).toContain(reason)
    expect(err).toContain(hint)
    expect({ code, out, opened }).toEqual({ code: 2, out: '', opened: [] })
  })

  it('is rejected if it is empty, and the help is printed on stderr', async () => {
    const { code, out, err } = await consoleOf([])
    expect(err).toContain('Usage: vicinage')
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

describe('a command that fails', () => {
  it('exits with code 1 and names the damaged data', async () => {
    const open = async () => {
      throw new BundleError('flood.bundle in /data is cut off.')
    }
    const { code, out, err } = await consoleOf(['report', '30', '-97'], { open })
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: 'vicinage: flood.bundle in /data is cut off.\nTo use other data, run `vicinage --data DIR …`\n',
    })
  })

  it('reports that a folder contains no data', async () => {
    const { code, err } = await consoleOf(['score', '30', '-97', '--data', 'test/cli/no-such-folder'], {
      open: openVicinage,
    })
    expect(code).toBe(1)
    expect(err).toContain('There is no vicinage data in test/cli/no-such-folder')
  })

  it('names the operating system error and suggests running the command again', async () => {
    const open = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    }
    const { code, err } = await consoleOf(['report', '30', '-97'], { open })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'vicinage: Operating system error: ENOSPC: no space left on device, write.\nRun the command again once the cause is fixed.\n',
    })
  })

  it('reports an unexpected error with its message', async () => {
    const open = async () => {
      throw new TypeError('x is undefined')
    }
    const { code, out, err } = await consoleOf(['report', '30', '-97'], { open })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('Unexpected error: x is undefined')
  })
})

/** Runs a batch on a file with these bytes. Returns its exit code and its messages without paths. */
async function batchOf(name: string, bytes: string | Uint8Array, ...options: string[]) {
  const folder = emptyFolder()
  const input = join(folder, name)
  writeFileSync(input, bytes)
  const output = join(folder, `out.${name}`)
  const { code, err } = await consoleOf(['batch', input, output, '--data', await folderFixture(), ...options])
  return { code, err: err.replaceAll(`${folder}/`, '') }
}

const rows = 'id,lat,lon\n1,30.23,-97.77\n'

describe('a failed batch', () => {
  it('exits with code 2 and a hint if the command line or a file named there is invalid', async () => {
    const help = '\nTry: vicinage batch --help\n'
    for (const [outcome, reason] of [
      [await batchOf('in.csv', ''), 'in.csv is empty: check that it is the right file.'],
      [await batchOf('in.csv', 'id,name\n1,2\n'), 'No coordinate or address columns were found among "id", "name"'],
      [await batchOf('in.csv', rows, '--lat', 'latitude', '--lon', 'lon'), 'There is no column "latitude" for --lat'],
      [await batchOf('in.parquet', rows), 'The input is not a Parquet file'],
    ] as const) {
      expect(outcome.err).toContain(`vicinage: ${reason}`)
      expect(outcome).toEqual({ code: 2, err: expect.stringContaining(help) })
    }
    const { code, err } = await consoleOf(['batch', 'no-such-file.csv', 'score'])
    expect({ code, err }).toEqual({ code: 2, err: `vicinage: There is no file no-such-file.csv.${help}` })
  })

  it('exits with code 1 and only the reason if an input is damaged', async () => {
    const { lat, lon } = placesFixture(2000, 3)
    const columns = [
      { name: 'lat', data: lat },
      { name: 'lon', data: lon },
    ]
    const parquet = new Uint8Array(parquetOf(columns, { rowGroupSize: 1000, codec: 'UNCOMPRESSED' }))
    const broken = parquet.slice().fill(0xff, 10, 200)
    const gzip = gzipSync(rows.repeat(100))
    for (const [outcome, reason] of [
      [await batchOf('in.parquet', parquet.subarray(0, -9)), /^The input is not a complete Parquet file: .*$/],
      [
        await batchOf('in.parquet', broken, '--threads', '1'),
        /^The column "lat" of the Parquet file cannot be read: .*$/,
      ],
      [await batchOf('in.csv.gz', gzip.subarray(0, -9)), /^in\.csv\.gz is cut off: .*$/],
      [
        await batchOf('in.csv', `${rows}"${' '.repeat(17 << 20)}`, '--threads', '1'),
        /^A quote is not closed within 16 MB in the row that begins on line 3 of in\.csv with '" +': .*$/,
      ],
    ] as const) {
      const [said, ...more] = outcome.err.split('\n').filter((line) => !line.startsWith('Reading '))
      expect(said.replace('vicinage: ', '')).toMatch(reason)
      expect({ code: outcome.code, more }).toEqual({ code: 1, more: [''] })
    }
  })
})

describe('vicinage cluster', () => {
  it.each([
    ['http://127.0.0.1:1', 2, 'The Redis URL begins with http:'],
    ['nowhere', 2, 'The Redis URL cannot be parsed'],
    ['redis://127.0.0.1:1', 1, 'Redis at 127.0.0.1:1 cannot be used (ECONNREFUSED)'],
  ])(
    'exits with code 2 for an invalid Redis address and code 1 for an unreachable Redis server: %s',
    async (redis, code, reason) => {
      const outcome = await consoleOf(['cluster', 'status', '--redis', redis])
      expect(outcome).toMatchObject({ code, out: '' })
      expect(outcome.err).toContain(`vicinage: ${reason}`)
      expect(outcome.err.includes('\nTry: vicinage cluster status --help\n')).toBe(code === 2)
    },
  )
})

describe('a required option', () => {
  it.each([
    ['find --wihtin 78704 --min walkability=9', '--wihtin', '--within'],
    ['rank walkability --off city', '--off', '--of'],
    ['export --bby zip --out x.csv', '--bby', '--by'],
    ['export --by zip --outt x.csv', '--outt', '--out'],
    ['page 30 -97 --oot x.html', '--oot', '--out'],
    ['map flood --within 78704 --oot x.png', '--oot', '--out'],
    ['sites a.csv --radius 1mi --oot x.html', '--oot', '--out'],
    ['layer add x.geojson --idd canopy', '--idd', '--id'],
    ['data copy --oot x', '--oot', '--out'],
    ['cluster submit a.csv b.csv --rediss redis://localhost', '--rediss', '--redis'],
    ['cluster worker --rediss redis://localhost', '--rediss', '--redis'],
  ])('that is misspelled is rejected with an error that gives the correct name: %s', async (line, wrong, right) => {
    const { code, err } = await consoleOf(line.split(' '))
    expect(err).toContain(`vicinage: Unknown option '${wrong}'. Did you mean ${right}?`)
    expect(code).toBe(2)
  })

  it.each(['find', 'rank walkability', 'export --by zip', 'layer add x.geojson', 'cluster status'])(
    'that is omitted is reported as missing: %s',
    async (line) => {
      const { code, err } = await consoleOf(line.split(' '))
      expect(err).toMatch(/^vicinage: Required option '--?.*' not specified\./)
      expect(code).toBe(2)
    },
  )
})
