import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OutlinedPlaces } from '../../../src/answers/areas/outlined-places.ts'
import { polygonRegion } from '../../../src/answers/areas/region.ts'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { NotFoundError, NotLoadedError, RefusalError, ValidationError } from '../../../src/base/errors.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { runs } from '../../support/runs.ts'

const dimensions = ['walkability', 'flood', 'insurance-coverage', 'fire'] as const
const vicinage = await openVicinage<DimensionId>({ dimensions })
const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)

/** Computes the population and mean score of the block groups whose centers pass the test. */
function byCenters(dimension: DimensionId, holds: (group: number, lat: number, lon: number) => boolean) {
  const counts = new Map<number, number>()
  let people = 0
  for (let group = 0; group < geography.size; group++) {
    const { lat, lon } = geography.getCenter(group)
    if (!holds(group, lat, lon)) continue
    people += geography.people[group]
    const { score } = vicinage.score(dimension, { lat, lon }, { description: false })
    counts.set(score, (counts.get(score) ?? 0) + geography.people[group])
  }
  const known = [...counts].filter(([score]) => score > 0)
  const weight = known.reduce((sum, [, count]) => sum + count, 0)
  return { people, mean: known.reduce((sum, [score, count]) => sum + score * count, 0) / weight }
}

const square = (west: number, south: number, size: number) => boxRing(west, south, west + size, south + size)

describe('the population of an area', () => {
  it('equals the census count for counties, tracts and block groups', () => {
    const counties = new Map<string, number>()
    for (let group = 0; group < geography.size; group++) {
      const county = geography.describe(group).blockGroup.slice(0, 5)
      counties.set(county, (counties.get(county) ?? 0) + geography.people[group])
    }
    for (const [county, people] of [...counties].filter((_, i) => i % runs(1, 4) === 0))
      if (vicinage.area({ county }, { dimensions: [] }).people !== people) throw new Error(`county ${county}`)
    for (let group = 0; group < geography.size; group += runs(5003, 15_013)) {
      const { blockGroup } = geography.describe(group)
      expect(vicinage.area({ blockGroup }, { dimensions: [] }).people).toBe(geography.people[group])
      const tract = blockGroup.slice(0, 11)
      const { people } = byCenters('fire', (other) => geography.describe(other).blockGroup.startsWith(tract))
      expect(vicinage.area({ tract }, { dimensions: [] }).people).toBe(people)
    }
  })

  it.each([
    ['Austin', 'TX', 961_855],
    ['Los Angeles', 'CA', 3_898_747],
    ['Miami', 'FL', 442_241],
    ['Pembroke Pines', 'FL', 171_178],
  ])('differs by less than 3% from the census count for the city of %s, %s', (city, state, census) => {
    const { people, boundary } = vicinage.area({ city, state }, { dimensions: [] })
    expect(boundary).toBe('exact')
    // Bundles built before 0.2 have one person in each block group.
    if (geography.people.some((count) => count > 1)) expect(Math.abs(people / census - 1)).toBeLessThan(0.03)
  })

  it.each([
    ['Austin ISD', '4808940'],
    ['austin isd, TX', '4808940'],
    ['Austin Independent School District', '4808940'],
    ['Los Angeles Unified', '0622710'],
    ['San Francisco Unified School District', '0634410'],
    ['Miami-Dade County Schools', '1200390'],
  ])('does not depend on whether a school district is given by name or ID: %s', (name, district) => {
    expect(vicinage.area(name, { dimensions: [] })).toEqual(vicinage.area({ district }, { dimensions: [] }))
  })

  it('is not computed for an ambiguous or unknown school district name', () => {
    const options = { dimensions: [] }
    expect(() => vicinage.area('Highland Park ISD', options)).toThrow(
      /Several school districts .* \(4823250, 4835560\)/,
    )
    expect(() => vicinage.area('Austin ISD, CA', options)).toThrow(
      'There is no school district Austin ISD in California.',
    )
    expect(() => vicinage.area('Nowhere ISD', options)).toThrow('There is no school district Nowhere ISD in')
    expect(() => vicinage.area('Qwxzy', options)).toThrow('areas are cities, counties, ZIPs, neighborhoods, school')
  })

  it('is the sum over block group centers for a school district, and the census count for a ZIP', () => {
    const { people, boundary } = vicinage.area({ district: '4808940' }, { dimensions: [] })
    expect(boundary).toBe('exact')
    const geoid = (lat: number, lon: number) => vicinage.schools.districts({ lat, lon }).districts[0]?.geoid
    const inside = byCenters('fire', (_, lat, lon) => {
      return metersBetween(lat, lon, 30.25, -97.75) < 40_000 && geoid(lat, lon) === '4808940'
    })
    expect(Math.abs(people / inside.people - 1)).toBeLessThan(0.02)
    const zip = vicinage.area({ zip: '78704' }, { dimensions: [] })
    expect(zip).toMatchObject({ boundary: 'exact', people: 49_197, people_source: 'census 2020' })
    expect(() => vicinage.area({ zip: '90030' })).toThrow(/has no area: .*The ZIP around it is \d{5}\./)
  })
})

