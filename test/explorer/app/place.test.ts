import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type DimensionId, dimensions, getDimension } from '../../../src/answers/dimensions/catalog.ts'
import { races, sexes } from '../../../src/answers/schools/student-groups.ts'
import { coveredStates } from '../../../src/base/states.ts'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { asLibraryCall } from '../../../src/explorer/app/for-programs.tsx'
import { differenceWords, ranked, roughnessWords } from '../../../src/explorer/app/place/differences.ts'
import { fewWords, hazardInShort, hazardLead } from '../../../src/explorer/app/place/hazards.ts'
import { isWithoutMap, missingMapWords } from '../../../src/explorer/app/place/official-maps.tsx'
import {
  hasSchools,
  isSettled,
  known,
  type Loadable,
  load,
  loadPlace,
} from '../../../src/explorer/app/place/place-data.ts'
import { hazardsOf, livesOf, summarize } from '../../../src/explorer/app/place/summary.ts'
import { asCsv, asJson, webAddress } from '../../../src/explorer/app/place/take-away.tsx'
import type { ChosenPlace } from '../../../src/explorer/app/places.ts'
import {
  coordinates,
  floodChance,
  foundWords,
  getName,
  getTitle,
  isOfHouse,
  near,
  noDataWords,
  precisionWords,
  whereWords,
} from '../../../src/explorer/app/words.ts'
import { copyData } from '../../../src/faces/cli/data-copy/write-data.ts'
import { builtVicinage } from '../../library/built.ts'
import { unknownFacts } from '../../library/contract/fixtures/schools.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const data = new URL('../../../dist-data', import.meta.url)

const of = (id: string) => dimensions.find((dimension) => dimension.id === id)!
const score = (value: number) => ({ score: value, description: null })
const pair = (id: string, ...scores: number[]) => ({ dimension: of(id), answers: scores.map(score) })

describe('the hazard description', () => {
  it('states that there is no map, but never that an unmapped place is safe', () => {
    const words = (id: string) => noDataWords(of(id))
    expect(['flood', 'fire', 'air-quality'].map(words)).toEqual(['No flood map', 'No fire map', 'No data'])
    expect(differenceWords(ranked([pair('fire', 0, 200)])[0])).toBe('no fire map for A')
  })

  it('includes the chance of an estimated hazard', async () => {
    const vicinage = await builtVicinage()
    const chanceAt = (lat: number, lon: number) => {
      const answer = vicinage.explain('flood', { lat, lon })
      return [answer.description, floodChance(answer)] as const
    }
    // The data has no flood map of Houston, but it has one of Dallas.
    const [estimate, chance] = chanceAt(29.7604, -95.3698)
    expect(chance).toMatch(/^(likely|possibly) in a flood zone, no map here$|^no flood map here$/)
    expect(estimate).toContain('No flood map in this package; FEMA has one')
    const [mapped, none] = chanceAt(32.7767, -96.797)
    expect([mapped, none]).toEqual([expect.stringContaining('FEMA flood map'), null])
    expect(floodChance({ ...score(20), dimension: 'fire', basis: 'estimate' })).toBeNull()
  })
})

