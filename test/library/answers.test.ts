import { beforeAll, describe, expect, it } from 'vitest'
import { getSources } from '../../data-build/catalog/catalog.ts'
import { type DimensionId, dimensions } from '../../src/answers/dimensions/catalog.ts'
import { writePercentiles } from '../../src/answers/dimensions/percentile-column.ts'
import { getPercentiles } from '../../src/answers/dimensions/percentile-shares.ts'
import { Percentiles } from '../../src/answers/dimensions/percentiles.ts'
import { coveredStates } from '../../src/base/states.ts'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { explanation } from '../../src/library/contract/answers.ts'
import { callEndpoint } from '../../src/library/contract/endpoint.ts'
import { endpoints } from '../../src/library/contract/table.ts'
import { dimensionsFixture, folderFixture } from './fixtures/folder.ts'
import { calm, walkability } from './fixtures/layers.ts'

const west = { lat: 30.23, lon: -97.77 } // Texas, in the precinct
const north = { lat: 30.28, lon: -97.77 } // Texas, the same block group north of the precinct
const center = { lat: 30.28, lon: -97.72 } // Texas, the block group without insurance data
const east = { lat: 30.25, lon: -97.65 }
const california = { lat: 34.02, lon: -118.28 }
const florida = { lat: 25.72, lon: -80.24 }
const sea = { lat: 29, lon: -94 }

const isMade = (id: string) => (dimensionsFixture as string[]).includes(id)

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await folderFixture() })
})

