import { expect, it } from 'vitest'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { dataFolder } from '../../../src/data/bundle/data-folder.ts'
import { builtVicinage } from '../../library/built.ts'
import { openFile } from '../../library/fixtures/folder.ts'

const vicinage = await builtVicinage()
const places = new Gazetteer((await openFile(dataFolder(), 'places.bundle'))!)

it.each(['city', 'county'] as const)('every %s is read as its name, even if it looks like an address', (kind) => {
  const misread: string[] = []
  for (let i = 0; i < places.count(kind); i++) {
    const { name, state } = places.place(kind, i)
    // A name that begins with digits may also be a house number.
    if (/^\d/.test(name)) continue
    const { city, street, place } = parseAddress(`${name}, ${state}`, places)
    if (city?.text !== normalizeCity(name) || street !== null || place !== null) misread.push(`${name}, ${state}`)
  }
  expect(misread).toEqual([])
})

it.each([
  ['Three Rivers, TX', 'city', 'Three Rivers, TX'],
  ['five points ca', 'city', 'Five Points, CA'],
  ['B and E, TX', 'city', 'B and E, TX'],
  ['Three Rivers, Texas 78071', 'zip', 'Three Rivers, TX 78071'],
  ['Fort Bend County', 'county', 'Fort Bend County, TX'],
  ['San Luis Obispo County', 'county', 'San Luis Obispo County, CA'],
])('"%s" is a %s', (text, layer, label) => {
  expect(vicinage.geocode(text)).toMatchObject({ ok: true, layer, label })
})

it.each([
  ['downtown Pflugerville, TX', 'Pflugerville, TX'],
  ['Downtown La Palma, CA', 'La Palma, CA'],
  ['downtown, Good Hope, CA', 'Good Hope, CA'],
  ['Old Town Monrovia, CA', 'Monrovia, CA'],
  ['downtown Austin, TX', 'Downtown Austin, Austin, TX'],
  ['old town san diego', 'Old Town San Diego, San Diego, CA'],
])('"%s" is not the downtown of another city', (text, label) => {
  expect(vicinage.geocode(text).label).toBe(label)
})
