import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { countyZip } from '../../library/user-data/rehearsal.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from './console.ts'

describe('vicinage data upgrade', () => {
  it.each([
    [[], 'Name a layer.', 'Layers: fire, flood'],
    [['walkability'], 'Walkability is computed from many sources', 'npm run data:build -- --only walkability'],
    [['streets', '--state', 'TX'], '--state is now called --states.', ''],
    [['streets'], 'There is nothing to add.', '--states TX'],
    [['fires'], "There is no layer 'fires'.", 'Layers: fire'],
    [['toString'], "There is no layer 'toString'.", 'Layers: fire'],
    [['constructor', '--remove'], "There is no layer 'constructor'.", 'Layers: fire'],
    [
      ['insurance-coverage', '--from', 'x', '--mapped', 'y'],
      '--mapped: insurance-coverage has no zones.',
      'Omit the option.',
    ],
    [['fire', '--mapped', 'x.json'], '--mapped can only be used with your own files.', '--from FILE'],
    [['fire', '--mirror', 'nowhere'], "--mirror: 'nowhere' is not an address", ''],
    [['fire', '--out', ''], '--out is empty.', 'DIR'],
  ])('rejects %j with advice', async (argv, what, hint) => {
    userDataAt(emptyFolder())
    const { code, err } = await consoleOf(['data', 'upgrade', ...argv])
    expect(code).toBe(2)
    expect(err).toContain(`vicinage: ${what}`)
    expect(err).toContain(hint)
  })

  it('adds and removes streets exactly as vicinage streets does', async () => {
    const home = userDataAt(emptyFolder())
    const file = join(emptyFolder(), 'tl_2025_48001_addrfeat.zip')
    writeFileSync(file, countyZip('48001'))
    const { code, out } = await consoleOf(['data', 'upgrade', 'streets', '--from', file])
    expect(code).toBe(0)
    expect(out).toMatch(/^streets-48001\.bundle: county 48001 \(TX\), 40 ranges/)
    expect(readdirSync(join(home, 'streets'))).toEqual(['streets-48001.bundle'])
    expect((await consoleOf(['streets', 'list'])).out).toContain('streets-48001.bundle')
    expect((await consoleOf(['data', 'upgrade', 'streets', '--remove'])).out).toContain('1 file removed')
    expect(existsSync(join(home, 'streets'))).toBe(false)
  })

  it('refuses to overwrite the folder given by --data, and asks for --out', async () => {
    const { code, err } = await consoleOf(['--data', 'somewhere', 'data', 'upgrade', 'fire'])
    expect(code).toBe(2)
    expect(err).toContain('name the folder to write: --out DIR')
  })

  it('reports that there are no upgrades to rebuild or remove', async () => {
    const home = userDataAt(emptyFolder())
    expect(await consoleOf(['data', 'upgrade', '--again'])).toMatchObject({
      code: 0,
      out: `There are no upgrades in ${home}/upgrades.\n`,
    })
    expect((await consoleOf(['data', 'upgrade', 'fire', '--remove'])).out).toMatch(/^There is no fire upgrade in /)
  })
})
