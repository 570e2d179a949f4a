import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { landmarkColumns, NamedPlaces } from '../../../src/answers/geocode/names/named-places.ts'
import { Neighborhoods } from '../../../src/answers/geocode/neighborhoods.ts'
import { publicPlaceColumns } from '../../../src/answers/geocode/public-places/columns.ts'
import { placeTable } from '../../../src/answers/geocode/suggest/place-table.ts'
import { Suggester } from '../../../src/answers/geocode/suggest/suggester.ts'
import { neighborhoodBundles } from '../../../src/answers/geocode/wanted-bundles.ts'
import { editDistance } from '../../../src/base/geo/edit-distance.ts'
import { prefixDistance } from '../../../src/base/geo/prefix-distance.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { openFile } from '../../library/fixtures/folder.ts'

const open = async (id: string) => (await openFile(dataFolder(), `${id}.bundle`))!
const neighborhoods = await Promise.all(neighborhoodBundles.map(async (id) => new Neighborhoods(await open(id))))
const places = placeTable({
  gazetteer: new Gazetteer(await open('places')),
  outlines: null,
  publicPlaces: publicPlaceColumns(await open('public-places')),
  neighborhoods,
  named: new NamedPlaces(neighborhoods, landmarkColumns(await open('landmarks'))),
  streets: null,
})
const suggester = new Suggester(places)
const labels = (text: string, near: { lat: number; lon: number } | null = null, limit = 5) =>
  suggester.suggest(text, limit, near).map(({ label }) => label)

const AUSTIN = { lat: 30.27, lon: -97.74 }

describe('suggestions', () => {
  it.each([
    ['los a', 'Los Angeles, CA'],
    // Prefixes of city names, and an airport code (`sfo`).
    ['san', 'San Antonio, TX'],
    ['dal', 'Dallas, TX'],
    ['hou', 'Houston, TX'],
    ['sfo', 'San Francisco International Airport, San Francisco, CA'],
    ['texa', 'Texas'],
    ['austin', 'Austin, TX'],
    ['787', 'Austin, TX 78745'],
    ['78701', 'Austin, TX 78701'],
    ['hyde park, aus', 'Hyde Park, Austin, TX'],
    ['hyde park aus', 'Hyde Park, Austin, TX'],
    ['Mission, San F', 'Mission, San Francisco, CA'],
    ['lowell high', 'Lowell High, San Francisco, CA'],
    ['st. pete', 'St. Petersburg, FL'],
    ['ft wor', 'Fort Worth, TX'],
    ['orange co', 'Orange County, CA'],
    ['mission dist, san f', 'Mission District, San Francisco, CA'],
    ['disneyl', 'Disneyland, Anaheim, CA'],
    ['ashbury', 'Haight-Ashbury, San Francisco, CA'],
    ['sunnyv, ca', 'Sunnyvale, CA'],
    ['frisco, texas', 'Frisco, TX'],
    ['san josé', 'San Jose, CA'],
    // Queries with an error after the third letter.
    ['san fransisco', 'San Francisco, CA'],
    ['sacremento', 'Sacramento, CA'],
    ['hyde prak austin', 'Hyde Park, Austin, TX'],
    ['jacksonvilel', 'Jacksonville, FL'],
  ])('for %j start with %s', (text, label) => {
    expect(labels(text)[0]).toBe(label)
  })

  it('contain every word typed before a misspelled word', () => {
    expect(labels('plano sen').slice(0, 3)).toEqual(
      ['Plano Senior', 'Plano East Senior', 'Plano West Senior'].map((name) => `${name} High School, Plano, TX`),
    )
  })

  it('begin with nearby places', () => {
    expect(labels('holl', AUSTIN)[0]).toBe('Holly, Austin, TX')
    expect(labels('holl', { lat: 34.05, lon: -118.3 })[0]).toBe('Hollywood, Los Angeles, CA')
  })

  it('are empty for text that no name begins with', () => {
    for (const text of ['xyzzy', '', ' ', ',', '!!!', '東京', 'a'.repeat(100), ', ca', '\u0000'])
      expect(labels(text)).toEqual([])
  })

  it('contain no duplicates and never exceed the limit', () => {
    for (const text of ['s', 'mission', 'st', 'san antonio']) {
      const all = suggester.suggest(text, 50, null)
      expect(new Set(all.map(({ label, lat, lon }) => `${label} ${lat} ${lon}`)).size).toBe(all.length)
      expect(all.length).toBeLessThanOrEqual(50)
      expect(suggester.suggest(text, 3, null)).toEqual(all.slice(0, 3))
    }
  })

  it('match a plain search of all names, in the same order', () => {
    const wrong: unknown[] = []
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: places.names.length - 1 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (name, length, isNear) => {
          const text = places.names[name].text.slice(0, length)
          // Abbreviations and strings that end in a space can be read in several ways, so they are skipped.
          if (!/^[A-Z]{3,}( [A-Z]{5,})*$/.test(text)) return
          const near = isNear ? AUSTIN : null
          const found = suggester.suggest(text, 5, near)
          const expected = plain(text, near).slice(0, 5).map(places.suggestion)
          if (JSON.stringify(found.slice(0, expected.length)) !== JSON.stringify(expected))
            wrong.push([text, found, expected])
        },
      ),
      { numRuns: 60 },
    )
    expect(wrong).toEqual([])
  })
})

