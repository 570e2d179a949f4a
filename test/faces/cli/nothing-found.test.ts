import { describe, expect, it } from 'vitest'
import { type OpenOptions, openVicinage, type Vicinage } from '../../../src/index.ts'
import { consoleOf } from './console.ts'

const whole = openVicinage()
const open = async (_: OpenOptions) => (await whole) as Vicinage
const AUSTIN = '30.2672,-97.7431'

/** A command line that finds nothing, and the same command with an answer. */
const COMMANDS: readonly (readonly [nothing: readonly string[], something: readonly string[]])[] = [
  [
    ['score', '0,0'],
    ['score', AUSTIN],
  ],
  [
    ['score', AUSTIN, '-d', 'fire'],
    ['score', AUSTIN, '-d', 'fire,flood'],
  ],
  [
    ['score', 'Xyzzy Nowhere'],
    ['score', 'Austin, TX'],
  ],
  [
    ['explain', 'fire', AUSTIN],
    ['explain', 'flood', AUSTIN],
  ],
  [
    ['explain', 'fire', 'Austin, TX'],
    ['explain', 'fire', 'Topanga, CA'],
  ],
  [
    ['fit', AUSTIN, '--weights', 'fire=1'],
    ['fit', AUSTIN, '--weights', 'flood=1'],
  ],
  [
    ['report', '0,0'],
    ['report', AUSTIN],
  ],
  [
    ['compare', '0,0', '1,1'],
    ['compare', '0,0', AUSTIN],
  ],
  [
    ['edge', 'fire', AUSTIN],
    ['edge', 'fire', '34.1,-118.3'],
  ],
  [
    ['edge', 'zip', AUSTIN, '--max-distance', '1'],
    ['edge', 'zip', AUSTIN],
  ],
  [
    ['schools', '0,0', '--same-district'],
    ['schools', AUSTIN],
  ],
  [
    ['school', '480894999999'],
    ['school', '480894008937'],
  ],
  [
    ['districts', '0,0'],
    ['districts', AUSTIN],
  ],
  [
    ['district-schools', '4899999'],
    ['district-schools', '4808940'],
  ],
  [
    ['geocode', 'Xyzzy Nowhere'],
    ['geocode', 'Austin, TX'],
  ],
  [
    ['reverse', '0,0'],
    ['reverse', AUSTIN],
  ],
  [
    ['suggest', 'qqqqq'],
    ['suggest', 'zilk'],
  ],
  [
    ['area', '99999'],
    ['area', '78704', '-d', 'flood'],
  ],
  [
    ['rank', 'fire', '--of', 'county', '--within', 'TX'],
    ['rank', 'flood', '--of', 'county', '--within', 'TX'],
  ],
  [
    ['rank', 'flood', '--of', 'county', '--within', '99999'],
    ['rank', 'flood', '--of', 'county', '--within', 'FL'],
  ],
  [
    ['find', '--within', '78704', '--min', 'walkability=255', '--min', 'noise-levels=250'],
    ['find', '--within', '78704', '--min', 'walkability=128'],
  ],
  [
    ['find', '--of', 'zip', '--within', 'Austin, TX', '--min', 'walkability=255'],
    ['find', '--of', 'zip', '--within', 'Austin, TX', '--min', 'walkability=128'],
  ],
]

describe.each(COMMANDS)('%j without a result', (nothing, something) => {
  it('exits with code 3 and a message, while a command with a result exits with code 0', async () => {
    const none = await consoleOf(nothing, { open })
    expect(none.code).toBe(3)
    expect(none.out + none.err).toMatch(/no |not |none|outside|only\./i)
    expect((await consoleOf(something, { open })).code).toBe(0)
  })

  it('exits with the same codes if --json is given: 3 without a result and 0 with a result', async () => {
    expect((await consoleOf([...nothing, '--json'], { open })).code).toBe(3)
    const { code, out } = await consoleOf([...something, '--json'], { open })
    expect(code).toBe(0)
    expect(JSON.parse(out)).not.toBeNull()
  })
})

describe('vicinage find', () => {
  const find = async (...args: string[]) => (await consoleOf(['find', ...args], { open })).out.replace(/\s+/g, ' ')

  it('suggests loosening the condition whose removal yields the most areas', async () => {
    const conditions = ['--within', '78704', '--min', 'walkability=128', '--min', 'noise-levels=250']
    const { total } = (await whole).find({ where: { walkability: { min: 128 } }, within: { zip: '78704' } })
    expect(total).toBeGreaterThan(0)
    expect(await find(...conditions)).toContain(
      `Loosen noise levels: without that condition, there ${total === 1 ? 'is 1 area' : `are ${total} areas`}.`,
    )
  })

  it('reports that removing one condition is not enough', async () => {
    const conditions = ['--min', 'noise-levels=255', '--min', 'privacy=255', '--min', 'liveliness=255']
    expect(await find('--within', '78704', ...conditions)).toContain('even if one of them is dropped.')
  })
})
