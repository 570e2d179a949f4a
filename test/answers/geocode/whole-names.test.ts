import { expect, it } from 'vitest'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { landmarkColumns, NamedPlaces } from '../../../src/answers/geocode/names/named-places.ts'
import { Neighborhoods } from '../../../src/answers/geocode/neighborhoods.ts'
import { parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { builtVicinage } from '../../library/built.ts'
import { openFile } from '../../library/fixtures/folder.ts'

const vicinage = await builtVicinage()
const places = new Gazetteer((await openFile(dataFolder(), 'places.bundle'))!)

it.each(['city', 'county'] as const)('every %s is found by name, even if the name looks like an address', (kind) => {
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
])('"%s" resolves to a %s', (text, layer, label) => {
  expect(vicinage.geocode(text)).toMatchObject({ ok: true, layer, label })
})

it('a landmark or neighborhood is found by its own label', async () => {
  const [own, zillow, gnis] = await Promise.all(
    ['neighborhoods', 'neighborhoods-zillow', 'neighborhoods-gnis'].map(async (id) =>
      openFile(dataFolder(), `${id}.bundle`),
    ),
  )
  const landmarks = landmarkColumns((await openFile(dataFolder(), 'landmarks.bundle'))!)
  const named = new NamedPlaces(
    [own, zillow, gnis].map((bundle) => new Neighborhoods(bundle!)),
    landmarks,
  )
  let all = 0
  const missed: string[] = []
  for (let i = 0; i < named.count; i += 3) {
    const { name, city, state, lat, lon, radius } = named.place(i)
    if (city === null) continue
    all++
    const label = `${name}, ${city}, ${state}`
    const answer = vicinage.geocode(label)
    // A city may have several parks with the same name.
    if (!answer.ok || metersBetween(answer.lat, answer.lon, lat, lon) > Math.max(3000, 2 * radius)) missed.push(label)
  }
  expect(all).toBeGreaterThan(3000)
  // Most of the missed landmarks name two cities, as in "Sherman/Denison", or share their name with another kind of
  // place.
  expect(missed.length / all, missed.slice(0, 30).join('\n')).toBeLessThan(0.01)
})

it.each([
  ['Golden 1 Center', 'Golden 1 Center, Sacramento, CA'],
  ['golden 1 center, sacramento', 'Golden 1 Center, Sacramento, CA'],
  ['Chino Airport, CA', 'Chino Airport, Chino, CA'],
  ["Melanie's Airport, Florala, FL", "Melanie's Airport, Florala, FL"],
  ['6 Mile Airpark, TX', '6 Mile Airpark, Fort Mckavett, TX'],
])('"%s" resolves to the landmark of that name, not to a house or a place nearby', (text, label) => {
  expect(vicinage.geocode(text)).toMatchObject({ layer: 'landmark', label })
})

it.each([
  ['downtown Pflugerville, TX', 'Pflugerville, TX'],
  ['Downtown La Palma, CA', 'La Palma, CA'],
  ['downtown, Good Hope, CA', 'Good Hope, CA'],
  ['Old Town Monrovia, CA', 'Monrovia, CA'],
  ['downtown Austin, TX', 'Downtown Austin, Austin, TX'],
  ['old town san diego', 'Old Town San Diego, San Diego, CA'],
])('"%s" does not resolve to a downtown in another city', (text, label) => {
  expect(vicinage.geocode(text).label).toBe(label)
})
