import { PassThrough, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { BatchError } from '../../../src/faces/batch/errors.ts'
import { pipeCommand } from '../../../src/faces/cli/commands/pipe.ts'
import { sessionOn } from '../../../src/faces/cli/session.ts'
import { UsageError } from '../../../src/faces/cli/usage-error.ts'
import type { OpenOptions } from '../../../src/library/open-options.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { vicinageFixture } from '../batch/formats/fixtures/vicinage.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await vicinageFixture()
})

/** Starts `vicinage pipe …` in a program without other commands. */
function pipe(argv: readonly string[], input: AsyncIterable<Uint8Array>, output: Writable) {
  const opened: OpenOptions[] = []
  const program = new Command('vicinage').exitOverride().configureOutput({ writeErr() {}, outputError() {} })
  const terminal = {
    ...{ stdout() {}, stderr() {}, columns: undefined, color: false, unicode: true, version: '9.8.7' },
    site: () => import('../../../src/explorer/site/index.ts'),
    open: async (options: OpenOptions) => {
      opened.push(options)
      return vicinage
    },
  }
  const session = sessionOn(terminal, () => ({}))
  pipeCommand(program, session, () => ({ input, output }))
  return { opened, ended: program.parseAsync(['pipe', ...argv], { from: 'user' }) }
}

/** Returns the output for an input that comes at once or in parts. */
async function piped(argv: readonly string[], ...parts: readonly string[]) {
  const output = new PassThrough()
  const { opened, ended } = pipe(argv, partsOf(parts), output)
  let out = ''
  output.on('data', (bytes) => {
    out += bytes
  })
  await ended
  return { out, opened }
}

async function* partsOf(parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part)
}

const walk = ['--dimensions', 'walkability,fire', '--no-data', '0', '--no-bands']
const csv = ['--lat', '2', '--lon', '3', ...walk]
const scoresAt = (lat: number, lon: number) =>
  (['walkability', 'fire'] as const).map((id) => vicinage.score(id, { lat, lon }).score).join(',')