describe('a score', () => {
  it('based on block groups is taken from the nearest block group center in the tract', () => {
    const insured = (point: { lat: number; lon: number }) => vicinage.score('insurance-coverage', point).score
    expect([west, center, east, california, florida].map(insured)).toEqual([210, 0, 255, 100, 200])
    // The border between two block groups is halfway between their centers, at 97.75° W and 80.25° W. Beyond the tract
    // border, the block groups of the other tract apply.
    expect(insured({ lat: 30.29, lon: -97.7501 })).toBe(210)
    expect(insured({ lat: 30.29, lon: -97.7499 })).toBe(0)
    expect(insured({ lat: 25.79, lon: -80.2501 })).toBe(150)
    expect(insured({ lat: 30.25, lon: -97.6999 })).toBe(255)
  })

  it('based on areas overrides block group scores', () => {
    const lean = (point: { lat: number; lon: number }) => vicinage.score('ideological-lean', point).score
    expect([west, north, east, california].map(lean)).toEqual([64, 90, 90, 192])
  })

  it('based on areas overrides a surface, and a later area overrides an earlier area', () => {
    const fire = (lon: number) => vicinage.score('fire', { lat: 34.02, lon }).score
    expect([fire(-118.28), fire(-118.26), fire(-118.24), fire(-118.21)]).toEqual([22, 64, 64, 240])
    expect(vicinage.score('fire', east).score).toBe(0)
  })

  it('based on a surface is interpolated between cells to within 1.5 of the exact value', () => {
    for (let i = 0; i < 500; i++) {
      const lon = -97.7999 + 0.1998 * (i / 499)
      const lat = 30.2001 + 0.0998 * (((i * 7) % 500) / 499)
      expect(Math.abs(vicinage.score('walkability', { lat, lon }).score - walkability(lon, lat))).toBeLessThan(1.5)
      expect(Math.abs(vicinage.score('noise-levels', { lat, lon }).score - calm(lon, lat))).toBeLessThan(1.5)
    }
  })

  it('is returned with a description that includes facts', () => {
    const say = (dimension: DimensionId, point: { lat: number; lon: number }) =>
      vicinage.score(dimension, point).description
    expect(say('insurance-coverage', west)).toBe(
      'Moderate coverage: about 75% of the people of this census tract have health insurance (survey of 2018-22).',
    )
    expect(say('insurance-coverage', florida)).toBe(
      'Moderate coverage: about 71% of the people (estimated from a wider area) have health insurance (survey of 2018-22).',
    )
    expect(say('ideological-lean', west)).toBe(
      'Predominantly conservative: 25% Democratic, 75% Republican for president in 2024 (about 1,000 votes).',
    )
    expect(say('walkability', east)).toContain('EPA walkability index 10 of 20')
    expect(say('noise-levels', east)).toContain('road 55 dB')
    expect(say('fire', california)).toBe(
      'Very high hazard: 2007 map of fire hazard severity zones (CAL FIRE; superseded in 2024-2025).',
    )
  })

  it('is returned with a null description, and is otherwise unchanged, if descriptions are turned off', () => {
    for (const dimension of dimensionsFixture)
      for (const point of [west, center, east, california, florida, sea]) {
        const { score } = vicinage.score(dimension, point)
        expect(vicinage.score(dimension, point, { description: false })).toEqual({ score, description: null })
        expect(vicinage.score(dimension, point, {})).toEqual(vicinage.score(dimension, point))
      }
  })

  it('is 0 with a reason if there is no data', () => {
    const { score, description } = vicinage.score('insurance-coverage', center)
    const { zero } = dimensions.find(({ id }) => id === 'insurance-coverage')!.scale
    expect(score).toBe(0)
    expect(description?.toLowerCase()).toContain(zero.toLowerCase())
    expect(vicinage.score('fire', west).description).toBe('Fire safety covers California only.')
    expect(vicinage.score('walkability', sea)).toEqual({
      score: 0,
      description: 'Outside the coverage: California, Texas and Florida.',
    })
  })

  it('causes a NotLoadedError if its bundle is not loaded, but is 0 over HTTP', () => {
    const { name } = dimensions.find(({ id }) => id === 'flood')!
    const fact = `${name} is not loaded: its bundle was not included.`
    const message = `${fact} Open with 'flood' in \`dimensions\` and a data folder that contains flood.bundle.`
    for (const ask of [
      () => vicinage.score('flood', west),
      () => vicinage.risk.flood(sea),
      () => vicinage.scores(west, { dimensions: ['fire', 'flood'] }),
      () => vicinage.explain('flood', west),
      () => vicinage.scoreColumns({ lat: new Float64Array(1), lon: new Float64Array(1), dimensions: ['flood'] }),
    ])
      expect(ask).toThrow(expect.objectContaining({ name: 'NotLoadedError', code: 'dimension_not_loaded', message }))
    const none = { score: 0, description: fact }
    const answer = (id: string, more = {}) =>
      callEndpoint(endpoints.find((one) => one.id === id)!, vicinage, 'points' in more ? more : { ...west, ...more })
    expect(answer('risk.flood')).toEqual({ result: none })
    expect(answer('scores', { percentiles: true })).toMatchObject({ flood: { ...none, percentile: null }, fire: {} })
    expect(answer('explain', { dimension: 'flood' })).toMatchObject({ ...none, basis: null, inputs: [], sources: [] })
    const points = { points: [west], dimensions: ['flood'], descriptions: false }
    expect(answer('scoresBatch', points)).toEqual({
      results: [{ scores: { flood: { ...none, description: null } }, error: null }],
    })
  })

  it('does not depend on earlier calls', () => {
    const first = vicinage.scores(west)
    vicinage.explain('fire', california)
    vicinage.scoreColumns({ lat: Float64Array.of(25.72), lon: Float64Array.of(-80.24) })
    expect(vicinage.scores(west)).toEqual(first)
  })
})

describe('scores()', () => {
  it('returns all loaded dimensions by ID, or only the requested dimensions', () => {
    const all = vicinage.scores(west)
    expect(Object.keys(all)).toEqual(dimensions.map(({ id }) => id).filter((id) => isMade(id)))
    for (const id of dimensionsFixture) expect(all[id]).toEqual(vicinage.score(id, west))
    const two = vicinage.scores(west, { dimensions: ['fire', 'walkability'] })
    expect(Object.keys(two)).toEqual(['fire', 'walkability'])
    expect(vicinage.scores(west, { dimensions: [] })).toEqual({})
  })
})