describe('the summary of a place', () => {
  const engine = openEngine(new URL('../../../dist-data', import.meta.url))
  const summaryOf = async (place: ChosenPlace) => {
    const data = loadPlace(engine, place, 'walkability')
    for (const loadable of [data.around, ...data.scores.values()]) await settled<unknown>(loadable)
    return { data, ...summarize(data)! }
  }
  const city = (address: string, lat: number, lon: number, radius: number) =>
    ({ lat, lon, radius, found: { address, layer: 'city', note: null } }) as const

  it('always mentions flood and fire, even without a map', async () => {
    const houston = await summaryOf({ lat: 29.7604, lon: -95.3698 })
    expect(houston.words).toMatch(
      /; uncertain flood risk \(estimate: no flood map here\); no fire map outside California\.$/,
    )
    const galveston = await summaryOf({ lat: 29.3013, lon: -94.7977 })
    expect(galveston.words).toContain('high flood risk (estimate: likely in a flood zone, no map here)')
    const longBeach = await summaryOf({ lat: 33.77, lon: -118.19 })
    expect(longBeach.words).toMatch(/; low flood risk \(FEMA map\); no fire map here\.$/)
    expect(hazardsOf([houston.data, galveston.data])).toMatch(/ Fire hazard no map outside California\.$/)
    expect(hazardsOf([houston.data, longBeach.data])).toMatch(/ Fire hazard A: no map; B: no map\.$/)
  })

  it('states that a fire map was replaced, and that the status of a place outside its zones is unclear', async () => {
    const malibu = await summaryOf({ lat: 34.035, lon: -118.68 })
    expect(malibu.words).toContain('very high fire hazard (replaced 2008-2011 map)')
    for (const place of [{ lat: 37.7652, lon: -122.2416 }, city('Alameda, CA', 37.77145, -122.2743, 4600)]) {
      const { words, data } = await summaryOf(place)
      expect(words).toContain('fire hazard unclear (no zone on the 2007 map, which was replaced)')
      const fire = await settled(data.scores.get('fire')!)
      expect([hazardLead(fire), hazardInShort(fire), missingMapWords(fire)]).toEqual([
        'Unclear: no zone on the 2007 map, which was replaced',
        'unclear (no zone on the 2007 map, which was replaced)',
        'This fire map was replaced',
      ])
    }
  })

  it('states that fire hazard is unknown in the unmapped part of a mostly unmapped city', async () => {
    const { words, data } = await summaryOf(city('Glendale, CA', 34.1573, -118.2492, 6160))
    const told =
      /Only \d+% of residents are in a mapped area \(very high fire hazard\); for the rest, fire hazard is unknown/
    expect(words).toMatch(new RegExp(`${told.source}\\.$`))
    const fire = await settled(data.scores.get('fire')!)
    expect(fewWords(fire)).toMatch(told)
    expect(fewWords({ ...fire, few: 255, band: { ...fire.band!, without_data: 0.998 } })).toBe(
      'Fewer than 1% of residents are in a mapped area (no known fire hazard zone); for the rest, fire hazard is unknown',
    )
    expect(hazardInShort(fire)).toBe('very high in the small mapped part, otherwise unknown')
  })

  it('states that flood hazard is an estimate outside the mapped center of a city', async () => {
    const { words, isVague, data } = await summaryOf(city('Dallas, TX', 32.78198, -96.80197, 21_000))
    expect(isVague).toBe(true)
    expect(words).toMatch(
      /^For a typical resident: .*\. Uncertain to low flood risk \(FEMA map for part of it, an estimate for the rest\)/,
    )
    const flood = await settled(data.scores.get('flood')!)
    expect([hazardLead(flood), hazardInShort(flood), missingMapWords(flood)]).toEqual([
      'Uncertain to low flood risk (partly an estimate)',
      'uncertain to low (partly an estimate)',
      'No flood map for part of this area',
    ])
  })
})

describe('a current official map', () => {
  const fire = { dimension: 'fire', description: null, percentile: null, inputs: [], sources: [] } as const

  it('is considered missing if there is no map, or only a superseded one', () => {
    const measured = { ...fire, score: 1, basis: 'measured' } as const
    expect(isWithoutMap({ ...fire, score: 0, basis: null })).toBe(true)
    expect(isWithoutMap({ ...measured, map_date: '2008-2011' })).toBe(true)
    expect(isWithoutMap({ ...measured, maps: { estimated: 0.25, replaced: 0.75 } })).toBe(true)
    expect(isWithoutMap({ ...measured, maps: { estimated: 0, replaced: 0.75 } })).toBe(false)
    expect(isWithoutMap({ ...measured, map_date: '2025' })).toBe(false)
  })
})