describe('vicinage pipe', () => {
  it('processes CSV without a header in order, adding one field per answer', async () => {
    const places = Array.from({ length: 3000 }, (_, i) => [30.2 + (i % 101) / 1000, -97.8 + (i % 97) / 1000] as const)
    const lines = places.map(([lat, lon], i) => `p${i},${lat},${lon}`)
    const text = `${lines.join('\n')}\n`
    const { out, opened } = await piped(csv, text)
    expect(out.split('\n')).toEqual([...lines.map((line, i) => `${line},${scoresAt(...places[i])},`), ''])
    expect(opened).toEqual([{ dimensions: ['walkability', 'fire'], schools: false, geocoder: false }])
    const cut = [text.slice(0, 1), text.slice(1, 5000), text.slice(5000)]
    for (const unbuffered of [[], ['--unbuffered']])
      expect((await piped([...csv, ...unbuffered], ...cut)).out).toBe(out)
  })

  it('adds the outcome of each row, and no scores for rows located less precisely than --min-layer', async () => {
    const rows = ['12 Invented Ln,Quillwater,TX,78790', ',Quillwater,TX,78790', '1 Elm St,Nowhereville,TX,']
    const argv = [
      '--address',
      '1,2,3,4',
      '--dimensions',
      'walkability',
      '--no-bands',
      '--outcome',
      '--min-layer',
      'street',
    ]
    const { out } = await piped(argv, `${rows.join('\n')}\n`)
    const [first, second, third] = out.split('\n')
    const { lat, lon } = vicinage.geocode('12 Invented Ln, Quillwater, TX 78790')
    expect(first).toBe(`${rows[0]},${vicinage.score('walkability', { lat: lat!, lon: lon! }).score},scored,`)
    expect(second).toMatch(/^,Quillwater,TX,78790,,rough,"Found only as .* coarser minLayer \(--min-layer\)/)
    expect(third).toMatch(/^1 Elm St,Nowhereville,TX,,,failed,/)
    await expect(piped([...argv.slice(0, -1), 'house'], 'x\n')).rejects.toThrow('minLayer must be the coarsest layer')
  })

  it('reads and prints a header on request', async () => {
    const { out } = await piped([...walk, '--header'], 'id,lat,lon\r\n7,30.23,-97.77\r\n')
    expect(out).toBe(`id,lat,lon,walkability,fire,vicinage_error\r\n7,30.23,-97.77,${scoresAt(30.23, -97.77)},\r\n`)
    const alone = await piped([...walk, '--header', '--prefix', 'v_'], 'id,lat,lon\n')
    expect(alone.out).toBe('id,lat,lon,v_walkability,v_fire,v_vicinage_error\n')
  })

  it('writes the same number of fields on every line, whatever the input', async () => {
    const odd = ['', '1', '1,30.23', '1,30.23,-97.77', '1,30.23,-97.77,4,5', ',,', '"a,b",30.23,-97.77', '"a"b,x,y']
    for (const first of odd) {
      const { out } = await piped([...csv, '--columns', '3'], `${[first, ...odd].join('\n')}\n`)
      const rows = out.trimEnd().split('\n')
      expect(rows.length).toBe(odd.length + 1)
      for (const row of rows) expect(fieldsOf(row).length, row).toBe(6)
    }
  })

  it('accepts addresses and tab-delimited input', async () => {
    const argv = ['--delimiter', '\\t', '--address', '2,3', ...walk]
    const { out, opened } = await piped(argv, '1\t12 Invented Ln\tQuillwater, TX 78790\n2\t\t\n')
    const [geocoded, empty] = out.split('\n')
    expect(geocoded).toBe(
      `1\t12 Invented Ln\tQuillwater, TX 78790\t${scoresAt(30.2123, -97.7211).replace(',', '\t')}\t`,
    )
    expect(empty).toMatch(/^2\t{5}\S/)
    expect(opened).toEqual([{ dimensions: ['walkability', 'fire'], schools: false, geocoder: true }])
  })

  it('accepts NDJSON, even if the first lines are invalid', async () => {
    const line = '{"lat":30.23,"lon":-97.77}'
    const answered = await piped(['--format', 'ndjson', ...walk], `${line}\n${line}`)
    expect(answered.out.split('\n').map((row) => row && JSON.parse(row).walkability)).toEqual([
      ...Array(2).fill(vicinage.score('walkability', { lat: 30.23, lon: -97.77 }).score),
      '',
    ])
    const named = ['--format', 'ndjson', '--lat', 'lat', '--lon', 'lon', ...walk]
    expect(
      (await piped(named, `x\n{"lon":1}\n${line}\n`)).out
        .split('\n')
        .map((row) => row && JSON.parse(row).vicinage_error),
    ).toEqual(['The line is not a JSON object.', 'There are no coordinates.', null, ''])
    await expect(piped(['--format', 'ndjson'], 'x\n')).rejects.toMatchObject({ constructor: BatchError })
  })

  it('adds the requested columns and opens only the data needed for them', async () => {
    const argv = [
      ...['--lat=1', '--lon=2', '--descriptions', '--districts'],
      ...['--schools', '2', '--geocode-details', '--streets', 'there'],
    ]
    const { out, opened } = await piped(argv, '30.23,-97.77\n')
    expect(fieldsOf(out.trimEnd()).length).toBe(2 + dimensions.length * 2 + 6 + 2 * 5 + 7 + 1)
    expect(opened).toEqual([
      { dimensions: dimensions.map(({ id }) => id), schools: true, geocoder: false, streets: 'there' },
    ])
  })

  it('writes nothing and opens no data for an empty input', async () => {
    for (const argv of [csv, ['--header'], ['--format', 'ndjson'], [...csv, '--unbuffered']]) {
      expect(await piped(argv)).toEqual({ out: '', opened: [] })
      expect(await piped(argv, '', '')).toEqual({ out: '', opened: [] })
    }
  })

  it.each([
    ['CSV', csv, '', '1,30.23,-97.77\n'],
    ['CSV with a header over two lines', [...walk, '--header'], '"i\nd",lat,lon\n', '1,30.23,-97.77\n'],
    ['NDJSON', ['--format', 'ndjson'], '', '{"lat":30.23,"lon":-97.77}\n'],
  ])('answers each line before the next line is sent: %s', async (_, argv, header, line) => {
    const input = new PassThrough()
    const output = new PassThrough()
    const { ended } = pipe([...argv, '--unbuffered'], input, output)
    const read = readerOf(output, ended)
    if (header !== '') {
      input.write(header.slice(0, 3))
      await setImmediate()
      input.write(header.slice(3))
      expect(await read()).toBe(header.replace('lon\n', 'lon,walkability,fire,vicinage_error\n'))
    }
    for (let i = 0; i < 3; i++) {
      input.write(line.slice(0, 9))
      await setImmediate()
      input.write(line.slice(9))
      expect(await read()).toMatch(/^.*-97\.77,.*\n$/)
    }
    input.end(line.trimEnd())
    expect(await read()).toMatch(/^.*-97\.77,.*\n$/)
    await ended
  })

  it('writes its last bytes to a slow reader before it exits', async () => {
    const written: string[] = []
    const output = new Writable({
      highWaterMark: 1,
      write(bytes, _, done) {
        setTimeout(() => {
          written.push(`${bytes}`)
          done()
        }, 5)
      },
    })
    const line = '1,30.23,-97.77\n'
    await pipe([...csv, '--unbuffered'], partsOf(Array(20).fill(line)), output).ended
    expect(written.join('')).toBe(`${line.trimEnd()},${scoresAt(30.23, -97.77)},\n`.repeat(20))
  })

  it('exits without an error and stops reading when its output is closed', async () => {
    const failing = (code: string) =>
      new Writable({ write: (_, __, done) => done(Object.assign(new Error(`write ${code}`), { code })) }).on(
        'error',
        () => {},
      )
    let read = 0
    async function* endless() {
      for (;;) {
        read++
        yield Buffer.from('1,30.23,-97.77\n')
      }
    }
    await pipe([...csv, '--unbuffered'], endless(), failing('EPIPE')).ended
    expect(read).toBe(1)
    await expect(pipe([...csv, '--unbuffered'], endless(), failing('EIO')).ended).rejects.toThrow('write EIO')
  })

  it.each([
    [[], /Which columns/],
    [['--header', '--columns', '3'], /--header/],
    [['--format', 'ndjson', '--header'], /--header is for CSV/],
    [['--format', 'ndjson', '--delimiter', ';'], /--delimiter is for CSV/],
    [['--format', 'parquet'], /csv or ndjson, got 'parquet'/],
    [['--header', '--schools', '51'], /0 to 50, got '51'/],
    [['--lat', '1', '--lon', '2', '--columns', '0'], /1 to 10000, got '0'/],
    [['--header', '--dimensions', 'flod'], /Did you mean flood/],
  ])('rejects %j before it reads any input', async (argv, reason) => {
    const silent = { [Symbol.asyncIterator]: () => expect.fail('it was read') }
    const { ended } = pipe(argv, silent, new PassThrough())
    await expect(ended).rejects.toThrow(reason)
    await expect(ended).rejects.toBeInstanceOf(UsageError)
  })

  it('fails at a record of more than 16 MB, after answering the records before it', async () => {
    const output = new PassThrough()
    const line = '1,30.23,-97.77\n'
    const { ended } = pipe([...csv, '--unbuffered'], partsOf([line, '"', 'x'.repeat(17 << 20)]), output)
    await expect(ended).rejects.toMatchObject({
      code: 'input_damaged',
      message: expect.stringContaining('A quote is not closed within 16 MB in the row that begins with'),
    })
    expect(`${output.read()}`).toBe(`${line.trimEnd()},${scoresAt(30.23, -97.77)},\n`)
  })

  it('fails if a quote is never closed, after answering the records before it', async () => {
    for (const unbuffered of [[], ['--unbuffered']]) {
      const output = new PassThrough()
      const { ended } = pipe(
        [...csv, ...unbuffered],
        partsOf(['1,30.23,-97.77\n', '"2\u001b,30.23,-97.77\n3,30,-97\n']),
        output,
      )
      await expect(ended).rejects.toMatchObject({
        code: 'input_damaged',
        message:
          "A quote is never closed in the row that begins with '\"2 ,30.23,-97.77': add the closing quote, or remove the quote.",
      })
      expect(`${output.read()}`).toBe(`1,30.23,-97.77,${scoresAt(30.23, -97.77)},\n`)
    }
  })

  it('lists the columns of the input if the requested columns are missing', async () => {
    await expect(piped(csv, '1,30.23\n')).rejects.toThrow(/"3"/)
    await expect(piped(['--header'], 'id,name\n')).rejects.toThrow(/"id", "name"/)
  })
})

/** Returns the fields of a CSV row. */
function fieldsOf(row: string): string[] {
  return row.match(/("(?:[^"]|"")*"[^,]*|[^,]*)(?:,|$)/g)!.slice(0, row.endsWith(',') ? undefined : -1)
}

/** Returns a function that reads the next output and fails if the command does. */
function readerOf(output: PassThrough, ended: Promise<unknown>): () => Promise<string> {
  const reading = output[Symbol.asyncIterator]()
  const failed = new Promise<never>((_, reject) => ended.catch(reject))
  return async () => `${(await Promise.race([reading.next(), failed])).value}`
}