describe('the percentile of a score', () => {
  const insured = (point: { lat: number; lon: number }) =>
    vicinage.score('insurance-coverage', point, { percentiles: true }).percentile

  it('is the share of residents with lower scores; its text names the side with more residents', () => {
    // People by score: in Texas 2,000 at 210 and 3,000 at 255, in California 1,000 at 100, in Florida 500 at 150 and
    // 1,500 at 200.
    expect(insured(west)).toEqual({
      state: 0,
      coverage: 37,
      text: 'Fewer people insured than where 60% of mapped Texans live, 49% of all.',
    })
    expect(insured(east)).toEqual({
      state: 40,
      coverage: 62,
      text: 'The same score as where 60% of mapped Texans live, 49% of all.',
    })
    expect(insured(florida)?.text).toBe('The same score as where 75% of Floridians live.')
    expect(insured({ lat: 25.72, lon: -80.27 })).toMatchObject({ state: 0, coverage: 12 })
  })

  it('names the share below if both shares are equal, and mentions the mapped residents if less than 95% are mapped', () => {
    const textOf = (...people: readonly number[]) => {
      const shares = getPercentiles(Uint8Array.of(0, 10, 20, 30), Array(4).fill('48'), people)
      return new Percentiles(['Lower', 'Higher'], shares).of(20, '48').text
    }
    expect(textOf(5, 38, 19, 38)).toBe('Higher than where 40% of Texans live.')
    expect(textOf(6, 38, 18, 38)).toBe('Higher than where 40% of mapped Texans live, 38% of all.')
    expect(textOf(1e6, 38, 24, 38)).toBe('Higher than where 38% of mapped Texans live, fewer than 1% of all.')
  })

  it('compares with the residents of all states if nobody in the state has a score', () => {
    const shares = getPercentiles(Uint8Array.of(0, 10, 20, 20), ['48', '06', '06', '06'], [9, 1, 1, 2])
    const percentiles = new Percentiles(['Lower', 'Higher'], shares)
    expect(percentiles.of(20, '48')).toEqual({
      state: null,
      coverage: 25,
      text: 'The same score as where 75% of mapped people in California, Texas and Florida live, 23% of all.',
    })
    const texas = coveredStates.findIndex(({ fips }) => fips === '48')
    const california = coveredStates.findIndex(({ fips }) => fips === '06')
    const out = new Uint8Array(2)
    writePercentiles(shares, Uint8Array.of(20, 20), Uint8Array.of(texas, california), out)
    expect([...out]).toEqual([255, 25])
  })

  it('is null if there is no score, and is omitted unless requested', () => {
    expect([center, sea].map(insured)).toEqual([null, null])
    expect(vicinage.score('walkability', west)).not.toHaveProperty('percentile')
    const all = vicinage.scores(west, { percentiles: true })
    for (const id of dimensionsFixture) expect(all[id]).toEqual(vicinage.score(id, west, { percentiles: true }))
  })

  it('matches the percentile columns of scoreColumns()', () => {
    const points = [west, north, center, east, california, florida, sea]
    const lat = Float64Array.from(points, (point) => point.lat)
    const lon = Float64Array.from(points, (point) => point.lon)
    const columns = vicinage.scoreColumns({ lat, lon, percentiles: true })
    expect(Object.keys(columns)).toEqual([...dimensionsFixture, ...dimensionsFixture.map((id) => `${id}_percentile`)])
    for (const id of dimensionsFixture)
      expect(Array.from(columns[`${id}_percentile`])).toEqual(
        points.map((point) => vicinage.score(id, point, { percentiles: true }).percentile?.state ?? 255),
      )
  })
})

describe('the catalog', () => {
  it('lists every dimension, with sources for loaded dimensions', () => {
    const entries = vicinage.dimensions()
    expect(entries.map(({ id }) => id)).toEqual(dimensions.map(({ id }) => id))
    for (const { id, group, path, sources } of entries) {
      expect(path).toBe(`/v1/${group}/${id}`)
      expect(sources.length > 0).toBe(isMade(id))
      for (const source of sources) expect(Object.keys(source)).toEqual(['agency', 'title', 'vintage', 'license'])
    }
  })
})