describe('the daily life summary of compared places', () => {
  const engine = openEngine(data)
  const livesAt = async (...places: ChosenPlace[]) => {
    const all = places.map((chosen) => loadPlace(engine, chosen, 'walkability'))
    for (const { scores } of all) for (const loadable of scores.values()) await settled<unknown>(loadable)
    const rows = dimensions.map((dimension) => ({
      dimension,
      answers: all.map(({ scores }) => known(scores.get(dimension.id)!)!),
    }))
    return livesOf(all, ranked(rows))
  }
  const city = (address: string, lat: number, lon: number, radius: number) =>
    ({ lat, lon, radius, found: { address, layer: 'city', note: null } }) as const

  it('shows a range for both cities if their ranges hardly differ', async () => {
    const vicinage = await builtVicinage()
    const cities = ['Tampa, FL', 'Orlando, FL'].map((name) => {
      const { lat, lon, radius } = vicinage.geocode(name)
      return city(name, lat!, lon!, radius!)
    })
    for (const words of await livesAt(...cities)) expect(words).toContain('mostly car dependent to very walkable')
  })

  it('mentions industry near a house, as the summary of the house alone does', async () => {
    const [port] = await livesAt({ lat: 29.729, lon: -95.265 }, { lat: 30.3045, lon: -97.7305 })
    expect(port).toMatch(/; industrial surroundings$/)
  })
})

describe('the differences between places', () => {
  it('are sorted by magnitude in either direction, with missing data last', () => {
    const rows = ranked([
      pair('privacy', 100, 110),
      pair('fire', 0, 255),
      pair('walkability', 200, 50),
      pair('flood', 10, 100),
      pair('liveliness', 90, 100),
    ])
    expect(rows.map(({ dimension, by }) => [dimension.id, by])).toEqual([
      ['walkability', 150],
      ['flood', 90],
      ['privacy', 10],
      ['liveliness', 10],
      ['fire', null],
    ])
  })

  it('describe which place has the higher score, in the words of the scale', () => {
    const words = (...scores: number[]) => differenceWords(ranked([pair('walkability', ...scores)])[0])
    expect(words(1, 255)).toBe('B: a lot more walkable than A')
    expect(words(200, 150)).toBe('A: clearly more walkable than B')
    expect(words(200, 210)).toBe('B: somewhat more walkable than A')
    expect(words(200, 203)).toBe('about the same')
    expect(words(200, 200)).toBe('the same')
    expect(words(0, 200)).toBe('no data for A')
    expect(words(200, 0)).toBe('no data for B')
    expect(words(0, 0)).toBe('no data for either place')
    expect(words(100, 40, 240, 90)).toBe('C: a lot more walkable than B')
    expect(words(100, 0, 120, 0)).toBe('C: somewhat more walkable than A; no data for B and D')
    expect(words(0, 7, 0)).toBe('no data for A and C')
    expect(words(0, 0, 0)).toBe('no data for any of the places')
    expect(words(5, 5, 5, 5)).toBe('the same')
  })
})

describe('the nearest end of a scale', () => {
  it('is defined for scores in the outer fifths', () => {
    const scores = [1, 51, 52, 128, 204, 205, 255]
    expect(scores.map((value) => near(of('flood'), value))).toEqual(['low', 'low', null, null, null, 'high', 'high'])
  })

  it('is "middle" only for scores that are described as the middle', () => {
    for (const id of ['ideological-lean', 'population-profile'])
      for (let score = 1; score <= 255; score++)
        if (near(of(id), score) === 'middle')
          expect(of(id).describe({ score, basis: 'modeled', fact: () => 1 })).toMatch(/^(Evenly split|A mix of ages)/)
    expect(near(of('ideological-lean'), 128)).toBe('middle')
  })
})

const place = { lat: 30.2672, lon: -97.7431 }