describe('the mean score of an area', () => {
  it.each(['06', '48', '12'])(
    'equals the population-weighted mean of the block groups for the state with FIPS code %s',
    (fips) => {
      const postal = { '06': 'CA', '48': 'TX', '12': 'FL' }[fips]!
      const { people, scores, boundary } = vicinage.area({ state: postal })
      const isThere = (group: number) => geography.getState(group) === fips
      expect(boundary).toBe('exact')
      for (const id of ['walkability', 'flood', 'insurance-coverage'] as const) {
        const expected = byCenters(id, isThere)
        expect(people).toBe(expected.people)
        expect(scores[id].mean).toBeCloseTo(expected.mean, 0)
        expect(scores[id].without_data).toBeLessThan(0.02)
      }
      const { measured, modeled, estimate } = scores.flood.basis
      expect(measured + modeled + estimate).toBeCloseTo(1, 2)
    },
  )

  it('nearly equals the mean over block group centers for a circle, and is the same for a box as for an equal polygon', () => {
    const circle = { lat: 30.28, lon: -97.74, radius: 12_000 }
    const inCircle = byCenters(
      'walkability',
      (_, lat, lon) => metersBetween(lat, lon, circle.lat, circle.lon) <= 12_000,
    )
    const { scores, people } = vicinage.area(circle, { below: { walkability: 256 } })
    expect(Math.abs(scores.walkability.mean! - inCircle.mean)).toBeLessThan(4)
    expect(Math.abs(people / inCircle.people - 1)).toBeLessThan(0.03)
    expect(scores.walkability.share_below).toBe(1)
    expect(scores.walkability.p10! < scores.walkability.p50!).toBe(true)
    expect(scores.walkability.p50! < scores.walkability.p90!).toBe(true)
    expect(scores.flood).not.toHaveProperty('share_below')
    const box = vicinage.area({ west: -98, south: 30, east: -97.5, north: 30.5 })
    expect(vicinage.area({ type: 'Polygon', coordinates: [square(-98, 30, 0.5)] })).toEqual(box)
    expect(vicinage.area({ type: 'Polygon', coordinates: [square(-98, 30, 0.5).reverse()] })).toEqual(box)
  })

  it('counts only inhabited land, unlike area_mean, and is null if no resident has data', () => {
    const { scores, land_km2: land } = vicinage.area({ county: '48453' })
    // The Census Bureau's gazetteer lists 2,565 km² of land and 83 km² of water.
    expect(land).toBeGreaterThan(2560)
    expect(land).toBeLessThan(2720)
    expect(scores.walkability.area_mean!).toBeLessThan(scores.walkability.mean!)
    expect(scores.fire).toMatchObject({ mean: null, p10: null, without_data: 1, area_mean: null })
  })
})

it('explain() adds a note where water covers much of the census tract, as on Star Island', ({ skip }) => {
  skip(
    geography.water.every((percent) => percent === 0),
    'geography.bundle has no water: build it again',
  )
  const { note } = vicinage.explain('walkability', { lat: 25.7775, lon: -80.15 })
  expect(note).toMatchObject({
    code: 'much_water',
    text: expect.stringMatching(/^\d\d% of the census tract is water\./),
  })
  expect(vicinage.explain('walkability', { lat: 30.2672, lon: -97.7431 })).not.toHaveProperty('note')
})

