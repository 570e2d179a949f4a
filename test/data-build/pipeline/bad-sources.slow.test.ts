import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildData } from '../../../data-build/build-data.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { contentsOf } from './fixtures/bundle.ts'

const centers = 'census/population/CenPop2020_Mean_BG06.txt.gz'
const crosswalk = 'census/tracts/crosswalk_tract2010_to_tract2020.csv.gz'
const headings = 'STATEFP,COUNTYFP,TRACTCE,BLKGRPCE,POPULATION,LATITUDE,LONGITUDE'

/**
 * Hand-made bytes in place of a published file (null: no file), the row that the error must name, and the words it
 * must contain.
 */
const faults = [
  { fault: 'is missing', path: centers, bytes: null, row: undefined, words: ['no such file'] },
  {
    fault: 'is cut short',
    path: centers,
    bytes: gzipSync(`${headings}\n${'06,001,400100,1,10,37.9,-122.2\n'.repeat(500)}`).subarray(0, 40),
    row: undefined,
    words: ['not a complete gzip file', 'expected a complete gzip file'],
  },
  {
    fault: 'has a column renamed',
    path: centers,
    bytes: gzipSync(`${headings.replace('LATITUDE', 'LAT')}\n06,001,400100,1,10,37.9,-122.2\n`),
    row: 1,
    words: ['no column LATITUDE (nearest: LAT', 'expected the published headings'],
  },
  {
    fault: 'has a value out of range',
    path: centers,
    bytes: gzipSync(`${headings}\n06,001,400100,1,10,37.9,-122.2\n06,001,400100,2,10,379,-122.2\n`),
    row: 3,
    words: ['LATITUDE', '379', '43'],
  },
  {
    fault: 'has a row too short',
    path: crosswalk,
    bytes: gzipSync('census_tract_id_2010,census_tract_id_2020,weight\n06001400100,06001400100\n'),
    row: 2,
    words: ['2 fields', 'expected 3'],
  },
]

withAgencyFiles('a build from a bad published file', { timeout: 120_000 }, () => {
  it.each(faults)(
    'fails with an error that names file, row and expected value, and leaves the old folder unchanged: $fault',
    async (faulty) => {
      const sources = sourcesWith(faulty.path, faulty.bytes)
      const out = emptyFolder()
      for (const name of ['manifest.json', 'insurance-coverage.bundle']) writeFileSync(join(out, name), `old ${name}`)
      const before = contentsOf(out)
      const outcome = await buildData({
        sources,
        out,
        only: ['insurance-coverage'],
        builder: 'test',
        report() {},
      }).catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(SourceError)
      const { message, row, file } = outcome as SourceError
      expect(file).toBe(faulty.path)
      expect(row).toBe(faulty.row)
      expect(message).toContain(faulty.row === undefined ? faulty.path : `${faulty.path}, row ${faulty.row}`)
      for (const words of faulty.words) expect(message).toContain(words)
      expect(message).toMatch(/^[^\n]+\.$/)
      expect(contentsOf(out)).toEqual(before)
    },
  )
})

describe('a build with bad arguments', () => {
  it.each(['nonsense', 'toString', ''])(
    'is rejected before any file is read if the layer does not exist: %j',
    async (id) => {
      const out = join(emptyFolder(), 'out')
      const build = buildData({ sources: emptyFolder(), out, only: [id], builder: 'test', report() {} })
      await expect(build).rejects.toThrow(`There is no layer '${id}'. Layers: urban-rural, privacy,`)
      expect(existsSync(out)).toBe(false)
    },
  )

  it('exits with code 1 and an explanation if the layer does not exist', async () => {
    const args = ['node_modules/tsx/dist/cli.mjs', 'data-build/build.ts', '--only', 'nonsense']
    const failed = await promisify(execFile)(process.execPath, args).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no layer 'nonsense'. Layers: urban-rural"),
    })
  })

  it('exits with code 1 for an unknown option or a missing sources folder', async () => {
    for (const [args, words] of [
      [['--layer', 'fire'], "Unknown option '--layer'"],
      [['--sources', join(emptyFolder(), 'none'), '--out', emptyFolder(), '--only', 'fire'], 'There is no folder'],
    ] as const) {
      const command = ['node_modules/tsx/dist/cli.mjs', 'data-build/build.ts', ...args]
      const failed = await promisify(execFile)(process.execPath, command).catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
    }
  })
})

/** Links the published files into a folder, with one hand-made file in place of the published one. */
function sourcesWith(path: string, bytes: Uint8Array | null): string {
  const made = emptyFolder()
  const parts = path.split('/')
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/')
    mkdirSync(join(made, folder), { recursive: true })
    for (const name of readdirSync(join(SHARED, folder)))
      if (name !== parts[depth]) symlinkSync(resolve(SHARED, folder, name), join(made, folder, name))
  }
  if (bytes !== null) writeFileSync(join(made, path), bytes)
  return made
}