/**
 * Ranks places by whether the text is the whole name, then by population (a tenth of it if the match starts at a later
 * word) divided by squared distance.
 */
function plain(text: string, near: { lat: number; lon: number } | null): number[] {
  const common =
    /^(OF|THE|AT|AND|FOR|IN|SCHOOL|ELEMENTARY|MIDDLE|HIGH|JUNIOR|SENIOR|ACADEMY|CENTER|LIBRARY|COUNTY|PUBLIC|BRANCH)$/
  const scores = new Map<number, number>()
  places.names.forEach(({ text: name, where, isCode }, i) => {
    const place = places.placeOf[i]
    const words = name.split(' ')
    words.forEach((word, at) => {
      if (at > 0 && common.test(word)) return
      const rest = `${words.slice(at).join(' ')} ${where[0]}`
      if (!rest.startsWith(text)) return
      let score = places.weight[place] * (at === 0 ? 1 : 0.1)
      if (near !== null) {
        const x = (places.lon[place] - near.lon) * 111.2 * Math.cos((near.lat * Math.PI) / 180)
        const y = (places.lat[place] - near.lat) * 111.2
        score /= 1 + (x * x + y * y) / 25
      }
      score += at === 0 && name.length <= text.length && !isCode ? 2e9 : 1e9
      scores.set(place, Math.max(score, scores.get(place) ?? 0))
    })
  })
  return [...scores].sort(([one, a], [other, b]) => b - a || one - other).map(([place]) => place)
}

describe('prefixDistance()', () => {
  it('returns the smallest edit distance to any prefix of the text', () => {
    const letters = fc.string({ unit: fc.constantFrom('A', 'B', 'C', ' '), maxLength: 9 })
    fc.assert(
      fc.property(letters, letters, letters, fc.integer({ min: 0, max: 3 }), (before, typed, text, most) => {
        const distances = Array.from({ length: text.length + 1 }, (_, end) =>
          editDistance(typed, text.slice(0, end), most),
        )
        expect(prefixDistance(typed, before + text, before.length, 0, most)).toBe(Math.min(most + 1, ...distances))
      }),
    )
  })

  it('returns more than the limit if an early character differs or the text is very long', () => {
    expect(prefixDistance('SANTA', 'SATNA', 0, 2, 1)).toBe(1)
    expect(prefixDistance('SANTA', 'SATNA', 0, 3, 1)).toBe(2)
    expect(prefixDistance('A'.repeat(70), 'A'.repeat(70), 0, 3, 1)).toBe(2)
  })
})