describe('copied scores', () => {
  it('are the JSON answers of scores(), without the other facts of explain()', async () => {
    const vicinage = await builtVicinage()
    const explained = new Map(dimensions.map(({ id }) => [id, vicinage.explain(id, place)]))
    const copied = JSON.parse(asJson([{ place, scores: explained }]))
    expect(copied).toEqual({ ...place, scores: vicinage.scores(place) })
  })

  it('are a list for two places, including the matched addresses', () => {
    const found = { address: 'Austin, TX 78701', layer: 'zip', note: null } as const
    const one = { place: { ...place, found }, scores: new Map() }
    expect(JSON.parse(asJson([one, { ...one, place }]))).toEqual([
      { ...place, address: 'Austin, TX 78701', scores: {} },
      { ...place, scores: {} },
    ])
  })

  it('are rows of CSV, with quotes where needed and empty cells for missing answers', () => {
    const found = { address: 'A "B", TX', layer: 'city', note: null } as const
    const csv = asCsv([{ place: { ...place, found }, scores: new Map([['fire', { score: 0, description: null }]]) }])
    const [header, row, end] = csv.split('\r\n')
    expect(header).toBe(`lat,lon,address,${dimensions.map(({ id }) => id).join(',')}`)
    const cells = dimensions.map(({ id }) => (id === 'fire' ? '0' : ''))
    expect(row).toBe(`30.2672,-97.7431,"A ""B"", TX",${cells.join(',')}`)
    expect(end).toBe('')
  })

  it('are library calls, one per place', () => {
    const call = asLibraryCall([place, { lat: 1, lon: 2 }])
    expect(call).toContain("import { openVicinage } from 'vicinage'")
    expect(call).toContain('vicinage.scores({ lat: 30.2672, lon: -97.7431 })')
    expect(call).toContain('vicinage.scores({ lat: 1, lon: 2 })')
  })
})

