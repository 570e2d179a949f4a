import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertIndexedToRgb, decode } from 'fast-png'
import { beforeEach, describe, expect, it } from 'vitest'
import { ramp } from '../../../src/faces/map/index.ts'
import type { OpenOptions } from '../../../src/library/open-options.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { builtVicinage } from '../../library/built.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { checkered, type ScoreAt, scoresFixture, worldOf } from '../map/fixtures/scores.ts'
import { consoleOf } from './console.ts'

let folder: string
beforeEach(() => {
  folder = emptyFolder()
})

/** Runs `vicinage map …` and returns its exit code, its output and the dimensions it opened. */
async function run(args: readonly string[], scoreAt: ScoreAt = checkered) {
  const opened: unknown[] = []
  const open = async ({ dimensions }: OpenOptions) => {
    opened.push(dimensions)
    const { area } = await builtVicinage()
    return { ...scoresFixture(scoreAt), area } as unknown as Vicinage
  }
  const { code, out, err } = await consoleOf(['--no-user-data', 'map', ...args], { open })
  return { code, out, err, opened }
}

const austin = ['--bbox', '-98,30,-97.5,30.5']

describe('vicinage map', () => {
  it('draws a box with a legend below it and opens only one dimension', async () => {
    const file = join(folder, 'austin.png')
    const answer = await run(['flood', ...austin, '--width', '400', '-o', file])
    const image = decode(readFileSync(file), { checkCrc: true })
    expect(answer).toMatchObject({ code: 0, err: '', opened: [['flood']] })
    expect(answer.out).toBe(`${file}: ${image.width} × ${image.height} pixels\n`)
    const [from, to] = [worldOf(30.5, -98), worldOf(30, -97.5)]
    const mapHeight = Math.round((400 * (to.y - from.y)) / (to.x - from.x))
    expect(image.width).toBe(400)
    expect(image.height).toBeGreaterThan(mapHeight + 30)
    expect(readdirSync(folder)).toEqual(['austin.png'])
    expect(image.text.Title).toMatch(/^Flood/)
  })

  it.each([
    ['Austin, TX', -97.94, 30.1, -97.56, 30.52],
    ['Hyde Park, Austin', -97.74, 30.3, -97.71, 30.32],
    ['78704', -97.81, 30.21, -97.73, 30.27],
    ['county:48453', -98.17, 30.02, -97.37, 30.63],
    ['30.27,-97.74,5000', -97.792, 30.225, -97.688, 30.315],
  ])('draws the box around an area: %s', async (within, west, south, east, north) => {
    const { code, out } = await run(['flood', '--within', within, '--width', '400', '-o', join(folder, 'a.png')])
    const [from, to] = [worldOf(north, west), worldOf(south, east)]
    const height = Number(/(\d+) pixels/.exec(out)?.[1])
    // Most of these boxes have no data in this test.
    expect([0, 3]).toContain(code)
    // The rest of the picture is the legend.
    const legend = height - Math.round((400 * (to.y - from.y)) / (to.x - from.x))
    expect(legend).toBeGreaterThan(10)
    expect(legend).toBeLessThan(90)
  })

  it('draws opaque colors of the ramp, gray for no data, and a legend from 1 to 255', async () => {
    const file = join(folder, 'm.png')
    await run(['privacy', ...austin, '--width', '600', '-o', file])
    const image = decode(readFileSync(file))
    const rgba = convertIndexedToRgb(image)
    const at = (x: number, y: number) => [...rgba.subarray(4 * (y * 600 + x), 4 * (y * 600 + x) + 4)]
    const colors = ramp('privacy')
    const colorOf = (score: number) => [...colors.subarray(4 * score, 4 * score + 4)]
    const alpha = rgba.filter((_, i) => i % 4 === 3)
    expect(alpha.every((value) => value === 255)).toBe(true)
    const [from, to] = [worldOf(30.5, -98), worldOf(30, -97.5)]
    const hole = worldOf(30.27, -97.74)
    const [holeX, holeY] = [
      Math.floor((600 * (hole.x - from.x)) / (to.x - from.x)),
      Math.floor((600 * (hole.y - from.y)) / (to.x - from.x)),
    ]
    expect(at(holeX, holeY)).toEqual([0xc4, 0xc6, 0xca, 255])
    expect(at(0, image.height - 1)).toEqual([255, 255, 255, 255])
    const barRow = Array.from({ length: 60 }, (_, i) => image.height - 1 - i).find(
      (y) => at(6, y).join() === colorOf(1).join() && at(593, y).join() === colorOf(255).join(),
    )
    expect(barRow).toBeDefined()
    expect(at(300, barRow!)).toEqual(colorOf(128))
    // The first row below the bar has ticks at its ends and its middle.
    let below = barRow!
    while (at(150, below).join() !== '255,255,255,255') below++
    const inked = Array.from({ length: 600 }, (_, x) => x).filter((x) => at(x, below).join() === '34,34,34,255')
    expect(inked).toHaveLength(3)
    expect(inked[0]).toBe(6)
    expect(Math.abs(inked[1] - 300)).toBeLessThanOrEqual(1)
    expect(inked[2]).toBe(593)
  })

  it.each([
    ['TX', -106.6, 31.8, -93.6, 30.1],
    ['ca', -124.2, 41.9, -114.6, 32.7],
    ['FL', -87.5, 30.9, -80.1, 24.6],
  ])('draws the whole state of %s', async (state, westLon, westLat, eastLon, eastLat) => {
    const corners: [number, number][] = []
    await run(['urban-rural', '--state', state, '--width', '128', '-o', join(folder, 's.png')], (lat, lon) => {
      corners.push([lat, lon])
      return 1
    })
    const lats = corners.map(([lat]) => lat)
    const lons = corners.map(([, lon]) => lon)
    expect(lons.reduce((a, b) => Math.min(a, b))).toBeLessThan(westLon)
    expect(lons.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(eastLon)
    expect(lats.reduce((a, b) => Math.max(a, b))).toBeGreaterThan(westLat)
    expect(lats.reduce((a, b) => Math.min(a, b))).toBeLessThan(eastLat)
  })

  it('replaces an existing file and accepts a box with a space before the minus sign', async () => {
    const file = join(folder, 'again.png')
    writeFileSync(file, 'old')
    expect((await run(['fire', '--bbox', ' -98,30,-97.5,30.5', '--width', '130', '-o', file])).code).toBe(0)
    expect(decode(readFileSync(file)).width).toBe(130)
  })

  it('warns on stderr if the picture contains no data', async () => {
    const file = join(folder, 'blank.png')
    const answer = await run(['fire', '--state', 'TX', '--width', '128', '-o', file], () => 0)
    expect(answer.code).toBe(3)
    expect(answer.err).toMatch(/no data anywhere: /)
    expect(existsSync(file)).toBe(true)
  })

  it.each([
    [['flood', '--bbox', '-97,30,-98,31'], /west to east.*west -97, east -98/],
    [['flood', '--bbox', '-98,31,-97,30'], /south to north/],
    [['flood', '--bbox', '-198,30,-97,31'], /-180 to 180/],
    [['flood', '--bbox', '-98,30,-97,89'], /limits of Web Mercator/],
    [['flood', '--bbox', '-98,30,-97'], /four numbers/],
    [['flood', '--bbox', '-98,30,-97,north'], /four numbers/],
    [['flood', '--bbox', '-98,30,-97.9,60', '--width', '1000'], /the maximum is 8192/],
    [[...['flood', ...austin], '--width', '9000'], /128 to 8192/],
    [[...['flood', ...austin], '--width', '12.5'], /128 to 8192/],
    [[...['flood', ...austin], '--state', 'TX'], /cannot be used with/],
    [['flood', '--state', 'NY'], /CA, FL, TX/],
    [['flod', ...austin], /no dimension 'flod'\. Did you mean flood\?/],
  ])('rejects %j with exit code 2 before it opens or writes anything', async (args, reason) => {
    const answer = await run([...args, '-o', join(folder, 'no.png')])
    expect(answer.err).toMatch(reason)
    expect(answer.opened).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    expect(answer.code).toBe(2)
  })

  it('requires a writable output file that ends in .png', async () => {
    expect((await run(['flood', ...austin])).err).toMatch(/Required option '-o, --out <file>'/)
    expect((await run(['flood', ...austin, '-o', join(folder, 'map.jpg')])).err).toMatch(/ends in \.png/)
    const nowhere = await run(['flood', ...austin, '--width', '128', '-o', join(folder, 'none', 'map.png')])
    expect(nowhere.code).toBe(2)
    expect(nowhere.err).toMatch(/cannot be written: ENOENT/)
  })
})