describe('the explanation of a score', () => {
  it('names the block group that its figures describe, and the percentile among residents', () => {
    const point = { lat: 30.23, lon: -97.77 }
    const explained = vicinage.explain('insurance-coverage', point)
    expect(explained).toMatchObject({
      dimension: 'insurance-coverage',
      ...vicinage.score('insurance-coverage', point),
      basis: 'measured',
      inputs: [{ name: 'Residents insured', value: 74.5, unit: '%' }],
      // People by score: in Texas 2,000 at 210 and 3,000 at 255, elsewhere 1,000 at 100, 500 at 150 and 1,500 at 200.
      percentile: {
        state: 0,
        coverage: 37,
        text: 'Fewer people insured than where 60% of mapped Texans live, 49% of all.',
      },
    })
    const { geography } = explained.inputs[0]
    for (const words of ['block group', '484530001001', 'Travis County', 'Texas']) expect(geography).toContain(words)
    expect(explained.sources.map(({ title }) => title)).toEqual(
      getSources('insurance-coverage').map(({ title }) => title),
    )
  })

  it('preserves the leading zero of California codes', () => {
    const { inputs } = vicinage.explain('insurance-coverage', { lat: 34.02, lon: -118.28 })
    for (const words of ['060370001001', 'Los Angeles County', 'California'])
      expect(inputs[0].geography).toContain(words)
  })

  it('contains the figures of an area only inside that area', () => {
    const inArea = vicinage.explain('ideological-lean', { lat: 30.23, lon: -97.77 })
    expect(inArea.basis).toBe('measured')
    expect(inArea.inputs.map(({ name, value }) => [name, value])).toEqual([['Two-party votes', 1000]])
    expect(inArea.inputs[0].geography).not.toContain('block group')
    const outside = vicinage.explain('ideological-lean', { lat: 30.28, lon: -97.77 })
    expect(outside).toMatchObject({ score: 90, basis: 'modeled', inputs: [] })
  })

  it('distinguishes areas from the surface around them', () => {
    expect(vicinage.explain('fire', { lat: 34.02, lon: -118.28 }).basis).toBe('measured')
    expect(vicinage.explain('fire', { lat: 34.08, lon: -118.28 })).toMatchObject({ score: 240, basis: 'estimate' })
  })

  it('includes facts of block groups and cells of a surface', () => {
    const point = { lat: 30.25, lon: -97.65 }
    const walk = vicinage.explain('walkability', point)
    expect(walk.basis).toBe('modeled')
    expect(walk.inputs).toMatchObject([{ name: 'EPA walkability index', value: 10, unit: null }])
    expect(walk.inputs[0].geography).toContain('484530002001')
    const noise = vicinage.explain('noise-levels', point)
    expect(noise.inputs).toMatchObject([
      { name: 'Noise of all sources', value: 66 },
      { name: 'Road noise', value: 55, unit: 'dB(A)' },
    ])
    expect(noise.inputs[1].geography).toContain('cell')
  })

  it('is empty if there is no data', () => {
    const empty = { score: 0, basis: null, inputs: [], percentile: null }
    const noData = vicinage.explain('insurance-coverage', { lat: 30.28, lon: -97.72 })
    expect(noData).toMatchObject(empty)
    expect(noData.sources.length).toBeGreaterThan(0)
    expect(vicinage.explain('walkability', { lat: 29, lon: -94 })).toMatchObject(empty)
  })

  it('matches the schema common to all interfaces', () => {
    for (const dimension of dimensionsFixture)
      for (const [lat, lon] of [
        [30.23, -97.77],
        [34.02, -118.28],
        [25.72, -80.24],
        [0, 0],
        [90, 180],
        [-90, -180],
      ])
        expect(() => explanation.parse(vicinage.explain(dimension, { lat, lon }))).not.toThrow()
  })
})
