import { execFileSync } from 'node:child_process'

/**
 * Measures what common uses of the library cost, each in a separate process: `npm run bench:memory`. Prints the
 * resident memory afterward, the time to open, the time of the first answer, and the longest turn of the event loop.
 */
const USES: readonly (readonly [name: string, options: string, ask: string])[] = [
  [
    'one score, one dimension',
    "{ dimensions: ['walkability'], schools: false, geocoder: false, areas: false }",
    "score('walkability', place)",
  ],
  ['scores only', '{ schools: false, geocoder: false, areas: false }', 'scores(place)'],
  ['scores only, warm', "{ schools: false, geocoder: false, areas: false, warm: 'scores' }", 'scores(place)'],
  ['scores and areas', '{ schools: false, geocoder: false }', "area({ county: '48453' })"],
  [
    'schools and districts',
    '{ dimensions: [], geocoder: false, areas: false }',
    'schools.schoolRatings({ ...place, limit: 5 })',
  ],
  ['geocoder with known streets', '{ dimensions: [], schools: false }', "geocode('1100 Congress Ave, Austin, TX')"],
  [
    'geocoder without known streets',
    "{ dimensions: [], schools: false, knownStreets: 'none' }",
    "geocode('1100 Congress Ave, Austin, TX')",
  ],
  ['everything, warm', "{ warm: 'all' }", 'scores(place)'],
]

const program = (options: string, ask: string) => `
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openVicinage } from './dist/index.js'
const place = { lat: 30.2672, lon: -97.7431 }
const start = performance.now()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const vicinage = await openVicinage({ userData: false, ...${options} })
const opened = performance.now()
vicinage.${ask}
const answered = performance.now()
await new Promise((resolve) => setTimeout(resolve, 50))
const longest = delay.max / 1e6
globalThis.gc()
await new Promise((resolve) => setTimeout(resolve, 200))
globalThis.gc()
console.log(JSON.stringify([process.memoryUsage.rss() / 1e6, opened - start, answered - opened, longest]))
`
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]
const ROUNDS = 3

console.log('| use | resident | opening | first answer | longest turn |\n|---|--:|--:|--:|--:|')
for (const [name, options, ask] of USES) {
  const args = ['--expose-gc', '--input-type=module', '--eval', program(options, ask)]
  const runs = Array.from(
    { length: ROUNDS },
    () => JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as number[],
  )
  const [resident, opening, first, longest] = runs[0].map((_, i) => median(runs.map((run) => run[i])))
  console.log(
    `| ${name} | ${resident.toFixed(0)} MB | ${opening.toFixed(0)} ms | ${first.toFixed(1)} ms | ${longest.toFixed(0)} ms |`,
  )
}