describe('the population of a small area', () => {
  it.each([
    ['Alpaugh', 'CA', 871],
    ['Camp Pendleton South', 'CA', 12_468],
    ['Acampo', 'CA', 334],
    ['Austin', 'TX', 961_855],
  ])('equals the census count for the city of %s, %s', (city, state, people) => {
    const answer = vicinage.area({ city, state }, { dimensions: ['walkability'] })
    expect(answer).toMatchObject({ boundary: 'exact', people, people_source: 'census 2020', people_range: null })
    expect(answer.scores.walkability.mean).not.toBeNull()
  })

  it('is reported as a range whose upper end exceeds zero even if no modeled home is inside', () => {
    const answer = vicinage.area({ lat: 35.8878, lon: -119.4873, radius: 300 }, { dimensions: [] })
    expect(answer).toMatchObject({ people: 0, people_source: 'homes' })
    expect(answer.people_range!.high).toBeGreaterThan(100)
  })

  it('lies within the reported range for at least 75% of ZIP outlines given as polygons', async () => {
    const outlines = new OutlinedPlaces((await readBundles({ dimensions: [], schools: false })).outlines!)
    let [inside, all] = [0, 0]
    for (let number = 0; number < outlines.zips; number += 40) {
      const rings = outlines.rings(number)
      const counted = outlines.people(number)!
      if (rings.length > 1 || counted === 0) continue
      const ring = Array.from({ length: rings[0].length / 2 }, (_, i) => [rings[0][2 * i], rings[0][2 * i + 1]])
      const shape = { type: 'Polygon' as const, coordinates: [ring] }
      const { people_range } = vicinage.area(shape, { dimensions: [] })
      all++
      if (counted >= people_range!.low && counted <= people_range!.high) inside++
    }
    expect(all).toBeGreaterThan(60)
    expect(inside / all).toBeGreaterThan(0.75)
  })
})

describe('a city without an outline in the data', () => {
  // 2020 census counts. The places file instead lists a smaller settlement of the same name in the same state.
  it.each([
    ['Mountain View', 'CA', 82_376, { lat: 37.422, lon: -122.084 }],
    ['Burbank', 'CA', 107_337, { lat: 34.1808, lon: -118.309 }],
    ['Mesquite', 'TX', 150_108, { lat: 32.7668, lon: -96.5992 }],
    ['Plantation', 'FL', 91_750, null],
    ['Rancho Mission Viejo', 'CA', 10_378, null],
    ['Cedar Creek', 'TX', 3154, null],
  ])('is approximated by its ZIPs or by a circle: %s, %s', (city, state, counted, place) => {
    const { boundary, people, people_source } = vicinage.area({ city, state }, { dimensions: [] })
    expect([boundary, people_source]).toEqual(['approximate', 'homes'])
    expect(Math.abs(people / counted - 1)).toBeLessThan(0.12)
    if (place !== null) expect(vicinage.reverse(place)).toMatchObject({ city, in_city: null })
  })
})

describe('a neighborhood', () => {
  it('resolves to the same outline from text, from fields and from a geocode result', () => {
    const area = vicinage.area('Hyde Park, Austin', { dimensions: ['walkability'] })
    // The City of Austin counts about 6,600 people and 500 acres.
    expect(area).toMatchObject({ boundary: 'exact', people_source: 'homes' })
    expect(area.people).toBeGreaterThan(5_500)
    expect(area.people).toBeLessThan(7_500)
    expect(area.land_km2).toBeCloseTo(2, 0)
    expect(vicinage.area(vicinage.geocode('Hyde Park, Austin'), { dimensions: ['walkability'] })).toEqual(area)
    expect(vicinage.area({ neighborhood: 'hyde park', city: 'Austin', state: 'TX' }, { dimensions: [] }).people).toBe(
      area.people,
    )
    const { areas } = vicinage.find({ where: { walkability: { min: 200 } }, within: 'Hyde Park, Austin' })
    expect(areas.map(({ neighborhood }) => neighborhood)).toContain('Hyde Park')
  })

  it('is rejected without a city if several neighborhoods have the same name', () => {
    expect(() => vicinage.area('neighborhood:Hyde Park')).toThrow(
      expect.objectContaining({
        code: 'area_ambiguous',
        suggestions: expect.arrayContaining([
          expect.objectContaining({ layer: 'neighborhood', label: 'Hyde Park, Austin, TX' }),
          expect.objectContaining({ layer: 'neighborhood', label: 'Hyde Park, Tampa, FL' }),
        ]),
      }),
    )
    expect(() => vicinage.area('Hyde Park, Autin')).toThrow(NotFoundError)
    expect(() => vicinage.area({ neighborhood: 'Castro', zip: '94114' } as never)).toThrow(ValidationError)
  })
})

