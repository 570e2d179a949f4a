import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Prints counts of a build of the package as JSON, for `guard.ts`: bytes allocated per call, and the bytes and requests
 * for opening the data or for a first place. They do not depend on the machine. A count is null if the build lacks the
 * function.
 *
 * node --expose-gc --min-semi-space-size=512 --max-semi-space-size=512 guard-counts.mjs DIST
 *
 * The young generation needs 512 MB from the start, because a garbage collection during a measurement would hide
 * allocations.
 */
const [dist] = process.argv.slice(2)
const module = (name) => import(pathToFileURL(resolve(dist, name)).href)
const { openVicinage } = await module('index.js')
const PLACE = { lat: 30.2672, lon: -97.7431 }
/** Place in Florida, the only state whose data `copyForPages` copies. */
const MIAMI = { lat: 25.7743, lon: -80.1937, radius: 0 }

const counts = {}
/** The last answer. It is stored so that the compiler does not optimize its allocation away. */
globalThis.kept = undefined
const around = { ...PLACE, radius: 0 }
const packaged = join(dist, '../dist-data')
await countReads('opening all scores', packaged, {})
await countReads('fourteen scores of a first place', packaged, { around })
await countReads('one score of a first place', packaged, { around, dimensions: ['walkability'] })
const temporary = mkdtempSync(join(tmpdir(), 'vicinage-guard-copy-'))
const copied = copyForPages(join(temporary, 'data'))
await countReads('fourteen scores of a first place, web copy', copied, { around: MIAMI })
await countReads('one score of a first place, web copy', copied, { around: MIAMI, dimensions: ['walkability'] })
rmSync(temporary, { recursive: true })

const vicinage = await openVicinage({ userData: false })
const pointAt = (i) => ({ lat: PLACE.lat + (i % 1000) * 1e-5, lon: PLACE.lon })
counts['one score, bytes allocated'] = allocated(50_000, (i) => vicinage.score('walkability', pointAt(i)))
counts['fourteen scores, bytes allocated'] = allocated(5000, (i) => vicinage.scores(pointAt(i)))
counts['geocode, bytes allocated'] = allocated(5000, (i) =>
  vicinage.geocode(`${(i % 500) + 1} Congress Ave, Austin, TX 78701`),
)
counts['area of a ZIP, bytes allocated'] = allocated(300, () => vicinage.area({ zip: '78704' }))
process.stdout.write(JSON.stringify(counts))

/**
 * Returns the bytes allocated per call. The young generation is large enough for all calls, so no garbage collection
 * runs in between.
 */
function allocated(calls, call) {
  try {
    for (let i = 0; i < calls; i++) globalThis.kept = call(i)
    const rounds = Array.from({ length: 3 }, () => {
      globalThis.gc()
      const before = process.memoryUsage().heapUsed
      for (let i = 0; i < calls; i++) globalThis.kept = call(i)
      return (process.memoryUsage().heapUsed - before) / calls
    })
    return Math.round(Math.min(...rounds))
  } catch {
    return null
  }
}

/** Counts the bytes and requests of opening a data folder over HTTP, as a page that shows scores does. */
async function countReads(name, folder, options) {
  let [bytes, requests] = [0, 0]
  const answer = async (input, init) => {
    const whole = readFileSync(join(folder, new URL(input).pathname.slice(1)))
    const range = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '')
    const body = range ? whole.subarray(Number(range[1]), Number(range[2]) + 1) : whole
    bytes += body.length
    requests++
    return new Response(body, { status: range ? 206 : 200 })
  }
  try {
    const parts = { schools: false, geocoder: false, areas: false, userData: false }
    await openVicinage({ data: 'http://data.test/', fetch: answer, ...parts, ...options })
  } catch {
    ;[bytes, requests] = [null, null]
  }
  counts[`${name}, bytes`] = bytes
  counts[`${name}, requests`] = requests
}

/** Copies the data of Florida for web pages. If the build has no such command, the counts of the copy are null. */
function copyForPages(folder) {
  const args = ['--no-user-data', 'data', 'copy', '--out', folder, '--states', 'FL', '--web']
  try {
    execFileSync(process.execPath, [join(dist, 'cli.js'), ...args], { stdio: 'ignore' })
  } catch {}
  return folder
}
