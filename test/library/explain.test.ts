import { beforeAll, describe, expect, it } from 'vitest'
import { sourcesOf } from '../../data-build/catalog/catalog.ts'
import { explanation } from '../../src/endpoints/scores.ts'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { madeDimensions, madeFolder } from './made-folder.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await openVicinage({ data: await madeFolder() })
})

describe('the explanation of a score', () => {
  it('names the block group that the figures stand for, and where the score stands among people', () => {
    const point = { lat: 30.23, lon: -97.77 }
    const explained = vicinage.explain('insurance-coverage', point)
    expect(explained).toMatchObject({
      dimension: 'insurance-coverage',
      ...vicinage.score('insurance-coverage', point),
      basis: 'measured',
      inputs: [{ name: 'Residents insured', value: 74.5, unit: '%' }],
      // People by score in Texas: 2,000 at 210, 3,000 at 255; elsewhere 1,000 at 100, 500 at 150, 1,500 at 200.
      percentile: { state: 40, coverage: 62.5 },
    })
    const { geography } = explained.inputs[0]
    for (const words of ['block group', '484530001001', 'Travis County', 'Texas']) expect(geography).toContain(words)
    expect(explained.sources.map(({ title }) => title)).toEqual(
      sourcesOf('insurance-coverage').map(({ title }) => title),
    )
  })

  it('keeps the leading zero of Californian numbers', () => {
    const { inputs } = vicinage.explain('insurance-coverage', { lat: 34.02, lon: -118.28 })
    for (const words of ['060370001001', 'Los Angeles County', 'California'])
      expect(inputs[0].geography).toContain(words)
  })

  it('gives an area the figures of the area, and the block groups theirs', () => {
    const inArea = vicinage.explain('ideological-lean', { lat: 30.23, lon: -97.77 })
    expect(inArea.basis).toBe('measured')
    expect(inArea.inputs.map(({ name, value }) => [name, value])).toEqual([['Two-party votes', 1000]])
    expect(inArea.inputs[0].geography).not.toContain('block group')
    const outside = vicinage.explain('ideological-lean', { lat: 30.28, lon: -97.77 })
    expect(outside).toMatchObject({ score: 90, basis: 'modelled', inputs: [] })
  })

  it('tells areas from the surface around them', () => {
    expect(vicinage.explain('fire', { lat: 34.02, lon: -118.28 }).basis).toBe('measured')
    expect(vicinage.explain('fire', { lat: 34.08, lon: -118.28 })).toMatchObject({ score: 240, basis: 'estimate' })
  })

  it('has facts of block groups and of cells behind a surface', () => {
    const point = { lat: 30.25, lon: -97.65 }
    const walk = vicinage.explain('walkability', point)
    expect(walk.basis).toBe('modelled')
    expect(walk.inputs).toMatchObject([{ name: 'EPA walkability index', value: 10, unit: null }])
    expect(walk.inputs[0].geography).toContain('484530002001')
    const noise = vicinage.explain('noise-levels', point)
    expect(noise.inputs).toMatchObject([{ name: 'Road noise', value: 55, unit: 'dB(A)' }])
    expect(noise.inputs[0].geography).toContain('cell')
  })

  it('is empty where there is no data or no bundle', () => {
    const empty = { score: 0, basis: null, inputs: [], percentile: { state: null, coverage: null } }
    const noData = vicinage.explain('insurance-coverage', { lat: 30.28, lon: -97.72 })
    expect(noData).toMatchObject(empty)
    expect(noData.sources.length).toBeGreaterThan(0)
    expect(vicinage.explain('walkability', { lat: 29, lon: -94 })).toMatchObject(empty)
    expect(vicinage.explain('flood', { lat: 30.23, lon: -97.77 })).toMatchObject({ ...empty, sources: [] })
  })

  it('fits the schema that all faces of the service promise', () => {
    for (const dimension of [...madeDimensions, 'flood'])
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
