import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { addStreetFiles } from '../../data-build/streets/add-streets.ts'
import { bundled } from '../support/bundled.ts'
import { generatedAddresses, generatedCounty, type ZipCount } from '../support/generated-streets.ts'

/**
 * Measures the size and speed of street layers: `npx tsx bench/suites/street-sizes.ts`. The streets are generated:
 * invented names on a grid, in the format of TIGER/Line's ADDRFEAT files, with as many address ranges per county and
 * ZIP code as TIGER/Line 2025. Builds a few counties, from small to large; with `--all`, all counties, which takes
 * minutes.
 */
const { values } = parseArgs({
  options: { sources: { type: 'string', default: '../shared/data' }, all: { type: 'boolean', default: false } },
})
const COUNTS = 'census/gazetteer/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz'
const SAMPLE = ['48301', '48261', '12029', '06053', '48453', '06037']

type Parts = typeof import('../../src/answers/geocode/streets/streets.ts') &
  typeof import('../../src/answers/geocode/parse/parse-address.ts')

const counties = countsByCounty(gunzipSync(readFileSync(join(values.sources, COUNTS))).toString())
const total = sum([...counties.values()].flat())
const chosen = values.all ? [...counties.keys()] : SAMPLE.filter((county) => counties.has(county))
console.log(
  `Node ${process.version} on ${cpus()[0].model.trim()}, one thread; GENERATED street files, ${total.toLocaleString('en-US')} ranges in ${counties.size} counties in total\n`,
)
const folder = mkdtempSync(join(tmpdir(), 'vicinage-generated-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const out = join(folder, 'streets')
mkdirSync(out)

let ranges = 0
let seconds = 0
let bytes = 0
for (const county of chosen) {
  const file = join(folder, `tl_2025_${county}_addrfeat.zip`)
  writeFileSync(file, generatedCounty(county, counties.get(county) ?? []))
  const start = process.cpuUsage()
  const [shard] = await addStreetFiles([file], out)
  const { user, system } = process.cpuUsage(start)
  rmSync(file)
  const took = (user + system) / 1e6
  ranges += shard.meta.ranges
  seconds += took
  bytes += shard.bytes
  if (!values.all || county === '06037')
    console.log(
      `county ${county}: ${shard.meta.ranges.toLocaleString('en-US')} ranges, ${shard.meta.names.toLocaleString('en-US')} names; built in ${took.toFixed(1)} s of one core, ${megabytes(shard.bytes)}`,
    )
}
console.log(
  `\n${ranges.toLocaleString('en-US')} ranges: ${seconds.toFixed(0)} s of one core, ${megabytes(bytes)}, ${(bytes / ranges).toFixed(1)} bytes per range`,
)
if (!values.all)
  console.log(
    `EXTRAPOLATED to all ${total.toLocaleString('en-US')} ranges: ${((seconds * total) / ranges).toFixed(0)} s, ${megabytes((bytes * total) / ranges)}`,
  )

const { Streets, parseAddress } = await bundled<Parts>(
  `export { Streets } from './geocode/streets/streets.ts'
  export { parseAddress } from './geocode/parse/parse-address.ts'`,
)
for (const county of values.all ? ['06037'] : chosen) {
  const streets = Streets.open(out)
  const state = streets.shards.find(({ meta }) => meta.county === county)?.meta.state ?? ''
  for (const [kind, addresses] of Object.entries(generatedAddresses(county, counties.get(county) ?? [], state))) {
    const queries = addresses.map((address) => {
      const parsed = parseAddress(address)
      const zip = parsed.zip?.text ?? null
      return {
        parsed,
        area: { zip, city: null, state, zips: zip === null ? [] : [zip], counties: [county], around: null },
      }
    })
    let answered = 0
    const round = () => {
      for (const { parsed, area } of queries) if (streets.find(parsed, area).length > 0) answered++
    }
    const opening = performance.now()
    streets.find(queries[0].parsed, queries[0].area)
    const opened = performance.now() - opening
    round()
    answered = 0
    const start = performance.now()
    let rounds = 0
    while (performance.now() - start < 700) {
      round()
      rounds++
    }
    const each = ((performance.now() - start) * 1000) / rounds / queries.length
    console.log(
      `county ${county}, ${kind}: ${each.toFixed(2)} µs each, ${((answered / rounds / queries.length) * 100).toFixed(0)}% answered; shard ${megabytes(streets.memoryUsed)} in memory, first look-up ${opened.toFixed(0)} ms`,
    )
  }
}
await suggestions()
if (values.all) memoryOfAll()

/** Measures the time of suggestions per typed letter, with all streets and place names. */
async function suggestions(): Promise<void> {
  const { openVicinage } = await import('../../src/index.ts')
  const vicinage = await openVicinage({ streets: out, dimensions: [], schools: false })
  vicinage.suggest('a')
  const opening = performance.now()
  vicinage.suggest('123 main')
  const opened = performance.now() - opening
  const typed = [
    '123 main st',
    '1200 washington',
    '220 lincon ave',
    '4500 riverview',
    'oakfield dr, aus',
    '12 4th st',
  ].flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)))
  for (const [where, near] of [
    ['anywhere', undefined],
    ['near Austin', { lat: 30.27, lon: -97.74 }],
  ] as const) {
    for (const text of typed) vicinage.suggest(text, { near })
    const times = Array.from({ length: 10 * typed.length }, (_, i) => {
      const start = performance.now()
      vicinage.suggest(typed[i % typed.length], { near })
      return performance.now() - start
    }).sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(share * times.length)].toFixed(2)
    console.log(
      `suggestions ${where}: ${at(0.5)} ms per letter (median), ${at(0.95)} ms (95%); first suggestion of a street ${opened.toFixed(0)} ms`,
    )
  }
}

/** Measures the resident memory of a process that searches all counties in turn and may keep 256 MB of them open. */
function memoryOfAll(): void {
  const program = join(folder, 'all.mts')
  writeFileSync(
    program,
    `import { Streets } from ${JSON.stringify(new URL('../../src/answers/geocode/streets/streets.ts', import.meta.url).href)}
    import { parseAddress } from ${JSON.stringify(new URL('../../src/answers/geocode/parse/parse-address.ts', import.meta.url).href)}
    const start = performance.now()
    const streets = Streets.open(${JSON.stringify(out)})
    const opened = performance.now() - start
    let most = 0
    for (const { meta } of streets.shards) {
      const zip = meta.zips[0]
      streets.find(parseAddress('100 MAIN ST, ' + zip), { zip, city: null, state: meta.state, zips: [zip], counties: [meta.county] })
      most = Math.max(most, process.memoryUsage().rss)
    }
    console.log(\`\${streets.shards.length} shards: heads read in \${opened.toFixed(0)} ms; all opened in turn in \${((performance.now() - start) / 1000).toFixed(1)} s; \${(streets.memoryUsed / 1e6).toFixed(0)} MB of shards kept, at most \${(most / 1e6).toFixed(0)} MB resident\`)`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program], { encoding: 'utf8' })
  console.log(stdout || stderr)
}

function countsByCounty(csv: string): Map<string, ZipCount[]> {
  const counts = new Map<string, ZipCount[]>()
  for (const line of csv.trim().split('\n').slice(1)) {
    const [county, zip, , , count] = line.trim().split(',')
    counts.set(county, [...(counts.get(county) ?? []), { zip, ranges: Number(count) }])
  }
  return counts
}

function sum(counts: readonly ZipCount[]): number {
  return counts.reduce((total, { ranges }) => total + ranges, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
