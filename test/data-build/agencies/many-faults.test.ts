import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countyZip, downloaded } from '../../library/user-data/rehearsal.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { allAgencies, manyFaults, noFaults } from './all-agencies.ts'
import type { FileFailure } from './files.ts'

const counties = ['48001', '48003', '48005', '48007', '48009', '48011', '48013', '48015']
const files = new Map(counties.map((county) => [`/tl_2025_${county}_addrfeat.zip`, countyZip(county)]))

/** Reads the shards of a folder, with their bytes in hexadecimal. */
function shardsIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.bundle'))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name)).toString('hex')]))
}

const editions = { year: 2026, before: [2025] }

/** Seeds of the faults: three, or the number in `VICINAGE_REHEARSAL_SEEDS`. */
const seeds = Array.from({ length: Number(process.env.VICINAGE_REHEARSAL_SEEDS ?? 3) }, (_, i) => i + 1)

describe('street downloads from servers with many faults', () => {
  it.each(seeds)('produce the same bytes as without faults, seed %i', async (seed) => {
    const agencies = await allAgencies(files, seed)
    agencies.setFaults(noFaults())
    const expected = emptyFolder()
    await downloaded(counties, expected, agencies.mirror, { ...editions, patience: agencies.patience })
    agencies.setFaults(manyFaults(seed))
    const bad = emptyFolder()
    for (let run = 0; run < 5; run++) {
      const { summary } = await downloaded(counties, bad, agencies.mirror, { ...editions, patience: agencies.patience })
      if (summary.failed.length + summary.left === 0) break
    }
    expect(shardsIn(bad)).toEqual(shardsIn(expected))
    expect(new Set(agencies.census.asked.map(({ userAgent }) => userAgent)).size).toBe(1)
  })
})

describe('street downloads from a server with one fault', () => {
  it.each<[string, FileFailure]>([
    ['pages with status 200', 'html-200'],
    ['empty bodies', 'empty-200'],
    ['429', 'status-429'],
    ['429 with Retry-After', 'status-429-with-time'],
  ])('complete after 20 s of throttling by %s', async (_, how) => {
    const agencies = await allAgencies(files)
    agencies.setFaults({ arcgis: {}, files: { throttle: { after: 3, seconds: 20, how } } })
    const { summary } = await downloaded(counties, emptyFolder(), agencies.mirror, { patience: agencies.patience })
    expect(summary).toMatchObject({ written: 8, failed: [], left: 0 })
  })

  it('skip a file that is never served, and explain how to add it by hand', async () => {
    const agencies = await allAgencies(files)
    agencies.setFaults({ arcgis: {}, files: { never: { paths: ['48003'], how: 'html-200' } } })
    const { summary } = await downloaded(counties, emptyFolder(), agencies.mirror, { patience: agencies.patience })
    expect(summary).toMatchObject({ written: 7, left: 0 })
    const address = `${agencies.mirror}tl_2025_48003_addrfeat.zip`
    expect(summary.failed).toEqual([
      {
        county: '48003',
        reason: expect.stringContaining(
          `Open ${address} in a browser, then: vicinage streets add --from tl_2025_48003_addrfeat.zip`,
        ),
      },
    ])
  })

  it('stop after three counties if every request gets a 403', async () => {
    const agencies = await allAgencies(files)
    agencies.setFaults({ arcgis: {}, files: { always: 'status-403' } })
    const { summary } = await downloaded(counties, emptyFolder(), agencies.mirror, { patience: agencies.patience })
    expect(summary).toMatchObject({ written: 0, left: 5 })
    expect(agencies.census.asked).toHaveLength(3)
  })
})
