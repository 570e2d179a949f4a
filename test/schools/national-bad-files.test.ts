import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../../data-build/read/source-error.ts'
import { readNationalSchools } from '../../data-build/schools/national-schools.ts'
import { zipOf } from '../read/deflate64-bytes.ts'
import { madeFolder } from '../read/made-folder.ts'
import { ALDER, directory, EDGE, edgeText, F029, F052, F059, membership, one, staff } from './national-made-files.ts'

const read = (files: Readonly<Record<string, string | Uint8Array>>) => readNationalSchools(madeFolder(files))

describe('files that are not what NCES publishes', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>, RegExp])[] = [
    ['no coordinates', { [F029]: one[F029] }, /no EDGE geocodes/],
    ['a school twice', { ...one, [F029]: directory([{ id: ALDER }, { id: ALDER }]) }, /060000100001 twice/],
    ['an id without its zero', { ...one, [F029]: directory([{ id: '60000100001' }]) }, /row 2: NCESSCH/],
    ['no name', { ...one, [F029]: directory([{ id: ALDER, name: 'Missing' }]) }, /without a name/],
    ['another layout', { ...one, [F029]: one[F029].replace('SY_STATUS,', 'STATUS,') }, /no column SY_STATUS/],
    ['a place twice', { ...one, [EDGE]: one[EDGE] + one[EDGE] }, /060000100001 twice/],
    ['words for a place', { ...one, [EDGE]: edgeText([[ALDER, 'north', '-122']]) }, /coordinate "north"/],
    [
      'an id of EDGE that is none',
      { ...one, [EDGE]: one[EDGE] + edgeText([['6000010001', '37', '-122']]) },
      /"6000010001"/,
    ],
    ['EDGE text of another layout', { ...one, [EDGE]: 'a|b|c\n' }, /first row of 3 fields/],
    ['an empty EDGE text', { ...one, [EDGE]: '' }, /EDGE_GEOCODE/],
    [
      'EDGE csv without coordinates',
      { [F029]: one[F029], [EDGE.replace('txt', 'csv')]: 'NCESSCH,NAME\n1,2\n' },
      /LAT and LON/,
    ],
    [
      'a zip of EDGE without a table',
      { [F029]: one[F029], [EDGE.replace('txt', 'zip')]: zipSync({ a: new Uint8Array(1) }) },
      /members a/,
    ],
    [
      'teachers in words',
      { ...one, [F059]: staff({ [ALDER]: ['ten', 'Reported'] }) },
      /TEACHERS of 060000100001 is "ten"/,
    ],
    [
      'teachers twice',
      { ...one, [F059]: staff({ [ALDER]: ['1', 'Reported'] }).replace(/(2023.*\r\n)/, '$1$1') },
      /twice/,
    ],
    ['no zip', { ...one, [F052.replace('csv', 'zip')]: 'not a zip' }, /not a whole zip/],
    [
      'half a gzip',
      { ...one, [`${F052}.gz`]: gzipSync(membership({ [ALDER]: '1' })).subarray(0, 200) },
      /cannot be read/,
    ],
    [
      'a zip without a csv',
      { ...one, [F052.replace('csv', 'zip')]: zipSync({ 'a.txt': new Uint8Array(1) }) },
      /0 members like/,
    ],
    [
      'a zip with another checksum',
      { ...one, [F052.replace('csv', 'zip')]: zipOf('a.csv', Buffer.from('abc'), 0, Buffer.from('abd')) },
      /checksum/,
    ],
    [
      'a zip packed in another way',
      { ...one, [F052.replace('csv', 'zip')]: zipOf('a.csv', Buffer.from('abc'), 14, Buffer.from('abc')) },
      /method 14/,
    ],
    [
      'a damaged member',
      { ...one, [F052.replace('csv', 'zip')]: zipOf('a.csv', Buffer.from('abc'), 8, Buffer.from([7, 7, 7])) },
      /does not inflate/,
    ],
  ]
  for (const [what, files, message] of cases)
    it(`are refused: ${what}`, async () => {
      const failure = await read(files).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SourceError)
      expect((failure as SourceError).message).toMatch(message)
    })
})
