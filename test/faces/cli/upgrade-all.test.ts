import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newerBeside } from '../../../src/faces/cli/data-report/known-releases.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { countyZip } from '../../library/user-data/rehearsal.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from './console.ts'

const all = ['data', 'upgrade', 'all']

describe('vicinage data upgrade all', () => {
  it.each([
    [[...all], 'Name exactly one place to upgrade.', '--near "Houston, TX"'],
    [[...all, '--near', 'Houston, TX', '--county', '48201'], 'Name exactly one place to upgrade.', '--near'],
    [[...all, '--county', '48201', '--out', 'x'], '`all` downloads into your data folder.', 'Omit --from'],
    [[...all, '--county', '30059'], 'None of the counties is in California, Texas or Florida.', '--county 48201'],
    [[...all, '--county', 'Harris'], "--county: 'Harris' is not a county", ''],
    [['data', 'upgrade', 'fire', '--near', 'Houston, TX'], '--near can only be used with `all`.', 'upgrade all --near'],
    [
      [...all, '--county', '48201'],
      'Nothing was downloaded, because there is no terminal to ask for confirmation.',
      '--yes',
    ],
  ])('rejects %j with advice', async (argv, what, hint) => {
    userDataAt(emptyFolder())
    const { code, err } = await consoleOf(argv)
    expect([code, err]).toEqual([2, expect.stringContaining(what)])
    expect(err).toContain(hint)
  })

  it('lists sources and sizes, asks for confirmation, and changes nothing if the answer is no', async () => {
    const home = userDataAt(emptyFolder())
    const questions: string[] = []
    const ask = async (question: string) => questions.push(question) === 0
    const near = [...all, '--near', 'Houston, TX']
    const { code, out } = await consoleOf(near, { ask, open: openVicinage as never })
    expect([code, questions]).toEqual([0, ['Download?']])
    expect(out).toMatch(/^For Harris County, TX \(48201\)/)
    for (const line of [
      /flood +FEMA, hazards\.fema\.gov +\d+ MB/,
      /streets +Census Bureau, www2\.census\.gov +\d+ MB/,
      /population-profile .* \d+ MB +1 map/,
      /About [\d,]+ MB, about [\d:]+ at 16 Mbit\/s/,
    ])
      expect(out).toMatch(line)
    expect(out).not.toContain('fire ')
    expect(out.trimEnd()).toMatch(/Nothing was downloaded\.$/)
    expect(existsSync(join(home, 'upgrades'))).toBe(false)
  })

  it('accepts coordinates and offers fire zones in California', async () => {
    userDataAt(emptyFolder())
    const { out } = await consoleOf([...all, '--near', '34.05,-118.25'], { ask: async () => false })
    expect(out).toMatch(/^For Los Angeles County, CA \(06037\): .*\n\n {2}fire +CAL FIRE/)
  })
})

describe('vicinage batch', () => {
  const addresses = ['801 Nowhere Blvd, Houston, TX 77002', '5 Nowhere Blvd, Richmond, TX 77469', 'Houston, TX 77002']
  const batchOf = async (rows: readonly string[]) => {
    const input = join(emptyFolder(), 'addresses.csv')
    writeFileSync(input, `address\n${rows.map((row) => `"${row}"\n`).join('')}`)
    return consoleOf(['batch', input, `${input}.out.csv`, '--dimensions', 'walkability', '--threads', '1'])
  }

  it('suggests the command for adding streets if addresses were located only by ZIP', async () => {
    userDataAt(emptyFolder())
    const { code, err } = await batchOf([addresses[0], ...addresses])
    expect(code).toBe(0)
    expect(err).toContain('3 of 4 rows were located by ZIP only: vicinage streets add --county 48201 48157\n')
  })

  it('suggests only counties without installed streets, and nothing if no address was located only by ZIP', async () => {
    userDataAt(emptyFolder())
    const file = join(emptyFolder(), 'tl_2025_48201_addrfeat.zip')
    writeFileSync(file, countyZip('48201'))
    await consoleOf(['streets', 'add', file])
    expect((await batchOf(addresses)).err).toContain(
      '2 of 3 rows were located by ZIP only: vicinage streets add --county 48157\n',
    )
    expect((await batchOf(addresses.slice(0, 1))).err).toContain(
      '1 of 1 rows were located by ZIP only, although the street index contains their counties.',
    )
    expect((await batchOf(addresses.slice(2))).err).not.toContain('by ZIP only')
  })
})

it('newerBeside() lists newer releases until they are installed', () => {
  expect(newerBeside(['fire', 'districts', 'base-map'], [2026])).toEqual([
    'TIGER/Line school districts 2026: vicinage data upgrade districts',
    'TIGER/Line roads 2026: vicinage data upgrade base-map',
  ])
  expect(newerBeside(['flood'], [2025, null, 2026])).toEqual(['TIGER/Line street index 2026: vicinage streets update'])
})
