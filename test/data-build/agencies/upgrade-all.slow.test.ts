import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Geography } from '../../../src/data/geography.ts'
import { isAbsentBlockGroup } from '../../../src/data/geography-areas.ts'
import { openVicinage, readBundles } from '../../../src/library/open.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { allAgencies, HOUSTON, manyFaults, noFaults } from './all-agencies.ts'
import { censusFiles } from './census.ts'

const counties = ['48201', '48157']
let files: Map<string, Uint8Array>
beforeAll(async () => {
  files = await censusFiles({ counties, box: HOUSTON, editions: { roads: 2026 } })
})

/** Reads all files of a data home with their bytes, except unfinished downloads. */
function bytesIn(home: string): ReadonlyMap<string, string> {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('downloads'))
  return new Map(paths.map((path) => [path.slice(home.length), readFileSync(path).toString('base64')]))
}

/** Arguments for an upgrade that downloads from a mirror and does not ask for confirmation. */
const argv = (mirror: string) => ['data', 'upgrade', 'all', '--county', ...counties, '--yes', '--mirror', mirror]

/** Arguments of an upgrade for the surroundings of a ZIP in downtown Houston: Harris County. */
const argvNear = (mirror: string) => ['data', 'upgrade', 'all', '--near', '77002', '--yes', '--mirror', mirror]

/** Counts the people of a county whose flood score is measured, block group by block group. */
async function peopleWithFloodMap(county: string): Promise<number> {
  const vicinage = await openVicinage({ dimensions: ['flood'], schools: false, geocoder: false })
  const { geography: bundle } = await readBundles({ dimensions: [], schools: false, geocoder: false, userData: false })
  const geography = new Geography(bundle)
  let people = 0
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
    if (isAbsentBlockGroup(geography, blockGroup)) continue
    if (!geography.describe(blockGroup).blockGroup.startsWith(county)) continue
    const { basis } = vicinage.explain('flood', geography.getCenter(blockGroup))
    if (basis === 'measured') people += geography.people[blockGroup]
  }
  return people
}

/** Seeds of the faults: one, or the number in `VICINAGE_REHEARSAL_SEEDS`. */
const seeds = Array.from({ length: Number(process.env.VICINAGE_REHEARSAL_SEEDS ?? 1) }, (_, i) => i + 7)

describe('vicinage data upgrade all', { timeout: 600_000 }, () => {
  it('prints a final table whose figures match the data', async () => {
    const agencies = await allAgencies(files)
    userDataAt(emptyFolder())
    const addresses = join(emptyFolder(), 'addresses.csv')
    const rows = ['1 Main St', '15 Elm St', '801 Nowhere Blvd'].map((street) => `"${street}, Houston, TX 77002"`)
    writeFileSync(addresses, `address\n${rows.join('\n')}\n`)
    const all = ['data', 'upgrade', 'all', '--for', addresses, '--yes', '--mirror', agencies.mirror]
    const { code, out, err } = await consoleOf(all, { patience: agencies.patience, open: openVicinage })
    expect([code, err]).toEqual([0, expect.stringContaining('7 of 7: population-profile')])
    expect(out).toMatch(/^For Harris County, TX \(48201\): 4,731,145 people\./)
    const counted = (await peopleWithFloodMap('48201')).toLocaleString('en-US')
    expect(out).toMatch(new RegExp(`people with an official flood map +0 \\(0%\\) +${counted} \\(\\d+%\\)`))
    expect(out).toMatch(/counties with a street index +0 of 1 +1 of 1/)
    expect(out).toMatch(/addresses in the file found on their street +\d \(\d+%\) +2 \(67%\)/)
  })

  it.each(seeds)('produces the same bytes from servers with many faults, seed %i', async (seed) => {
    const agencies = await allAgencies(files, seed)
    const terminal = { patience: agencies.patience, open: openVicinage }
    agencies.setFaults(noFaults())
    const expected = userDataAt(emptyFolder())
    const whole = await consoleOf(argv(agencies.mirror), terminal)
    expect(whole).toMatchObject({ code: 0 })
    agencies.setFaults(manyFaults(seed))
    const bad = userDataAt(emptyFolder())
    let last = await consoleOf(argv(agencies.mirror), terminal)
    for (let run = 1; run < 6 && last.code !== 0; run++) last = await consoleOf(argv(agencies.mirror), terminal)
    expect(last).toMatchObject({ code: 0 })
    const [one, other] = [bytesIn(expected), bytesIn(bad)]
    expect([...other.keys()].sort()).toEqual([...one.keys()].sort())
    expect([...one].filter(([path, bytes]) => other.get(path) !== bytes).map(([path]) => path)).toEqual([])
  })

  it('resumes after Ctrl-C, twice', async () => {
    const agencies = await allAgencies(files)
    const home = emptyFolder()
    /** Runs the program, and interrupts it once it prints `until`. */
    const run = async (until: string | null) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli.ts', ...argvNear(agencies.mirror)], {
        env: { ...process.env, VICINAGE_DATA_HOME: home },
      })
      let said = ''
      let isStopped = false
      const hear = (chunk: Buffer) => {
        said += chunk
        if (until === null || isStopped || !said.includes(until)) return
        isStopped = true
        child.kill('SIGINT')
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      const [code, signal] = await once(child, 'close')
      return { code, signal, said }
    }
    const first = await run('2 of 7: streets')
    expect(first).toMatchObject({ signal: 'SIGINT' })
    expect(first.said).toMatch(/Interrupted, 1 of 7 layers in place: run the same command again/)
    const second = await run('5 of 7: base-map')
    expect(second.said).toMatch(/flood .* 1 already in place/)
    expect(second).toMatchObject({ signal: 'SIGINT' })
    const third = await run(null)
    expect(third).toMatchObject({ code: 0 })
    expect(third.said).toMatch(/^For Harris County, TX \(48201\): 4,731,145 people\./)
    expect(third.said).toMatch(/counties with a street index +\d of 1 +1 of 1/)
    userDataAt(home)
    const counted = (await peopleWithFloodMap('48201')).toLocaleString('en-US')
    expect(third.said).toMatch(new RegExp(`people with an official flood map .* ${counted} \\(\\d+%\\)\n`))
    const answers = await consoleOf(['streets', 'list', join(home, 'streets')])
    expect(answers.out).toContain('1 file')
  })
})
