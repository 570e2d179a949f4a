import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listShards } from '../../../src/answers/geocode/streets/shard-file.ts'
import { good, type Route } from '../../data-build/fetch/file-server.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { skippedName } from '../../support/skipped-name.ts'
import { ended, killed, killedOften } from './killing.ts'
import { agency, countyZip, downloaded, meagher } from './rehearsal.ts'

/** Answers like `good` but in small chunks, so that a kill hits a file in progress. Calls `onSent` after each chunk. */
const slow =
  (bytes: Uint8Array, onSent = () => {}): Route =>
  (request, response) => {
    const send = response.write.bind(response) as (bytes: Uint8Array, sent: () => void) => boolean
    const end = response.end.bind(response) as () => unknown
    // Sends the body that `good` ends with in chunks.
    response.end = ((body?: Uint8Array) => {
      const parts = body === undefined ? [] : Array.from({ length: 8 }, (_, i) => part(body, i, 8))
      const next = () => {
        const one = parts.shift()
        if (one === undefined) end()
        else
          send(one, () => {
            onSent()
            setTimeout(next, 20)
          })
      }
      next()
      return response
    }) as typeof response.end
    good(bytes)(request, response, 1)
  }

function part(bytes: Uint8Array, i: number, of: number): Uint8Array {
  return bytes.subarray(Math.floor((bytes.length * i) / of), Math.floor((bytes.length * (i + 1)) / of))
}

function add(home: string, mirror: string, codes: readonly string[]): ChildProcess {
  return run(home, ['--county', codes.join(','), '--mirror', mirror])
}

function run(home: string, options: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['dist/cli.js', 'streets', 'add', ...options], {
    env: { ...process.env, VICINAGE_DATA_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe.skipIf(!existsSync('dist/data-build.js'))(
  skippedName('the command vicinage streets add', !existsSync('dist/data-build.js'), 'before npm run build'),
  () => {
    const codes = ['48001', '48003', '30059', '48005', '48007']
    const zips = new Map(codes.map((code) => [code, code === '30059' ? meagher : countyZip(code, 300)]))

    it('produces the same files as an undisturbed run if killed at any time and run again', {
      timeout: 1_800_000,
    }, async () => {
      let chunks = 0
      const onSent = () => chunks++
      const server = await agency(Object.fromEntries([...zips].map(([code, zip]) => [code, slow(zip, onSent)])))
      const whole = emptyFolder()
      await downloaded(codes, whole, server.mirror)
      const before = server.asked.length
      const home = emptyFolder()
      // The first runs are killed before their first request, and later runs after more and more chunks of the first
      // remaining file. The last runs are killed only after a chunk that the process has certainly written.
      await killedOften(async (i) => {
        const sent = chunks
        const end = await killed(add(home, server.mirror, codes), {
          after: i < 2 ? 200 : 10,
          hasBegun: i < 2 ? null : () => chunks - sent > i,
          patience: 30_000,
        })
        // All existing files must be readable at any moment.
        for (const { digest } of listShards(join(home, 'streets'))) expect(digest).toMatch(/^[0-9a-f]{64}$/)
        return end
      })
      expect(await ended(add(home, server.mirror, codes))).toMatchObject({ code: 0, err: '' })
      const names = readdirSync(whole).filter((name) => name !== 'downloads')
      expect(readdirSync(join(home, 'streets')).sort()).toEqual(['downloads', ...names].sort())
      expect(readdirSync(join(home, 'streets', 'downloads'))).toEqual(['fetched.json'])
      for (const name of names)
        expect(readFileSync(join(home, 'streets', name)).equals(readFileSync(join(whole, name)))).toBe(true)
      const resumed = server.asked.slice(before).filter(({ headers }) => headers.range !== undefined)
      expect(resumed.length, 'requests for the rest of a file').toBeGreaterThan(0)
    })

    it('resumes a list of points to the same bytes if killed at any time', { timeout: 60_000 }, async () => {
      const file = join(emptyFolder(), 'points.csv')
      writeFileSync(file, pointsFixture(24, 2000))
      const [whole, home] = [emptyFolder(), emptyFolder()]
      const start = performance.now()
      expect(await ended(run(whole, ['--from', file]))).toMatchObject({ code: 0, err: '' })
      const time = performance.now() - start
      let kills = 0
      for (let i = 0; i < 6; i++) {
        const options = { after: time * (0.3 + 0.12 * i), hasBegun: null, patience: 0 }
        if ((await killed(run(home, ['--from', file]), options)).signal === 'SIGKILL') kills++
      }
      expect(kills).toBeGreaterThan(0)
      expect(await ended(run(home, ['--from', file]))).toMatchObject({ code: 0, err: '' })
      const names = readdirSync(join(whole, 'streets'))
      expect(names).toHaveLength(24)
      expect(readdirSync(join(home, 'streets'))).toEqual(names)
      for (const name of names)
        expect(readFileSync(join(home, 'streets', name)).equals(readFileSync(join(whole, 'streets', name))), name).toBe(
          true,
        )
    })

    it('reports its progress when interrupted, is terminated by the signal, and can resume', {
      timeout: 60_000,
    }, async () => {
      const server = await agency(Object.fromEntries([...zips].map(([code, zip]) => [code, slow(zip)])))
      const home = emptyFolder()
      const child = add(home, server.mirror, codes)
      const end = ended(child)
      child.stdout?.once('data', () => child.kill('SIGINT'))
      const { signal, err } = await end
      expect(signal).toBe('SIGINT')
      expect(err).toMatch(/vicinage: Interrupted, \d of 5 counties in place: run the same command again/)
      expect(await ended(add(home, server.mirror, codes))).toMatchObject({ code: 0 })
      expect(listShards(join(home, 'streets'))).toHaveLength(5)
    })

    it('rejects one of two runs at the same time', { timeout: 60_000 }, async () => {
      const server = await agency(Object.fromEntries([...zips].map(([code, zip]) => [code, slow(zip)])))
      const home = emptyFolder()
      const runs = await Promise.all([0, 1].map(() => ended(add(home, server.mirror, codes))))
      const refused = runs.filter(({ code }) => code === 1)
      expect(runs.map(({ code }) => code).sort()).toEqual([0, 1])
      expect(refused[0].err).toMatch(/^vicinage: Another run is changing .*: wait until it ends/)
      expect(listShards(join(home, 'streets'))).toHaveLength(5)
    })
  },
)

/** Returns address points in Texas by county. */
function pointsFixture(counties: number, each: number): string {
  const rows = Array.from({ length: counties * each }, (_, i) => {
    const [county, at] = [48001 + 2 * (i % counties), Math.floor(i / counties)]
    const place = [30 + (at % 100) * 1e-4, -97 - Math.floor(at / 100) * 1e-3].map((degrees) => degrees.toFixed(4))
    return `${100 + (at % 100)},,Made${Math.floor(at / 100)},ST,,,,AUSTIN,78701,,${place},0,${county}`
  })
  return `NUMBER,PREDIR,STNAME,STSUFFIX,POSTDIR,UNITTYPE,UNITNUM,MAILCITY,ZIP,ZIP+4,LAT,LONG,FEATID,COUNTYID\n${rows.join('\n')}\n`
}
