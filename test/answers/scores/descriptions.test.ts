import { expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()
const withAreas = await openVicinage({ userData: false, schools: false, geocoder: false, areas: true })
const austin = { lat: 30.2672, lon: -97.7431 }

it.each([
  ['noise-levels', austin, /\bdB\b/],
  ['population-profile', austin, /under 18/],
  ['fire', austin, /^Fire safety covers California only/],
  ['noise-levels', { lat: 36.17, lon: -115.14 }, /outside/i],
  ['noise-levels', { lat: 37.75, lon: -122.35 }, /San Francisco Bay/],
] as const)('the description of %s at %o states what is known, or why nothing is known', (id, place, expected) => {
  expect(vicinage.score(id, place).description).toMatch(expected)
})

it('an explained score of 0 has an interval field only if intervals were requested', () => {
  expect(vicinage.explain('fire', austin)).not.toHaveProperty('interval')
  expect(vicinage.explain('fire', austin, { interval: true })).toMatchObject({ score: 0, interval: null })
})

it.each([
  [
    'noise-levels',
    'us',
    /^\S.* to .* noise \(estimate\), depending on where within 2 miles \(3\.2 km\) the place is\.( |$)/,
  ],
  ['noise-levels', 'metric', /within 3\.2 km the place is\.( |$)/],
  ['flood', 'us', /No flood map here/],
  ['fire', 'us', /fire map/],
] as const)(
  'the %s description of a place with a large radius, in %s units, covers the score range and missing data',
  (id, units, expected) => {
    const place = { lat: 34.05, lon: -118.25, radius: 3219 }
    expect(withAreas.score(id, place, { units }).description).toMatch(expected)
  },
)

it.each([
  ['Austin', 30.2672, -97.7431],
  ['Dallas', 32.78, -96.8],
  ['Los Angeles', 34.05, -118.25],
  ['Paradise', 39.76, -121.62],
] as const)('a description of a circle in %s marks estimates as the basis columns do', (_, lat, lon) => {
  const radius = 900
  const meters = 111_195
  const steps = Array.from({ length: 41 }, (_, i) => i / 20 - 1)
  const offsets = steps.flatMap((y) => steps.map((x) => ({ x, y }))).filter(({ x, y }) => Math.hypot(x, y) < 0.98)
  const points = {
    lat: Float64Array.from(offsets, ({ y }) => lat + (y * radius) / meters),
    lon: Float64Array.from(offsets, ({ x }) => lon + (x * radius) / (meters * Math.cos((lat * Math.PI) / 180))),
  }
  const columns = withAreas.basisColumns(points)
  for (const [id, { description, band }] of Object.entries(withAreas.scores({ lat, lon, radius }))) {
    if (band?.p10 == null) continue
    const basis = new Set(columns[id as keyof typeof columns])
    basis.delete(0)
    if (!basis.has(3)) expect(description).not.toContain('estimate)')
    else if (basis.size === 1) expect(description).toMatch(/^[^.(]+ \(estimate\)[.,]/)
    expect(description!.length).toBeLessThanOrEqual(200)
  }
})

it('an input without a unit is listed with a null unit', () => {
  const { inputs } = vicinage.explain('dog-friendliness', austin)
  const units = inputs.map(({ unit }) => unit)
  expect(units).toContain(null)
  expect(units.every((unit) => unit === null || unit.length > 0)).toBe(true)
})

it.each([
  ['fire', 34.05, -118.53, /Map of 2008-2011, now superseded\.$/],
  ['fire', 39.76, -121.62, /Map of 2008-2011, now superseded\.$/],
  ['fire', 37.88, -122.25, /Map of 2025\.|now superseded\./],
  ['flood', 32.78, -96.8, /By FEMA flood maps of 2020-26\.|No flood map here\./],
] as const)(
  'the %s description of a circle around %f, %f names its map and has at most 200 characters',
  (id, lat, lon, map) => {
    let described = 0
    for (const radius of [200, 300, 1000, 5000, 20_000]) {
      const { score, description } = vicinage.score(id, { lat, lon, radius })
      if (score === 0) continue
      described++
      expect(description!.length).toBeLessThanOrEqual(200)
      if (!/% of the land/.test(description!)) expect(description).toMatch(map)
    }
    expect(described).toBeGreaterThan(2)
  },
)

it('an input whose name contains "county" has a county as its geography', () => {
  const wrong: string[] = []
  let counties = 0
  for (const place of [austin, { lat: 29.76, lon: -95.37 }, { lat: 25.77, lon: -80.2 }, { lat: 36.7, lon: -119.8 }])
    for (const id of vicinage.dimensions().map(({ id }) => id))
      for (const { name, geography } of vicinage.explain(id, place).inputs)
        if (/\bcounty\b/i.test(name)) {
          counties++
          if (!/^[A-Z][\w. -]+ County, \w+$/.test(geography)) wrong.push(`${name}: ${geography}`)
        }
  expect(counties).toBeGreaterThan(2)
  expect(wrong).toEqual([])
})
