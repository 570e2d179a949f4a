import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { consoleOf } from '../../../faces/cli/console.ts'
import { userDataAt } from '../../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { addrfeatZip, written } from './fixtures/addrfeat.ts'

describe('the command `vicinage streets`', () => {
  it('adds streets and lists them', async () => {
    const folder = emptyFolder()
    const file = written(folder, 'a.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'] }]))
    const out = join(folder, 'out')
    const added = await consoleOf(['streets', 'add', file, '--out', out])
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.out).toMatch(/^streets-48001\.bundle: county 48001 \(TX\), 1 range, 1 street, 1 ZIP, /)
    // No temporary file is left.
    expect(readdirSync(out)).toEqual(['streets-48001.bundle'])
    expect((await consoleOf(['streets', 'list', out])).out).toContain('streets-48001.bundle  county 48001 (TX)')
    const { out: json } = await consoleOf(['streets', 'list', out, '--json'])
    expect(JSON.parse(json).shards).toMatchObject([{ state: 'TX', county: '48001', zips: ['78701'], ranges: 1 }])
  })

  it('reports what is wrong with a file, with exit code 2', async () => {
    const folder = emptyFolder()
    const text = written(folder, 'notes.txt', 'nothing of the kind\n')
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    for (const [file, words] of [
      [join(folder, 'none.zip'), 'there is no such file'],
      [text, 'expected a table of address points'],
      [empty, 'contains no zip, CSV, GeoJSON or gzip file'],
    ] as const) {
      const { code, err } = await consoleOf(['streets', 'add', file, '--out', join(folder, 'out')])
      expect(code).toBe(2)
      expect(err).toContain(words)
    }
    expect((await consoleOf(['streets', 'add'])).code).toBe(2)
    // Nothing is created if nothing was built.
    expect(readdirSync(folder)).toEqual(['empty', 'notes.txt'])
  })

  it('reports why a folder cannot be written, with exit code 1', async () => {
    const folder = emptyFolder()
    const file = written(folder, 'a.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'] }]))
    for (const [out, words] of [
      [file, /^vicinage: .*a\.zip cannot be written \(EEXIST/],
      [join(file, 'below'), /below cannot be written \(ENOTDIR.*use another folder with --out/],
    ] as const) {
      const { code, err } = await consoleOf(['streets', 'add', file, '--out', out])
      expect(code).toBe(1)
      expect(err).toMatch(words)
    }
  })

  it("adds the files of a folder to the user's data folder, and only new files in later runs", async () => {
    const home = userDataAt(join(emptyFolder(), 'home'))
    const folder = emptyFolder()
    written(folder, 'a.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'] }]))
    expect((await consoleOf(['streets', 'add', folder])).out).toContain('every command and openVicinage() find it')
    written(folder, 'b.zip', addrfeatZip([{ name: 'Oak St', left: ['1', '99'] }], '48003'))
    const { code, out } = await consoleOf(['streets', 'add', folder])
    expect(code).toBe(0)
    expect(out).toMatch(/^streets-48003\.bundle: .*\n1 county already in place/)
    expect(readdirSync(join(home, 'streets'))).toEqual(['streets-48001.bundle', 'streets-48003.bundle'])
    expect((await consoleOf(['streets', 'list'])).out).toMatch(/TIGER\/Line 2025\n\n2 files, [\d.]+ kB in .*home/)
    expect((await consoleOf(['streets', 'remove', '--county', '48003'])).out).toContain('1 file removed')
    expect((await consoleOf(['streets', 'remove', '--states', 'tx'])).out).toMatch(/^streets-48001\.bundle\n/)
    expect((await consoleOf(['streets', 'remove', '--all'])).out).toContain(
      `None of these counties is in ${join(home, 'streets')}.`,
    )
  })

  it('rejects what it cannot add, remove or find, with exit code 2', async () => {
    const cases = [
      [['add', '--out', ' ', '--county', '48001'], /--out is empty/],
      [['add', '--states', 'MT'], /counties of Montana are not known.*--county 30059/s],
      [['add', '--states', 'XX'], /'XX' is not the postal code/],
      [['add', '--county', '99999'], /'99999' is not a county/],
      [['add', '--county', '48001', '--mirror', 'ftp://here'], /--mirror/],
      [['add', '--county', '48001', '--year', '1999'], /--year/],
      [['remove'], /There is nothing to remove/],
      [['update'], /no address ranges/],
    ] as const
    for (const [argv, words] of cases) {
      const { code, err } = await consoleOf(['streets', ...argv])
      expect(err, argv.join(' ')).toMatch(words)
      expect(code).toBe(2)
    }
  })

  it('is still available under its old names, with a deprecation warning on stderr', async () => {
    const folder = emptyFolder()
    const file = written(folder, 'a.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'] }]))
    const out = join(folder, 'out')
    const added = await consoleOf(['geocoder', 'add-streets', file, '--out', out])
    expect(added.code).toBe(0)
    expect(added.err).toMatch(/^This command is deprecated.*Use vicinage streets add instead\.\n$/)
    expect(added.out).toContain(`--streets ${out}`)
    const listed = await consoleOf(['geocoder', 'list', out])
    expect(listed.err).toMatch(/^This command is deprecated.*Use vicinage streets list instead\.\n$/)
    expect(listed.out).toContain('streets-48001.bundle  county 48001 (TX)')
  })

  it('reports a folder without a street index', async () => {
    const { code, out } = await consoleOf(['streets', 'list', join(emptyFolder(), 'none')])
    expect(code).toBe(0)
    expect(out).toContain('no street index')
  })
})
