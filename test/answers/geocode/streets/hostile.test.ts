import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addStreetFiles } from '../../../../data-build/streets/add-streets.ts'
import { parseAddress } from '../../../../src/answers/geocode/parse/parse-address.ts'
import { Streets } from '../../../../src/answers/geocode/streets/streets.ts'
import { BundleError } from '../../../../src/base/errors.ts'
import { readBundle } from '../../../../src/data/bundle/read.ts'
import { writeBundle } from '../../../../src/data/bundle/write.ts'
import { StreetFileError } from '../../../../src/library/user-data/streets.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { addrfeatZip, ask, type MadeRow, streetFolder, written } from './fixtures/addrfeat.ts'

const rows: MadeRow[] = [
  { name: 'N Main St', left: ['101', '199'], right: ['198', '100'] },
  { name: 'Main St', left: ['A1', 'A99'] },
  { name: 'Oak Hill Ln', left: ['2', '98'], zip: '78702' },
]

/** Returns a folder with the street index of the rows, and the bytes of its only file. */
async function shardFixture() {
  const folder = await streetFolder({ '48001': rows })
  return { folder, bytes: readFileSync(join(folder, 'streets-48001.bundle')) }
}

it('a forged street index with a valid digest is rejected or returns answers within bounds', async () => {
  const { bytes } = await shardFixture()
  const { kind, id, meta, sources, ...bundle } = await readBundle(bytes, 'made')
  const scratch = emptyFolder()
  let folders = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(255), async (which, where, value) => {
      const sections = bundle.sections.map(({ name }) => ({
        name,
        data: bundle.section(name, 'u8').slice(),
        codec: 'none' as const,
      }))
      const { data } = sections[which % sections.length]
      data[where % Math.max(1, data.length)] = value
      const folder = join(scratch, String(folders++))
      mkdirSync(folder)
      writeFileSync(join(folder, 'streets-48001.bundle'), await writeBundle({ kind, id, meta, sources, sections }))
      for (const address of ['150 N Main St, TX 78701', '50 Oak Hil Ln, TX 78702', 'Main St & N Main St, TX 78701'])
        try {
          for (const { lat, lon, similarity } of ask(Streets.open(folder), address)) {
            expect(Math.abs(lat)).toBeLessThan(90.1)
            expect(Math.abs(lon)).toBeLessThan(180.1)
            expect(similarity).toBeGreaterThanOrEqual(0.4)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(BundleError)
        }
    }),
    { numRuns: 300 },
  )
})

it('any street query returns at most five candidates within their ranges', async () => {
  const { folder } = await shardFixture()
  const streets = Streets.open(folder)
  const word = fc.oneof(
    fc.constantFrom(...'150 N MAIN ST OAK HILL LN & AVE A50 1/2 HIGHWAY , # 99999'.split(' ')),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.boolean(), (words, hasZip) => {
      const parsed = parseAddress(words.join(' '))
      const zip = hasZip ? '78701' : null
      const where = { zip, city: null, state: 'TX', zips: hasZip ? ['78701'] : [], counties: ['48001'], around: null }
      const found = streets.find(parsed, where)
      expect(found.length).toBeLessThanOrEqual(5)
      for (const { lat, lon, similarity, radius } of found) {
        expect(similarity).toBeGreaterThan(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(radius).toBeGreaterThan(0)
        // All rows run along 30° N, from 97° W for 1 km east.
        expect(Math.abs(lat - 30)).toBeLessThan(0.0002)
        expect(lon).toBeGreaterThan(-97.001)
        expect(lon).toBeLessThan(-96.989)
      }
    }),
    { numRuns: 2000 },
  )
})

it('a corrupted street file is rejected with a StreetFileError and leaves no partial output', async () => {
  const folder = emptyFolder()
  const whole = addrfeatZip(rows)
  let refused = 0
  for (let at = 0; at < whole.length; at += 11) {
    const bytes = whole.slice()
    bytes[at] ^= 0xff
    try {
      await addStreetFiles([written(folder, 'tl_2025_48001_addrfeat.zip', bytes)], join(folder, 'out'))
    } catch (error) {
      refused++
      expect(error, `byte ${at}`).toBeInstanceOf(StreetFileError)
    }
  }
  expect(refused).toBeGreaterThan(10)
  expect(readdirSync(join(folder, 'out'))).toEqual(['streets-48001.bundle'])
})