describe('the error for an unknown area name', () => {
  it.each([
    ['Hyde Prak, Austin', 'Hyde Park, Austin, TX'],
    ['Austn, TX', 'Austin, TX'],
    ['Travs County, TX', 'Travis County, TX'],
    ['Zilker, Austn', 'Zilker, Austin, TX'],
    ['Hyde Park, TX', 'Hyde Park, Austin, TX'],
    ['Hyde Park', 'Hyde Park, Tampa, FL'],
  ])('suggests areas with similar names that area() accepts: %s', (text, meant) => {
    const error = thrownBy(() => vicinage.area(text, { dimensions: [] }))
    expect(error).toMatchObject({ code: 'area_unknown', message: expect.stringContaining(`"${meant}"`) })
    expect(error.suggestions.map(({ label }) => label)).toContain(meant)
    for (const suggestion of error.suggestions) {
      expect(vicinage.area(suggestion, { dimensions: [] }).people).toBeGreaterThan(0)
      expect(vicinage.area(suggestion.label, { dimensions: [] }).people).toBeGreaterThan(0)
    }
  })

  it.each(['78799', 'county:48999', 'district:4808941', 'Qwxzy'])(
    'contains no suggestions if no name is similar: %s',
    (text) => {
      expect(thrownBy(() => vicinage.area(text)).suggestions).toEqual([])
    },
  )

  it('suggests places with similar names if an address is not found', () => {
    const error = thrownBy(() => vicinage.scores(vicinage.geocode('Zilkr')))
    expect(error).toMatchObject({ code: 'not_found' })
    expect(error.suggestions.map(({ label }) => label)).toContain('Zilker, Austin, TX')
  })
})

