import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { ended, KILLS, killed, killedOften } from '../../library/user-data/killing.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileServer, type Route } from '../fetch/file-server.ts'
import { type Fault, featureServer } from './feature-server.ts'
import { CALIFORNIA, dataFixture, randomZones, TEXAS } from './fixtures/data.ts'
import { tables } from './fixtures/survey.ts'
import { agrees, COUNTY, floodLayers, floodZones } from './flood-county.ts'

const CLASSES = ['Moderate', 'High', 'Very High', 'NonWildland']
const zones = (SRA: string, seed: number) =>
  randomZones(60, CALIFORNIA, (i) => ({ FHSZ_Description: CLASSES[i % 4], SRA }), seed)
/** Editing date of the layers. Layers with a date are not read again to see whether they changed. */
const lastEdit = () => 1.7e12
const layers = {
  'FHSALRA25_v1_All/FeatureServer/0': { name: 'local', features: zones('LRA', 11), most: 4, lastEdit },
  'FHSZSRA_23_3/FeatureServer/0': { name: 'state', features: zones('SRA', 12), most: 4, lastEdit },
}
/** Delays every response, so that the process is killed while a map is being downloaded. */
const slowly: Fault = (_, response) => {
  const end = response.end.bind(response) as (...body: unknown[]) => unknown
  response.end = ((...body: unknown[]) => {
    setTimeout(() => end(...body), 12)
    return response
  }) as typeof response.end
  return false
}

function upgrade(data: string, out: string, mirror: string, what: readonly string[] = ['fire']): ChildProcess {
  const argv = ['dist/cli.js', '--data', data, 'data', 'upgrade', ...what, '--out', out, '--mirror', mirror]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Reads every file of a folder that answers depend on, by name. */
function filesIn(out: string): Record<string, string> {
  const names = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(names.map((name) => [name.slice(out.length), readFileSync(name).toString('base64')]))
}

const DRIP = 60_000

/** Serves a file little by little, from the requested byte. */
function drips(bytes: Buffer): Route {
  return ({ headers: { range = 'bytes=0-' } }, response) => {
    let at = Number(/\d+/.exec(range)?.[0])
    const size = { 'Content-Length': bytes.length - at, ETag: '"one"' }
    if (at === 0) response.writeHead(200, size)
    else response.writeHead(206, { ...size, 'Content-Range': `bytes ${at}-${bytes.length - 1}/${bytes.length}` })
    const timer = setInterval(() => {
      const some = bytes.subarray(at, at + DRIP)
      at += some.length
      if (at < bytes.length) return void response.write(some)
      clearInterval(timer)
      response.end(some)
    }, 15)
    response.on('close', () => clearInterval(timer))
  }
}

describe('vicinage data upgrade', () => {
  const flood = ['flood', '--county', COUNTY]
  it.each([
    ['fire', ['fire'], layers, async () => {}],
    // Flood is judged at 2,000 places by the polygons that were served.
    ['flood of a county', flood, floodLayers({ lastEdit }), (out: string) => agrees(out, 'flood', TEXAS, floodZones)],
  ])(
    'writes the same files for %s as an uninterrupted run, even if killed at any moment and run again',
    { timeout: 1_800_000 },
    async (...given) => {
      const [, what, served, agree] = given
      const { mirror, asked } = await featureServer(served, slowly)
      const data = await dataFixture()
      const whole = emptyFolder()
      const upgradeTo = (out: string) => upgrade(data, out, mirror, what)
      expect(await ended(upgradeTo(whole))).toMatchObject({ code: 0 })
      const pages = asked.filter((one) => one.includes('outFields')).length
      const before = asked.length
      const out = emptyFolder()
      await killedLater(() => upgradeTo(out), out, asked, 23)
      expect(await ended(upgradeTo(out))).toMatchObject({ code: 0, err: '' })
      await agree(out)
      expect(filesIn(out)).toEqual(filesIn(whole))
      // Resumed runs requested a page again only if a kill had interrupted it, so there is at most one extra request
      // per kill.
      expect(asked.slice(before).filter((one) => one.includes('outFields')).length).toBeLessThan(pages + KILLS + 1)
    },
  )

  it('writes the same files for four survey tables as an uninterrupted run, even if killed and run again', {
    timeout: 1_800_000,
  }, async () => {
    const served = Object.entries(tables).map(([name, text]): [string, Buffer] => [
      `/2024/table-based-SF/data/5YRData/${name}`,
      Buffer.from(text + '0100000US|1\n'.repeat(100_000)),
    ])
    const { origin, asked } = await fileServer(Object.fromEntries(served.map(([path, bytes]) => [path, drips(bytes)])))
    const data = await dataFixture()
    const upgradeTo = (out: string) => upgrade(data, out, origin, ['population-profile'])
    const whole = emptyFolder()
    expect(await ended(upgradeTo(whole))).toMatchObject({ code: 0 })
    const before = asked.length
    const out = emptyFolder()
    await killedLater(() => upgradeTo(out), out, asked, 17)
    expect(await ended(upgradeTo(out))).toMatchObject({ code: 0, err: '' })
    expect(filesIn(out)).toEqual(filesIn(whole))
    // Resumed runs never requested bytes again that had already arrived.
    const started = asked.slice(before).filter(({ headers }) => headers['if-none-match'] === undefined)
    for (const [path] of served) {
      const from = started
        .filter((one) => one.path === path)
        .map(({ headers }) => Number(/\d+/.exec(headers.range ?? '0')))
      expect(from).toEqual([...from].sort((a, b) => a - b))
    }
    expect(started.filter(({ headers }) => headers.range !== undefined).length).toBeGreaterThan(KILLS / 6)
  })

  it('reports an interruption, is terminated by the signal, and resumes on the next run', {
    timeout: 60_000,
  }, async () => {
    const { mirror, asked } = await featureServer(layers, slowly)
    const [data, out] = [await dataFixture(), emptyFolder()]
    const child = upgrade(data, out, mirror)
    const end = ended(child)
    const watching = setInterval(() => {
      if (asked.length <= 8) return
      clearInterval(watching)
      child.kill('SIGINT')
    }, 5)
    const { signal, err } = await end
    clearInterval(watching)
    expect(signal).toBe('SIGINT')
    expect(err).toMatch(/vicinage: Interrupted, 0 maps in place: run the same command again to resume/)
    expect(await ended(upgrade(data, out, mirror))).toMatchObject({ code: 0 })
  })
})

/**
 * Kills a run at later and later moments, and opens the data that each run left. `step` is the number of milliseconds
 * between twenty moments, counted from the first request.
 */
function killedLater(
  start: () => Parameters<typeof killed>[0],
  out: string,
  asked: readonly unknown[],
  step: number,
): Promise<void> {
  return killedOften(async (i) => {
    const seen = asked.length
    const end = await killed(start(), {
      after: i < 3 ? 250 : (step * i * 20) / KILLS,
      hasBegun: i < 3 ? null : () => asked.length > seen,
      patience: 60_000,
    })
    // The data can be opened at any moment.
    if (existsSync(join(out, 'manifest.json'))) await openVicinage({ data: out, schools: false, geocoder: false })
    return end
  })
}
