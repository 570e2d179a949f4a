import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Prints figures of a build of the package as JSON, for `guard.ts`: `node guard-figures.mjs DIST PLACES.csv`. Unless
 * their names say otherwise, they are microseconds of CPU time (user and system) per call, which a busy machine hardly
 * affects. A figure is null if the build lacks the function.
 */
const [dist, places] = process.argv.slice(2)
const module = (name) => import(pathToFileURL(join(dist, name)).href)
const { openVicinage } = await module('index.js')

const figures = {}
const before = process.cpuUsage()
const vicinage = await openVicinage()
figures['opening, ms'] = cpuSince(before) / 1000
figures['memory after opening, MB'] = process.memoryUsage().rss / 1e6

const { lat, lon } = await readPlaces()
const count = lat.length
const ids = vicinage
  .dimensions()
  .filter(({ group }) => group !== 'layers')
  .map(({ id }) => id)
const columns = (from, to, dimensions = ids) =>
  vicinage.scoreColumns({ lat: lat.subarray(from, to), lon: lon.subarray(from, to), dimensions })
const point = (i) => ({ lat: lat[i % count], lon: lon[i % count] })

figures['one score'] = least(200_000, (calls) => {
  for (let i = 0; i < calls; i++) vicinage.score('walkability', point(i))
})
figures['fourteen scores'] = least(20_000, (calls) => {
  for (let i = 0; i < calls; i++) vicinage.scores(point(i))
})
figures['columns of fourteen scores, a place'] = least(count, () => columns(0, count))
figures['columns of fourteen scores, in calls of 20,000'] = least(count, () => {
  for (let from = 0; from < count; from += 20_000) columns(from, from + 20_000)
})
figures.geocode = least(2000, (calls) => {
  for (let i = 0; i < calls; i++) vicinage.geocode(`${i + 1} Congress Ave, Austin, TX 78701`)
})
figures['area of a ZIP'] = least(200, (calls) => {
  for (let i = 0; i < calls; i++) vicinage.area({ zip: '78704' })
})
figures['find in a city'] = least(30, (calls) => {
  const where = { walkability: { min: 150 } }
  for (let i = 0; i < calls; i++) vicinage.find({ where, within: { city: 'Austin', state: 'TX' } })
})
figures['a score over HTTP, in process'] = await requests(5000)
process.stdout.write(JSON.stringify(figures))

function cpuSince(before) {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Returns microseconds per call, the minimum of five rounds, or null if the call fails. */
function least(calls, work) {
  try {
    const rounds = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      work(calls)
      return cpuSince(before) / calls
    })
    return Math.min(...rounds)
  } catch {
    return null
  }
}

async function requests(calls) {
  try {
    const { createApp } = await module('http.js')
    const app = await createApp(vicinage)
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 4; round++) {
      const before = process.cpuUsage()
      for (let i = 0; i < calls; i++) {
        const answer = await app.request('/v1/vibe/walkability?lat=30.2672&lon=-97.7431')
        if (answer.status !== 200) return null
        await answer.text()
      }
      best = Math.min(best, cpuSince(before) / calls)
    }
    return best
  } catch {
    return null
  }
}

/**
 * Returns the places of the CSV. If there is no such file, writes one with 400,000 random places in the covered states.
 */
async function readPlaces() {
  const { readFileSync, existsSync } = await import('node:fs')
  if (!existsSync(places)) writeFileSync(places, placesFixture(400_000))
  const rows = readFileSync(places, 'latin1').trimEnd().split('\n').slice(1)
  const column = (n) => Float64Array.from(rows, (row) => Number(row.split(',')[n]))
  return { lat: column(1), lon: column(2) }
}

function placesFixture(rows) {
  const boxes = [
    [-124.5, 32.5, 10.4, 9.5],
    [-106.7, 25.8, 13.2, 10.7],
    [-87.7, 24.5, 7.7, 6.5],
  ]
  let seed = 1
  const random = () => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32
  }
  const lines = ['id,lat,lon']
  while (lines.length <= rows) {
    const [west, south, width, height] = boxes[Math.floor(random() * 3)]
    const at = { lat: south + random() * height, lon: west + random() * width }
    if (vicinage.score('walkability', at).score > 0)
      lines.push(`${lines.length},${at.lat.toFixed(6)},${at.lon.toFixed(6)}`)
  }
  return `${lines.join('\n')}\n`
}