describe('an approximate place', () => {
  const found = { address: 'Austin, TX 78745', layer: 'zip', note: null } as const
  const zip = { lat: 30.20676, lon: -97.7968, radius: 3600, found }

  it('is described by bands instead of scores, on the page and in copied scores', async () => {
    const vicinage = await builtVicinage()
    const engine = openEngine(data)
    const loaded = loadPlace(engine, zip, 'privacy')
    const privacy = await settled(loaded.scores.get('privacy')!)
    const around = vicinage.scoresAround({ lat: zip.lat, lon: zip.lon, radius: 3600 }).scores.privacy
    expect(privacy.band).toEqual(around)
    const copied = { place: zip, scores: new Map([['privacy', privacy]]) }
    expect(JSON.parse(asJson([copied])).scores).toEqual({ privacy: around })
    expect(asCsv([copied])).toContain(`,${around.p10}-${around.p90},`)
    expect(asLibraryCall([zip])).toContain('vicinage.scores({ lat: 30.20676, lon: -97.7968, radius: 3600 })')
    const exact = loadPlace(engine, { ...zip, radius: 150 }, 'privacy')
    expect(await settled(exact.scores.get('privacy')!)).not.toHaveProperty('band')
  })

  it('differs from another place if their ranges do not overlap', () => {
    const of = (score: number, p10: number | null, p90: number | null) => ({
      ...{ score, description: null },
      band: { score, p10, p90, narrow: false },
    })
    const by = (first: ReturnType<typeof of>, second: ReturnType<typeof of> | { score: number; description: null }) => {
      const [difference] = ranked([{ dimension: getDimension('walkability'), answers: [first, second] }])
      return [difference.by, differenceWords(difference)]
    }
    expect(by(of(50, 20, 90), of(140, 85, 200))).toEqual([0, 'B: mostly more walkable than A, but not everywhere'])
    expect(by(of(160, 141, 181), of(90, 56, 135))).toEqual([6, 'A: mostly more walkable than B'])
    expect(by(of(203, 202, 204), of(207, 206, 209))).toEqual([2, 'about the same'])
    expect(by(of(50, 20, 90), of(50, 30, 95))).toEqual([0, 'perhaps the same'])
    expect(by(of(50, 20, 90), of(60, 10, 200))).toEqual([0, 'perhaps the same'])
    expect(by(of(50, 20, 90), of(240, 200, 250))).toEqual([110, 'B: a lot more walkable than A'])
    expect(by(of(50, 20, 90), { score: 10, description: null })).toEqual([10, 'A: somewhat more walkable than B'])
    expect(by(of(0, null, null), of(140, 85, 200))).toEqual([null, 'no data for A'])
  })

  it('is reported as indistinguishable from another place at the same centroid, even from a link', () => {
    const { lat, lon } = zip
    const same = /^A and B were found at the same point\. .*within about .* Enter more complete addresses/
    for (const other of [{ ...zip }, { lat, lon, radius: 3600 }, { lat, lon }])
      expect(roughnessWords([zip, other])).toEqual([expect.stringMatching(same)])
    expect(roughnessWords([zip, { lat: 25.7, lon: -80.2 }, zip, zip])).toEqual([
      expect.stringMatching(/^A, C and D were found at the same point\./),
    ])
    expect(roughnessWords([zip, { ...zip, lat: zip.lat + 1 }])).toEqual([])
    expect(
      roughnessWords([
        { lat, lon },
        { lat, lon },
      ]),
    ).toEqual([])
    expect(
      roughnessWords([
        { lat, lon, radius: 150 },
        { lat, lon, radius: 150 },
      ]),
    ).toEqual([])
  })

  it('is reported as possibly adjacent to another place if their circles meet', () => {
    const rough = { lat: 30, lon: -97, radius: 1000 }
    // A thousandth of a degree of latitude is 111 m.
    expect(roughnessWords([rough, { lat: 30.008, lon: -97 }])).toEqual([
      'A and B may be next to each other: A is known only to within about 0.6 mi (1.0 km). Their scores may not show how two homes there differ.',
    ])
    expect(roughnessWords([rough, { lat: 30.0095, lon: -97 }])).toEqual([])
    expect(roughnessWords([rough, { lat: 30.0175, lon: -97, radius: 1000 }])).toHaveLength(1)
    expect(roughnessWords([rough, { lat: 30.0185, lon: -97, radius: 1000 }])).toEqual([])
  })
})

