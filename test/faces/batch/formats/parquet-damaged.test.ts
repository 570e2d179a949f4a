import { parquetMetadata } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { BatchError } from '../../../../src/faces/batch/errors.ts'
import { answerRowGroups } from '../../../../src/faces/batch/formats/parquet/answer.ts'
import { planParquet } from '../../../../src/faces/batch/formats/parquet/footer.ts'
import { openVicinage } from '../../../../src/index.ts'
import { randomNumbers } from '../../../data/raster/random-raster.ts'
import { folderFixture } from '../../../library/fixtures/folder.ts'
import { runs } from '../../../support/runs.ts'
import { questionOf } from '../fixtures/question.ts'
import {
  answered,
  bytesOfColumn,
  codecs,
  fileOf,
  parquetOf,
  parquetOfPlaces,
  placesFixture,
} from './fixtures/parquet.ts'

const vicinage = await openVicinage({ data: await folderFixture() })

const question = questionOf(['walkability'])

describe('a damaged Parquet file', () => {
  it('is rejected wherever it is truncated', async () => {
    const input = small()
    for (let length = 0; length < input.byteLength; length++)
      await expect(answered(vicinage, input.slice(0, length), question)).rejects.toThrow(
        length < 12
          ? /^The input is not a Parquet file: it has \d+ bytes\.$/
          : /^The input is not a complete Parquet file/,
      )
  })

  it('is rejected if the footer length exceeds the file', async () => {
    for (const length of [0xffffffff, 0x7fffffff, small().byteLength - 11]) {
      const input = small()
      new DataView(input).setUint32(input.byteLength - 8, length, true)
      await expect(answered(vicinage, input, question)).rejects.toThrow(
        `its footer of ${length} bytes is longer than the file`,
      )
    }
    const huge = { byteLength: 2 ** 31, slice: (start: number) => Uint8Array.of(...said(start)).buffer }
    const said = (start: number) => (start === 0 ? magic : [...littleEndian(2 ** 30), ...magic])
    await expect(planParquet(huge, {}, questionOf([]))).rejects.toThrow(
      'has 1073741824 bytes; the maximum is 134217728',
    )
  })

  it('either causes a BatchError or can be read if any byte of the footer is changed', async () => {
    const input = small()
    const footer = footerLength(input)
    let refused = 0
    for (let back = 1; back <= footer + 8; back++)
      for (const change of [1, 0x80, 0x10, 0xff].slice(0, runs(4, 1)))
        if (await isRefused(flipped(input, input.byteLength - back, change))) refused++
    expect(refused).toBeGreaterThan((footer * runs(4, 1)) / 4)
  })

  it('either causes a BatchError or can be read if bytes of its pages are changed, in every codec', async () => {
    const random = randomNumbers(7)
    let refused = 0
    for (const codec of codecs) {
      const input = small({ codec, pageSize: 200 })
      const data = input.byteLength - footerLength(input) - 12
      for (let i = 0; i < runs(400, 50); i++)
        if (await isRefused(flipped(input, 4 + random(data), 1 + random(255)))) refused++
    }
    expect(refused).toBeGreaterThan(runs(100, 12))
  })

  it('is reported if it is truncated after the footer was read', async () => {
    const input = small()
    const plan = await planParquet(fileOf(input), {}, questionOf([]))
    await expect(
      answerRowGroups(vicinage, { file: fileOf(input.slice(0, 40)), plan }, question, { from: 0, to: 1 }),
    ).rejects.toThrow(/^The input ends at byte 40, before byte \d+: it was truncated while being read\.$/)
  })
})

/** Encodes a number in Thrift's compact protocol. */
function zigzag(value: number): number[] {
  const bytes: number[] = []
  let rest = 2 * value
  for (; rest >= 128; rest >>= 7) bytes.push((rest & 127) | 128)
  return [...bytes, rest]
}

describe('a Parquet column from an old version of Impala, whose size excludes the dictionary header', () => {
  it('is read and copied completely', async () => {
    const turns = Array.from({ length: 2000 }, (_, i) => i % 7)
    const input = parquetOfPlaces(
      turns.map((turn) => 30 + turn / 10),
      turns.map((turn) => -97 - turn / 10),
      { codec: 'UNCOMPRESSED' },
    )
    const bent = Buffer.from(input.slice(0))
    let changed = 0
    for (const { meta_data: meta } of parquetMetadata(input).row_groups[0].columns) {
      if (meta?.dictionary_page_offset === undefined) continue
      const size = Number(meta.total_compressed_size)
      const header = Number(meta.data_page_offset - meta.dictionary_page_offset) - 7 * 8
      // Fields 6 and 7 of ColumnMetaData are the two sizes.
      const field = [0x16, ...zigzag(size)]
      const at = bent.indexOf(Buffer.from([0x16, ...zigzag(Number(meta.total_uncompressed_size)), ...field]))
      const less = [0x16, ...zigzag(size - header)]
      expect([at > 0, less.length]).toEqual([true, field.length])
      bent.set(less, at + 1 + zigzag(Number(meta.total_uncompressed_size)).length)
      changed++
    }
    expect(changed).toBe(2)
    const file = bent.buffer.slice(bent.byteOffset, bent.byteOffset + bent.length) as ArrayBuffer
    const scores = async (from: ArrayBuffer) => (await answered(vicinage, from, question)).output
    expect(await bytesOfColumn(await scores(file), 'walkability')).toEqual(
      await bytesOfColumn(await scores(input), 'walkability'),
    )
  })
})

