import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { consoleOf } from './console.ts'

const find = async (...words: string[]) => {
  const data = await folderFixture()
  return consoleOf(['find', ...words], { open: async (options) => openVicinage({ ...options, data }) })
}
const square = '-97.8,30.2,-97.7,30.3'

describe('vicinage find', () => {
  it('prints areas with population, size, scores and a central place', async () => {
    const { code, out, err } = await find('--within', square, '--min', 'walkability=30', '--max', 'noise-levels=150')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      /^Box -97.8,30.2,-97.7,30.3: walkability at least 30, noise levels at most 150\n\n1\. Part of Travis County, TX\n {3}[\d,]+ people {2}· {2}\d+ square miles \(\d+ km²\) {2}· {2}Walkability \d+ {2}· {2}Noise levels \d+/,
    )
  })

  it('prints where each area is, seen from the center of a circle', async () => {
    const { out } = await find('--within', '30.2,-97.7,20000', '--min', 'walkability=100')
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /[\d.]+ miles \([\d.]+ km\) (north|south)?(east|west)? of the center · 30\.\d/,
    )
    expect((await find('--within', square, '--min', 'walkability=100')).out).not.toContain('of the center')
  })

  it('prints the library result as JSON', async () => {
    const { out } = await find(
      '--within',
      square,
      '--min',
      'walkability=30',
      '--rank-by',
      'size',
      '--outline',
      '--json',
    )
    const vicinage = await openVicinage({ data: await folderFixture() })
    const within = { west: -97.8, south: 30.2, east: -97.7, north: 30.3 }
    const where = { walkability: { min: 30 } }
    expect(JSON.parse(out)).toEqual(vicinage.find({ where, within, rank_by: 'size', outline: true }))
  })

  it('searches whole areas with --of', async () => {
    const { code, out } = await find('--of', 'county', '--within', 'TX', '--min', 'walkability=1')
    expect(code).toBe(0)
    expect(out).toMatch(/^1\. [A-Z].* County, /m)
    expect((await find('--of', 'street', '--within', 'TX', '--min', 'walkability=1')).err).toContain("got 'street'")
  })

  it('reports that no place meets the conditions', async () => {
    const { out } = await find('--within', square, '--min', 'walkability=255')
    expect(out).toContain('walkability at least 255\n\nNo place there satisfies the condition. Loosen it.\n')
    const both = await find('--within', square, '--min', 'walkability=255', '--min', 'fire=250')
    expect(both.out.replace(/\s+/g, ' ')).toContain('Fire safety has scores in California only.')
  })

  it.each([
    ['a missing area', ['--min', 'fire=3'], '--within <area>'],
    ['an old option name', ['--in', square, '--min', 'fire=3'], '--in is now called --within.'],
    ['missing conditions', ['--within', square], 'No conditions were given.'],
    [
      'two conditions in one option',
      ['--within', square, '--min', 'fire=9,flood=9'],
      '--min walkability=180 --min flood=240',
    ],
    ['a condition without a score', ['--within', square, '--min', 'fire'], "got 'fire'"],
    ['an unknown dimension', ['--within', square, '--min', 'charm=2'], "no dimension 'charm'"],
    ['an invalid limit', ['--within', square, '--min', 'fire=3', '--limit', 'x'], "got 'x'"],
    ['conditions about residents', ['--within', square, '--min', 'ideological-lean=3'], 'Fair Housing Act'],
  ])('rejects %s', async (_, words, message) => {
    const { code, out, err } = await find(...words)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(message)
  })

  it('reports that an area is unknown', async () => {
    const { code, err } = await find('--within', 'Nowhere', '--min', 'fire=3')
    expect([code, err]).toEqual([3, expect.stringContaining("'Nowhere' is not a known area.")])
  })
})

describe('vicinage edge', () => {
  it('prints the distance, direction and score of the nearest edge, or reports that there is no edge', async () => {
    const data = await folderFixture()
    const open = async (options: object) => openVicinage({ ...options, data })
    const { code, out } = await consoleOf(['edge', 'fire', '34.02', '-118.268'], { open })
    expect(code).toBe(0)
    expect(out).toMatch(/^Fire safety: the nearest edge .*\n[\d.]+ miles \([\d.]+ km\) to the west the score is 22: /)
    const near = await consoleOf(['edge', 'fire', '34.02', '-118.25', '--max-distance', '100'], { open })
    expect(near.out).toContain('No other zone within 350 feet (0.1 km).')
    const unknown = await consoleOf(['edge', 'fire', '0', '0', '--max-distance', '100'], { open })
    expect(unknown.out).toContain('No data here, and no other zone within 350 feet (0.1 km).')
    const json = await consoleOf(['edge', 'fire', '34.02', '-118.268', '--json'], { open })
    expect(JSON.parse(json.out)).toMatchObject({ direction: 'west', score: 22 })
  })

  it('rejects distances over 50 km and dimensions without zones', async () => {
    const data = await folderFixture()
    const open = async (options: object) => openVicinage({ ...options, data })
    const { code, err } = await consoleOf(['edge', 'walkability', '34.02', '-118.268'], { open })
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('has no zones') })
    const far = await consoleOf(['edge', 'fire', '34.02', '-118.268', '--max-distance', '60000'], { open })
    expect(far.err).toContain('--max-distance must be 1 to 50000 meters')
  })
})