describe("a school's website", () => {
  it.each([
    ['http://westlab.example.org', 'http://westlab.example.org/'],
    ['www.example.org/a b', 'https://www.example.org/a%20b'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['none', null],
    ['', null],
    [null, null],
  ])('is converted from %s to %s', (text, address) => {
    expect(webAddress(text)).toBe(address)
  })
})

describe('students by group', () => {
  const school = (facts: object) => ({ ...unknownFacts, ...facts }) as Parameters<typeof races>[0]

  it('are shares of all students, largest first', () => {
    expect(races(school({ students_asian: 20, students_white: 30, total_students: 100 }))).toEqual([
      { name: 'White', count: 30, share: 0.3 },
      { name: 'Asian', count: 20, share: 0.2 },
    ])
  })

  it('are shares of their own sum if the sum exceeds a total from another year, unless a group is missing', () => {
    const sum = sexes(school({ students_male: 60, students_female: 40, total_students: 90 }))
    expect(sum.map(({ share }) => share)).toEqual([0.6, 0.4])
    const [male] = sexes(school({ students_male: 100, total_students: 90 }))
    expect(male.share).toBeNull()
  })

  it('are omitted if the counts are unknown, and shown without shares if there are no students', () => {
    expect(races(school({}))).toEqual([])
    expect(sexes(school({ students_male: 0, students_female: 0, total_students: 0 })).map((g) => g.share)).toEqual([
      null,
      null,
    ])
  })
})

const found = { address: 'Austin, TX 78701', layer: 'zip', note: null } as const
const radius = 1412
const cityBy = (name: string) => ({ name, isAround: false })

describe('the name of a place', () => {
  it('contains its coordinates with five decimals, or more if given', () => {
    expect(coordinates({ lat: 30.2672, lon: -97.7431 })).toBe('30.26720, -97.74310')
    expect(coordinates({ lat: 30.267153, lon: -97.7431 })).toBe('30.267153, -97.74310')
    expect(getName({ lat: 0, lon: -180 })).toBe('0.00000, -180.00000')
  })

  it('is the matched address, if there is one', () => {
    expect(getName({ lat: 30.26847, lon: -97.74372, found })).toBe('Austin, TX 78701')
  })
})

describe('the title of a place', () => {
  const clicked = { lat: 30.305, lon: -97.729 }
  const hydePark = { name: 'Hyde Park', city: 'Austin', state: 'TX', lat: 30.31, lon: -97.73 }

  it('is its neighborhood and city, else the nearby city, else its coordinates', () => {
    expect(getTitle(clicked, cityBy('Rollingwood'), hydePark)).toBe('Hyde Park, Austin')
    expect(getTitle(clicked, cityBy('Miami'), { ...hydePark, city: null })).toBe('Hyde Park, Miami')
    expect(getTitle(clicked, null, { ...hydePark, city: null })).toBe('Hyde Park')
    expect(getTitle(clicked, cityBy('Austin'), null)).toBe('Near Austin')
    expect(getTitle(clicked, { name: 'Austin', isAround: true }, null)).toBe('In Austin')
    expect(getTitle(clicked, undefined, undefined)).toBe('30.30500, -97.72900')
    expect(getTitle({ ...clicked, found }, cityBy('Austin'), hydePark)).toBe('Austin, TX 78701')
    expect(getTitle({ ...clicked, radius }, cityBy('Austin'), hydePark)).toBe('Near Austin')
    expect(getTitle({ ...clicked, radius }, null, hydePark)).toBe('30.30500, -97.72900')
  })
})

describe('the location line of a place', () => {
  const around = { blockGroup: '484530011021', county: 'Travis County', state: 'Texas' }

  it('contains county and state, and the neighborhood or nearby city of a clicked place', () => {
    const clicked = { lat: 30.2672, lon: -97.7431 }
    expect(whereWords(clicked, around, cityBy('Austin'), null)).toBe('Near Austin, Travis County, Texas')
    expect(whereWords(clicked, around, null, null)).toBe('Travis County, Texas')
    expect(whereWords(clicked, around, undefined, undefined)).toBe('Travis County, Texas')
    expect(whereWords({ ...clicked, found }, around, cityBy('Austin'), null)).toBe('Travis County, Texas')
    const hydePark = { name: 'Hyde Park', city: 'Austin', state: 'TX', lat: 30.31, lon: -97.73 }
    expect(whereWords(clicked, around, cityBy('Rollingwood'), hydePark)).toBe('Hyde Park, Austin, Travis County, Texas')
    expect(whereWords(clicked, around, cityBy('Austin'), { ...hydePark, city: null })).toBe(
      'Hyde Park, near Austin, Travis County, Texas',
    )
    const austin = { name: 'Austin', isAround: true }
    expect(whereWords(clicked, around, austin, null)).toBe('In Austin, Travis County, Texas')
    expect(whereWords(clicked, around, austin, { ...hydePark, city: null })).toBe(
      'Hyde Park, Austin, Travis County, Texas',
    )
    const county = { address: 'Travis County, TX', layer: 'county', note: null } as const
    expect(whereWords({ ...clicked, radius: 22_000, found: county }, around, cityBy('Austin'), null)).toBe('Texas')
    const namesake = { address: 'Lakeside, Travis County, TX', layer: 'city', note: null } as const
    expect(whereWords({ ...clicked, radius: 2000, found: namesake }, around, cityBy('Austin'), null)).toBe('Texas')
    const far = { ...clicked, radius: 2000, found }
    expect(whereWords(far, around, cityBy('Austin'), hydePark)).toBe('Travis County, Texas')
    expect(whereWords({ ...clicked, radius: 80, found }, around, cityBy('Austin'), hydePark)).toBe(
      'Hyde Park, Austin, Travis County, Texas',
    )
  })
})

describe('the stated precision of a place', () => {
  it('names the ZIP code', () => {
    expect(foundWords({ ...found, label: found.address, radius })).toBe(
      'The centroid of ZIP code 78701: within about 0.9 mi (1.4 km).',
    )
  })

  it('contains the city, county or state, and a warning if the search was for a house', () => {
    const city = { address: 'Coral Gables, FL', layer: 'city', note: null } as const
    const place = { lat: 25.72, lon: -80.27, radius: 4200, found: city }
    const words = 'The center of Coral Gables, FL: within about 2.6 mi (4.2 km)'
    expect([precisionWords(place), isOfHouse(place)]).toEqual([`${words}.`, false])
    const house = { ...place, found: { ...city, typed: '12 Nowhere Rd, Coral Gables, FL' } }
    expect([precisionWords(house), isOfHouse(house)]).toEqual([`${words}, not the house itself.`, true])
  })

  it('is only the radius for a place from a link, and is empty for a click', () => {
    const clicked = { lat: 30.2672, lon: -97.7431 }
    expect(precisionWords({ ...clicked, radius })).toBe(
      'Located only to within about 0.9 mi (1.4 km): this is an area, not the house itself.',
    )
    expect(precisionWords({ ...clicked, radius, found })).toBe(foundWords({ ...found, label: found.address, radius }))
    expect(precisionWords(clicked)).toBeNull()
  })

  it('is described for every address tier', () => {
    for (const layer of ['address_point', 'street_range', 'public_place', 'zip', 'city', 'county', 'state'] as const)
      expect(foundWords({ label: found.address, radius, layer })).toMatch(
        /^(The|A) .*: within about 0\.9 mi \(1\.4 km\).*\.$/,
      )
  })
})

/** Resolves to the answer once it is there. */
function settled<T>({ answer }: Loadable<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    answer.subscribe((now) => {
      if (now.state === 'ready') resolve(now.value)
      if (now.state === 'failed') reject(new Error(now.reason))
    })
  })
}