describe('a file that is not a Parquet table of places', () => {
  const text = (bytes: string) => new TextEncoder().encode(bytes).buffer as ArrayBuffer

  it('is rejected with a reason', async () => {
    const { lat, lon } = placesFixture(10, 1)
    const column = (name: string, data: unknown, type?: string) => ({ name, data, type }) as never
    const cases: [ArrayBuffer, RegExp | string][] = [
      [text('id,lat,lon\n1,2,3\n'), 'The input is not a Parquet file: it does not begin with PAR1.'],
      [text('PAR1 and so on'), /not end with PAR1/],
      [text('PARE0123456789....PARE'), 'The Parquet file is encrypted. Decrypt it first.'],
      [text('PAR1\0\0\0\0PAR1'), /^The Parquet file is damaged: its footer is invalid \(the bytes end too early\)\.$/],
      [parquetOf([column('a', lat), column('b', lon)]), /No coordinate or address columns were found among/],
      [parquetOf([column('lat', lat), column('lon', lon), column('walkability', lat)]), /"walkability".*--prefix TEXT/],
      ...[new Date(), true].map((value): [ArrayBuffer, RegExp] => {
        const odd = lat.map(() => value)
        return [
          parquetOf([column('lat', odd), column('lon', lon)]),
          /^The column "lat" contains neither numbers nor text/,
        ]
      }),
    ]
    for (const [input, reason] of cases) await expect(answered(vicinage, input, question)).rejects.toThrow(reason)
    for (const [input] of cases) await expect(answered(vicinage, input, question)).rejects.toBeInstanceOf(BatchError)
  })

  it('is rejected if its columns are compressed with an unsupported codec', async () => {
    const { lat, lon } = placesFixture(4, 1)
    const input = parquetOfPlaces(lat, lon, { codec: 'LZO', compressors: { LZO: (bytes) => bytes } })
    await expect(answered(vicinage, input, question)).rejects.toThrow(
      'The place columns are compressed with LZO, which is not supported: write the file with another codec.',
    )
  })

  it('is rejected if the place is nested, while other nested columns are accepted', async () => {
    const { lat, lon } = placesFixture(4, 1)
    const schema = [
      { name: 'root', num_children: 3 },
      { name: 'address', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 'lat', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'lon', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    ] as const
    const columns = [
      { name: 'address', data: lat.map(() => ['1 Nowhere', 'Anytown']) },
      { name: 'lat', data: lat },
      { name: 'lon', data: lon },
    ]
    const input = parquetOf(columns, { schema: [...schema] })
    await expect(answered(vicinage, input, question, { address: 'address' })).rejects.toThrow(
      'The column "address" is nested or repeated, so it cannot be used for the place.',
    )
    expect((await answered(vicinage, input, question)).counts.scored).toBe(4)
  })
})

/** Returns whether a run fails with a BatchError. Any other error is thrown. */
async function isRefused(input: ArrayBuffer): Promise<boolean> {
  try {
    await answered(vicinage, input, question)
    return false
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    return true
  }
}

const magic = [80, 65, 82, 49]

function small(options: Parameters<typeof parquetOf>[1] = {}): ArrayBuffer {
  const { lat, lon } = placesFixture(120, 1)
  return parquetOfPlaces(
    lat.map((value, i) => (i % 9 === 0 ? null : value)),
    lon.map((_, i) => lon[i % 4]),
    { rowGroupSize: 60, ...options },
    { address: lat.map((_, i) => `${i} Nowhere`) },
  )
}

function footerLength(input: ArrayBuffer): number {
  return new DataView(input).getUint32(input.byteLength - 8, true)
}

function flipped(input: ArrayBuffer, at: number, change: number): ArrayBuffer {
  const copy = input.slice(0)
  new Uint8Array(copy)[at] ^= change
  return copy
}

function littleEndian(value: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(value).buffer)
}
