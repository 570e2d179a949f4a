import { describe, expect, it } from 'vitest'
import { openVicinage, ValidationError } from '../../src/index.ts'

const vicinage = await openVicinage()
const lat = 30.2672
const lon = -97.7431
const place = { lat, lon }
type Untyped = never

/** Every method that takes a place, as a function of the place. */
const functions: readonly (readonly [name: string, ask: (place: { lat: number; lon: number }) => unknown])[] = [
  ['score', (given) => vicinage.score('flood', given)],
  ['scores', (given) => vicinage.scores(given)],
  ['explain', (given) => vicinage.explain('walkability', given)],
  ['edge', (given) => vicinage.edge('population-profile', given)],
  ['reverse', (given) => vicinage.reverse(given)],
  ['place', (given) => vicinage.place(given)],
  ['schoolRatings', (given) => vicinage.schools.schoolRatings(given)],
  ['nearestCampuses', (given) => vicinage.schools.nearestCampuses(given)],
  ['districts', (given) => vicinage.schools.districts(given)],
]

describe.each(functions)('%s()', (_, ask) => {
  it('ignores extra fields of a place', () => {
    const listing = {
      id: 7,
      price: 450_000,
      beds: 3,
      description: 'Sunny',
      units: 2,
      list: 1,
      lot: 5,
      ratings: [],
      ...place,
    }
    expect(ask(listing)).toEqual(ask(place))
  })

  it('accepts a null radius, and the same coordinates again under other names', () => {
    const record = { ...place, latitude: lat, lng: lon, longitude: String(lon), long: 'a long text', radius: null }
    expect(ask(record as Untyped)).toEqual(ask(place))
  })

  it.each([
    [{ lat, lng: lon }, "A place is { lat, lon }; got { lat, lng }: write 'lon' for 'lng'."],
    [{ lat, long: lon }, "A place is { lat, lon }; got { lat, long }: write 'lon' for 'long'."],
    [
      { id: 1, latitude: lat, longitude: lon },
      "A place is { lat, lon }; got { id, latitude, longitude }: write 'lat' for 'latitude' and 'lon' for 'longitude'.",
    ],
    [{ Lat: lat, Lon: lon }, "write 'lat' for 'Lat' and 'lon' for 'Lon'"],
    [{ y: lat, x: lon }, "write 'lat' for 'y' and 'lon' for 'x'"],
    [{ lat }, 'A place is { lat, lon }; got { lat }: both numbers are needed, in degrees.'],
    [{}, 'A place is { lat, lon }; got {}: both numbers are needed, in degrees.'],
    [[lat, lon], 'A place is { lat, lon } in degrees; got a list.'],
    ['78701', "A place is { lat, lon }, not a string; got '78701'. geocode(text) returns the place of an address."],
    [null, 'A place is { lat, lon } in degrees; got null.'],
    [undefined, 'A place is { lat, lon } in degrees; got undefined.'],
  ])('throws an error that explains the form of a place for %j', (wrong, message) => {
    expect(() => ask(wrong as Untyped)).toThrow(
      expect.objectContaining({ name: 'ValidationError', message: expect.stringContaining(message) }),
    )
  })

  it.each(['radious', 'raduis', 'Radius', 'radius_m', 'radiusMeters'])(
    'rejects %s and suggests the correct name',
    (name) => {
      expect(() => ask({ ...place, [name]: 500 })).toThrow(`A place has no field '${name}': did you mean 'radius'?`)
    },
  )

  it('rejects second coordinates that contradict the first', () => {
    expect(() => ask({ ...place, longitude: -90 } as Untyped)).toThrow("did you mean 'lon'?")
  })
})

describe("the library's answers", () => {
  it('can be used as places: a found area, a school and an edge', () => {
    const { areas } = vicinage.find({ where: { walkability: { min: 200 } }, within: { zip: '78701' }, limit: 1 })
    const [school] = vicinage.schools.nearestCampuses({ ...place, limit: 1 }).schools
    const edge = vicinage.edge('districts', place)
    for (const answer of [areas[0]!, school!, edge!]) {
      const point = { lat: answer.lat, lon: answer.lon }
      for (const [, ask] of functions.filter(([name]) => !name.startsWith('school') && name !== 'nearestCampuses'))
        expect(ask(answer)).toEqual(ask(point))
    }
    const listed = vicinage.schools.schoolRatings(school!)
    expect(listed).toEqual(vicinage.schools.schoolRatings({ lat: school!.lat, lon: school!.lon, level: school!.level }))
  })
})

describe('the option level', () => {
  it.each(['High', 'HIGH', ' high', 'Middle,High', ['High'] as const])('accepts %j, spelled as in answers', (level) => {
    const lower = typeof level === 'string' ? level.toLowerCase().trim() : 'high'
    expect(vicinage.schools.schoolRatings({ ...place, level: level as string })).toEqual(
      vicinage.schools.schoolRatings({ ...place, level: lower }),
    )
  })

  it('is ignored if it is a field of a school record', () => {
    const record = { nces_id: '480894000332', ...place, level: 'Combined' }
    expect(vicinage.schools.schoolRatings(record)).toEqual(vicinage.schools.schoolRatings(place))
    expect(() => vicinage.schools.schoolRatings({ ...place, level: 'Combined' })).toThrow(ValidationError)
  })

  it.each([
    ['levels', 'level'],
    ['sameDistrict', 'same_district'],
    ['limits', 'limit'],
  ])('rejects %s and suggests %s', (given, meant) => {
    expect(() => vicinage.schools.schoolRatings({ ...place, [given]: 5 })).toThrow(
      `There is no option '${given}': did you mean '${meant}'?`,
    )
  })
})

it('errors of the library do not mention query parameters', () => {
  for (const ask of [
    () => vicinage.score('flood', { lat: 95, lon }),
    () => vicinage.schools.schoolRatings({ ...place, level: 'primary' }),
    () => vicinage.schools.schoolByDistrict({} as Untyped),
    () => vicinage.suggest(''),
  ])
    expect(ask).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/query|path\.|body\./) }))
})