describe('a loading request', () => {
  it('ignores the result of an attempt that a newer attempt replaced', async () => {
    const answers: ((value: string) => void)[] = []
    const requested = load(() => new Promise<string>((resolve) => answers.push(resolve)))
    requested.retry()
    answers[1]('second')
    await settled(requested)
    answers[0]('first')
    await Promise.resolve()
    expect(requested.answer.value).toEqual({ state: 'ready', value: 'second' })
  })

  it('describes the reason for a failure in one sentence, and can be retried', async () => {
    let tries = 0
    const requested = load(async () => {
      if (++tries === 1) throw new Error('flood.bundle is damaged.')
      return 7
    })
    await expect(settled(requested)).rejects.toThrow('flood.bundle is damaged.')
    requested.retry()
    expect(requested.answer.value).toEqual({ state: 'waiting' })
    expect(await settled(requested)).toBe(7)
  })

  it('describes a failure as "No answer." if the error has no message', async () => {
    await expect(settled(load(() => Promise.reject(new Error('  '))))).rejects.toThrow('No answer.')
    await expect(settled(load(() => Promise.reject(null)))).rejects.toThrow('No answer.')
  })
})

describe('the data of a place', () => {
  const data = new URL('../../../dist-data', import.meta.url)
  const engine = openEngine(data)

  it('matches the answers of the library', async () => {
    const vicinage = await builtVicinage()
    const place = { lat: 37.7599, lon: -122.4148 }
    const loaded = loadPlace(engine, place, 'fire')
    expect([...loaded.scores.keys()]).toEqual(dimensions.map(({ id }) => id))
    for (const [id, requested] of loaded.scores)
      expect(await settled(requested)).toMatchObject(vicinage.explain(id, place))
    expect(isSettled(loaded)).toBe(true)
    const nearest = vicinage.schools.nearestCampuses(place)
    const [{ geoid }] = vicinage.schools.districts(place).districts
    const isOwn = ({ lea_id }: { readonly lea_id: string }) => lea_id === geoid
    const schools = [...nearest.schools.filter(isOwn), ...nearest.schools.filter((school) => !isOwn(school))]
    expect(await settled(loaded.schools)).toEqual({ ...nearest, schools })
    expect(await settled(loaded.city)).toEqual({ name: 'San Francisco', isAround: true })
    const districts = (await settled(loaded.districts))!.map(({ outline, ...district }) => district)
    expect(districts).toEqual(vicinage.schools.districts(place).districts)
  })

  it('lists what was not copied, and never claims that there is no map, school or district', async () => {
    const copy = join(emptyFolder(), 'copy')
    const states = coveredStates.filter(({ postal }) => postal === 'CA')
    const others = { schools: false, geocoder: false, explorer: false, squares: false }
    await copyData(undefined, copy, { dimensions: ['walkability'], states, ...others }, { force: false })
    const place = { lat: 33.77, lon: -118.19 } // the complete data has a flood map for this place
    const loaded = loadPlace(openEngine(pathToFileURL(`${copy}/`)), place, 'walkability')
    expect(await settled(loaded.districts)).toBeNull()
    expect(hasSchools(await settled(loaded.schools))).toBe(false)
    for (const requested of loaded.scores.values()) await settled(requested)
    expect(summarize(loaded)!.words).toMatch(/; flood risk is not on this page; fire hazard is not on this page\.$/)
    expect(hazardsOf([loaded])).toBe('Flood risk A: not on this page. Fire hazard A: not on this page.')
    expect(missingMapWords(known(loaded.scores.get('fire')!)!)).toBeNull()
  })

  it('loads the score on the map before everything else, unless that score fails', async () => {
    const place = { lat: 37.7599, lon: -122.4148 }
    const requested: string[] = []
    let fail = () => {}
    const slow = {
      around: () => engine.around(place),
      cityNear: () => engine.cityNear(place),
      neighborhood: () => engine.neighborhood(place),
      outline: async () => null,
      streetLine: async () => null,
      districts: () => engine.districts(place),
      schools: () => engine.schools(place),
      explain: (id: DimensionId) => {
        requested.push(id)
        if (id !== 'fire') return engine.explain(id, place)
        return new Promise<never>((_, reject) => {
          fail = () => reject(new Error('fire.bundle is damaged.'))
        })
      },
    }
    const loaded = loadPlace(slow, place, 'fire')
    await settled(loaded.around)
    await expect.poll(() => requested).toEqual(['fire'])
    fail()
    await expect(settled(loaded.scores.get('fire')!)).rejects.toThrow('fire.bundle is damaged.')
    await settled(loaded.schools)
    await expect.poll(() => isSettled(loaded)).toBe(true)
    expect([...requested].sort()).toEqual(dimensions.map(({ id }) => id).sort())
  })

  it("reads only the geography for a place outside the covered states, and has the library's descriptions", async () => {
    const files: string[] = []
    const lazy = openEngine(data)
    lazy.onLoading(({ file }) => files.push(file))
    const place = { lat: 40.7, lon: -74 }
    const loaded = loadPlace(lazy, place, 'walkability')
    const vicinage = await builtVicinage()
    expect(await settled(loaded.scores.get('walkability')!)).toMatchObject(vicinage.score('walkability', place))
    expect(await settled(loaded.around)).toBeNull()
    expect(await settled(loaded.city)).toBeNull()
    expect(await settled(loaded.districts)).toEqual([])
    expect((await settled(loaded.schools)).schools).toEqual([])
    expect(new Set(files)).toEqual(new Set(['geography.bundle']))
  })
})