function thrownBy(ask: () => unknown): RefusalError {
  try {
    ask()
  } catch (error) {
    if (error instanceof RefusalError) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}

describe('the bounding box of an area', () => {
  it('contains the whole area, and is its own bounding box if used as an area', () => {
    const circle = { lat: 30.28, lon: -97.74, radius: 2500 }
    const { box } = vicinage.area(circle, { dimensions: [] })
    expect(box.north - circle.lat).toBeCloseTo(2500 / 111_195, 3)
    expect(vicinage.area(box, { dimensions: [] }).box).toEqual(box)
    const austin = vicinage.area('Austin, TX', { dimensions: [] }).box
    const zip = vicinage.area('78704', { dimensions: [] }).box
    expect([zip.west > austin.west, zip.north < austin.north]).toEqual([true, true])
    expect(vicinage.area('TX', { dimensions: [] }).box.west).toBeCloseTo(-106.65, 1)
  })
})

describe('the schools of an area', () => {
  it('are the same campuses as in nearest-school searches, without school programs', () => {
    let programs = 0
    for (const circle of [
      { lat: 30.28, lon: -97.74, radius: 2500 },
      { lat: 32.75, lon: -117.15, radius: 2500 },
    ]) {
      const { schools } = vicinage.area(circle, { dimensions: [] })
      for (const level of ['elementary', 'middle', 'high'] as const) {
        const { schools: near } = vicinage.schools.schoolRatings({
          lat: circle.lat,
          lon: circle.lon,
          level: [level],
          limit: 50,
        })
        const listed = near.filter(({ distance_meters: meters }) => meters! <= circle.radius)
        expect(listed.length).toBeLessThan(50)
        const inside = listed.filter((school) => vicinage.schools.listing(school).kind === 'campus')
        programs += listed.length - inside.length
        const ratings = inside.flatMap(({ rating }) => rating ?? [])
        expect(schools![level]).toMatchObject({ schools: inside.length, rated: ratings.length })
        const sum = ratings.reduce((sum, rating) => sum + rating, 0)
        expect((schools![level].mean_rating ?? 0) * ratings.length).toBeCloseTo(sum, -1)
      }
    }
    expect(programs).toBeGreaterThan(0)
    const sea = vicinage.area({ west: -91, south: 26, east: -90, north: 27 }).schools
    expect(sea!.high).toEqual({ schools: 0, rated: 0, mean_rating: null })
  })
})

describe('areas', () => {
  it('contain the same points as in turf, even if rings cross themselves', () => {
    const position = fc.tuple(fc.integer({ min: -8, max: 8 }), fc.integer({ min: -8, max: 8 }))
    const ring = fc.array(position, { minLength: 3, maxLength: 9 }).map((positions) => [...positions, positions[0]])
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), position, (rings, [lon, lat]) => {
        const shape = { type: 'MultiPolygon' as const, coordinates: rings.map((one) => [one]) }
        let region: ReturnType<typeof polygonRegion>
        try {
          region = polygonRegion(shape)
        } catch (error) {
          return error instanceof ValidationError && /no area/.test(error.message)
        }
        return region.contains(lon, lat) === booleanPointInPolygon([lon, lat], shape)
      }),
    )
  })

  it('contain the same points as in turf if they have thousands of vertices', () => {
    // A star that crosses itself in all directions, so that most places lie between two of its edges.
    const star = Array.from({ length: 2501 }, (_, i) => {
      const angle = i * 2.4
      const far = 3 + 5 * ((i * 7) % 11 === 0 ? 1 : 0.1 * Math.sin(i))
      return [far * Math.cos(angle), far * Math.sin(angle)]
    })
    const shapes = [
      [...star, star[0]],
      Array.from({ length: 2501 }, (_, i) => [8 * Math.cos(i / 398), 8 * Math.sin(i / 398)]),
    ]
    const wrong: unknown[] = []
    for (const ring of shapes) {
      const shape = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]]] }
      const region = polygonRegion(shape)
      for (let i = 0; i < 1500; i++) {
        const [lon, lat] =
          i % 5 === 0 ? ring[i % ring.length] : [((i * 37) % 1601) / 100 - 8, ((i * 91) % 1601) / 100 - 8]
        if (region.contains(lon, lat) !== booleanPointInPolygon([lon, lat], shape)) wrong.push([lon, lat])
      }
    }
    expect(wrong).toEqual([])
  })

  it('are accepted with 100,000 vertices', () => {
    const round = Array.from({ length: 100_000 }, (_, i) => {
      const angle = (i / 50_000) * Math.PI
      return [-97.74 + 0.1 * Math.cos(angle), 30.28 + 0.1 * Math.sin(angle)]
    })
    const few = round.filter((_, i) => i % 100 === 0)
    const of = (ring: number[][]) => vicinage.area({ type: 'Polygon', coordinates: [ring] }, { dimensions: [] }).people
    expect(of(round) / of(few)).toBeCloseTo(1, 2)
  })

  it('are scored by land area if they contain no homes', () => {
    const tiny = vicinage.area({ lat: 30.2672, lon: -97.7431, radius: 5 })
    expect(tiny.scores.walkability.mean).toBeGreaterThan(200)
    const sea = vicinage.area({ west: -91, south: 26, east: -90, north: 27 })
    expect(sea).toMatchObject({ people: 0, land_km2: 0 })
    expect(sea.scores.walkability).toMatchObject({ mean: null, without_data: 0, area_mean: null })
  })

  it.each([
    ['a ZIP whose people live in no modeled home', { zip: '90263' }, 1972],
    ['a block group without residents', { blockGroup: '060014090002' }, 0],
    ['a box in a bay', { west: -117.16, south: 32.66, east: -117.156, north: 32.663 }, 0],
  ] as const)('have a note that the figures describe the land: %s', (_, shape, people) => {
    const answer = vicinage.area(shape as Parameters<Vicinage['area']>[0], { below: { walkability: 256 } })
    expect(answer.people).toBe(people)
    expect(answer.scores.walkability.mean).not.toBeNull()
    expect(answer.scores.walkability.share_below).toBe(1)
    for (const { mean, area_mean, note } of Object.values(answer.scores)) {
      expect(mean).toBe(area_mean)
      expect(note).toEqual({
        code: 'no_homes',
        text: 'No homes are modeled in this area, so these figures describe its land.',
      })
    }
  })

  it('have no note about the land if they contain a modeled home or no land', () => {
    const codesOf = (shape: Parameters<Vicinage['area']>[0]) =>
      new Set(Object.values(vicinage.area(shape).scores).map(({ note }) => note?.code))
    expect(codesOf({ zip: '78704' })).not.toContain('no_homes')
    expect(codesOf({ west: -91, south: 26, east: -90, north: 27 })).toEqual(new Set([undefined]))
  })

  it.each([
    ['a sliver from coast to coast', { west: -120, south: 30, east: -80, north: 30 + 1e-9 }],
    ['a sliver from south to north', { west: -98, south: 26, east: -98 + 1e-12, north: 36 }],
    ['a dot', { west: -98, south: 30, east: -98 + 3e-14, north: 30 + 1e-14 }],
    ['a polygon of atoms', { type: 'Polygon', coordinates: [square(-97.74, 30.27, 1e-13)] }],
  ] as const)('are measured and scored even if they are tiny: %s', (_, shape) => {
    const { people, land_km2: land, scores } = vicinage.area(shape as Parameters<Vicinage['area']>[0])
    expect(people).toBe(0)
    expect(land).toBeGreaterThan(0)
    expect(scores.walkability.area_mean).toBeGreaterThan(0)
    expect(vicinage.find({ where: { walkability: { min: 1 } }, within: shape as never }).total).toBe(0)
  })

  const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })
  const diagonal = (...steps: number[]) => steps.map((step) => [step, step])
  it.each([
    ['nothing', null, 'An area is a GeoJSON'],
    ['an empty object', {}, 'An area is a GeoJSON'],
    ['a line', { type: 'LineString', coordinates: [] }, 'must be a Polygon'],
    ['a feature of nothing', { type: 'Feature', geometry: null }, 'must be a Polygon'],
    ['no rings', polygon(), 'at least one ring'],
    ['no polygons', { type: 'MultiPolygon', coordinates: [] }, 'is empty'],
    ['two positions', polygon(diagonal(0, 1)), 'fewer than three'],
    ['a line as a ring', polygon(diagonal(0, 1, 2, 0)), 'no area'],
    ['one place', polygon(diagonal(5, 5, 5, 5)), 'no area'],
    ['texts', polygon([['a', 'b'], ...diagonal(1, 2)]), 'Position 0 of ring 0'],
    ['NaN', polygon([[Number.NaN, 0], ...diagonal(1, 2)]), 'Position 0 of ring 0'],
    [
      'latitudes first',
      polygon([
        [30, -97],
        [31, -97],
        [31, -98],
      ]),
      'Position 0 of ring 0',
    ],
    ['the antimeridian', polygon(boxRing(179, 10, -179, 11)), 'crosses the antimeridian'],
    ['a box across it', { west: 170, south: 0, east: -170, north: 1 }, 'crosses the antimeridian'],
    ['an empty box', { west: 1, south: 1, east: 2, north: 1 }, 'is empty'],
    ['a box of words', { west: 'a', south: 1, east: 2, north: 1 }, 'needs west'],
    ['a circle of nothing', { lat: 1, lon: 1, radius: 0 }, 'radius of 1 to'],
    ['a circle off the globe', { lat: 91, lon: 1, radius: 10 }, 'needs lat'],
    ['a short ZIP', { zip: '787' }, '5 digits'],
    ['a ZIP as a number', { zip: 78745 }, '5 digits'],
    ['a county by name', { county: 'Travis' }, '5 digits'],
    ['no state', { city: 'Austin' }, 'two-letter code'],
    ['two kinds', { zip: '78704', city: 'Austin', state: 'TX' }, 'must have exactly one kind, not zip and city'],
  ])('are rejected if the input is %s', (name, shape, words) => {
    const isLatitudes = name === 'latitudes first'
    // Swapped coordinates that are valid degrees are accepted, but no one lives there.
    if (isLatitudes) return expect(() => vicinage.area(shape as never)).toThrow('-90 to 90')
    expect(() => vicinage.area(shape as never)).toThrow(ValidationError)
    expect(() => vicinage.area(shape as never)).toThrow(words)
  })

  it.each([
    [{ zip: '10001' }, 'There is no ZIP 10001'],
    [{ city: 'Atlantis', state: 'TX' }, 'There is no city named Atlantis in TX'],
    [{ county: '36061' }, 'There is no county 36061'],
    [{ tract: '00000000000' }, 'There is no tract'],
    [{ district: '0000001' }, 'There is no school district'],
    [{ state: 'NY' }, 'is not covered'],
  ])('are rejected with NotFoundError if they name an unknown place: %j', (shape, words) => {
    expect(() => vicinage.area(shape)).toThrow(NotFoundError)
    expect(() => vicinage.area(shape)).toThrow(words)
  })

  it('are rejected with NotLoadedError if the bundle that contains the name is not loaded', async () => {
    const bare = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false })
    expect(() => bare.area({ zip: '78745' })).toThrow(NotLoadedError)
    expect(() => bare.area({ district: '4808940' })).toThrow('districts.bundle was not included')
    expect(bare.area({ county: '48453' }).schools).toBeNull()
    expect(Object.keys(bare.area({ county: '48453' }).scores)).toEqual(['fire'])
  })
})
