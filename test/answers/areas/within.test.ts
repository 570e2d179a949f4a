import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { consoleOf } from '../../faces/cli/console.ts'

const vicinage = await openVicinage({ dimensions: ['walkability'], userData: false })
const where = { walkability: { min: 150 } }
const travis = 'Travis County, TX'
const hays = 'Hays County, TX'
const circle = { lat: 30.3, lon: -97.75, radius: 4000 }
const box = { west: -97.79, south: 30.2, east: -97.7, north: 30.29 }
const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.8, 30.22],
      [-97.72, 30.22],
      [-97.72, 30.33],
      [-97.8, 30.22],
    ],
  ],
} as const

/** Returns the cells inside the outlines found by a search, each identified by its center. */
function cellsOf(within: Parameters<typeof vicinage.find>[0]['within']): readonly string[] {
  const { areas, total } = vicinage.find({ where, within, limit: 50, outline: true })
  expect(total).toBeLessThanOrEqual(50)
  const cells: string[] = []
  for (const { outline } of areas) {
    const sides = outline!.coordinates.flatMap((ring) => ring.slice(1).map((end, i) => [ring[i], end]))
    const [lons, lats] = [0, 1].map((axis) => outline!.coordinates[0].map((point) => point[axis]))
    for (let lat = Math.min(...lats) + 0.5 / 480; lat < Math.max(...lats); lat += 1 / 480)
      for (let lon = Math.min(...lons) + 0.5 / 480; lon < Math.max(...lons); lon += 1 / 480)
        if (sides.filter(([[x, y], [x2, y2]]) => x === x2 && x > lon && y > lat !== y2 > lat).length % 2 === 1)
          cells.push(`${Math.floor(lat * 480)} ${Math.floor(lon * 480)}`)
  }
  return cells.sort()
}

describe('a list of areas given as `within`', () => {
  it('limits rank() to the ZIPs of all listed areas, each ranked once', () => {
    const zips = (within: string | readonly string[]) =>
      vicinage.rank('walkability', { of: 'zip', within, limit: 1000 }).areas.map(({ id }) => id)
    const both = zips([travis, hays])
    expect(both).toHaveLength(new Set(both).size)
    expect(both.toSorted()).toEqual([...zips(travis), ...zips(hays)].toSorted())
    expect(zips([travis, travis])).toEqual(zips(travis))
  })

  it('lets rank() include a ZIP with most of its residents in the areas together but in no single area', () => {
    const { west, east, ...parallels } = vicinage.area('78704').box
    const slice = (i: number) => west + ((east - west) * i) / 5
    const slices = Array.from({ length: 5 }, (_, i) => ({ ...parallels, west: slice(i), east: slice(i + 1) }))
    const hasZip = (within: (typeof slices)[number] | typeof slices) =>
      vicinage.rank('walkability', { of: 'zip', within, limit: 1000 }).areas.some(({ id }) => id === '78704')
    expect(slices.map(hasZip)).toEqual(slices.map(() => false))
    expect(hasZip(slices)).toBe(true)
  })

  it.each([
    ['circles and boxes', [circle, box]],
    ['a polygon and a circle', [polygon, circle]],
    ['a polygon and a city', [polygon, 'Austin, TX']],
    ['a county and a polygon', [hays, polygon]],
  ] as const)('limits cell searches to %s, counting each cell once', (_, [first, second]) => {
    const both = cellsOf([first, second])
    expect(both).toEqual([...new Set([...cellsOf(first), ...cellsOf(second)])].sort())
    expect(both.length).toBeGreaterThan(20)
  })

  it('limits searches for areas of a kind to each listed area', () => {
    const names = (within: string | readonly string[]) =>
      vicinage.find({ of: 'zip', where, within, limit: 50 }).areas.map(({ name }) => name)
    expect(names([hays, 'Alameda County, CA']).toSorted()).toEqual(
      [...names(hays), ...names('Alameda County, CA')].toSorted(),
    )
  })

  it('makes the answer approximate if any listed area is approximate', () => {
    const boundary = (within: string | readonly string[]) => vicinage.find({ where, within, limit: 1 }).boundary
    expect([boundary('Mesquite, TX'), boundary(['Austin, TX', 'Mesquite, TX'])]).toEqual(['approximate', 'approximate'])
    expect(boundary(['Austin, TX', 'Dallas, TX'])).toBe('exact')
  })

  it.each([
    [[], /1 to 50 areas, not 0/],
    [Array(51).fill('TX'), /not 51/],
    [[['TX']], /An area is/],
    [['Austin, TX', 'Nowhere, TX'], /There is no city named Nowhere/],
  ])('is rejected with a reason: %j', (within, message) => {
    expect(() => vicinage.find({ where, within: within as string[] })).toThrow(message)
    expect(() => vicinage.rank('walkability', { of: 'zip', within: within as string[] })).toThrow(message)
  })

  it('can be given as a repeated command-line option', async () => {
    const open = async () => vicinage as never
    const areas = ['--within', travis, '--within', hays]
    const ranked = await consoleOf(['rank', 'walkability', '--of', 'zip', ...areas, '--json'], { open })
    expect(JSON.parse(ranked.out)).toEqual(vicinage.rank('walkability', { of: 'zip', within: [travis, hays] }))
    const found = await consoleOf(['find', '--min', 'walkability=150', ...areas, '--json'], { open })
    expect(JSON.parse(found.out)).toEqual(vicinage.find({ where, within: [travis, hays] }))
  })
})
