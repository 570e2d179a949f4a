import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeFolder } from '../../../data-build/pack/write-folder.ts'
import { manifestSchema } from '../../../src/data/bundle/data-folder.ts'
import { hex, readBundle, readHead } from '../../../src/data/bundle/read.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { bundleFixture, contentsOf } from './fixtures/bundle.ts'

const eji = { path: 'cdc/EJI_2024_Texas_CSV.zip', sha256: 'a'.repeat(64), bytes: 10 }

describe('a data folder written by the build', () => {
  it('contains the bundles and a manifest that describes them', async () => {
    const folder = join(emptyFolder(), 'new')
    const written = await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('privacy'), bundleFixture('fire')],
      used: [eji],
    })
    expect(readdirSync(folder).sort()).toEqual(['fire.bundle', 'manifest.json', 'privacy.bundle', 'sources.json'])
    const manifest = manifestOf(folder)
    expect([manifest.build, manifest.builder, manifest.format]).toEqual(['b1', 'made 1.0', 2])
    expect(manifest.bundles.map(({ file }) => file)).toEqual(['fire.bundle', 'privacy.bundle'])
    for (const { file, bytes, sha256, start, rows } of manifest.bundles) {
      const content = readFileSync(join(folder, file))
      const { digest, layout } = await readHead(content, content.length, file)
      expect([content.length, hex(digest), layout.startBytes, 3]).toEqual([bytes, sha256, start, rows])
      expect((await readBundle(content, file)).section('made', 'u8')).toEqual(Uint8Array.of(1, 2, 3))
      expect(written.find((one) => one.file === file)).toEqual({ file, bytes, rows })
    }
    expect(sourcesOf(folder).map(({ id, files }) => [id, files])).toEqual([['cdc-eji-2024', [eji]]])
  })

  it('lists and preserves other bundles of the same build', async () => {
    const folder = emptyFolder()
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('privacy'), bundleFixture('fire')],
      used: [eji],
    })
    const before = contentsOf(folder)
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('fire', Uint8Array.of(9))],
      used: [],
    })
    const manifest = manifestOf(folder)
    expect(manifest.bundles.map(({ file, rows }) => [file, rows])).toEqual([
      ['fire.bundle', 1],
      ['privacy.bundle', 3],
    ])
    expect(contentsOf(folder)['privacy.bundle']).toBe(before['privacy.bundle'])
    expect(sourcesOf(folder).map(({ id }) => id)).toEqual(['cdc-eji-2024'])
  })

  it('no longer lists bundles of another build', async () => {
    const folder = emptyFolder()
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('privacy'), bundleFixture('fire')],
      used: [],
    })
    await writeFolder(folder, { build: 'b2', builder: 'made 1.0', bundles: [bundleFixture('fire')], used: [] })
    expect(manifestOf(folder).bundles.map(({ file }) => file)).toEqual(['fire.bundle'])
  })

  it('preserves schools and districts across builds, with only their own sources', async () => {
    const folder = emptyFolder()
    const schools = bundleFixture('schools', Uint8Array.of(1), 'schools', ['ca-schools'])
    const directory = { ...eji, path: 'schools/ca/pubschls.txt.gz' }
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('fire'), schools],
      used: [eji, directory],
    })
    await writeFolder(folder, { build: 'b2', builder: 'made 1.0', bundles: [bundleFixture('privacy')], used: [] })
    const manifest = manifestOf(folder)
    expect(manifest.bundles.map(({ file }) => file)).toEqual(['privacy.bundle', 'schools.bundle'])
    expect(sourcesOf(folder).map(({ id }) => id)).toEqual(['ca-schools'])
  })

  it('preserves the sources of unchanged bundles even if the catalog no longer lists them', async () => {
    const folder = emptyFolder()
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('fire'), bundleFixture('privacy')],
      used: [eji],
    })
    const path = join(folder, 'sources.json')
    const former = { ...sourcesOf(folder)[0], id: 'former', files: [{ ...eji, path: 'gone/former.csv' }] }
    writeFileSync(path, JSON.stringify({ sources: [former] }))
    await writeFolder(folder, { build: 'b1', builder: 'made 1.0', bundles: [bundleFixture('fire')], used: [eji] })
    expect(sourcesOf(folder).map(({ id }) => id)).toEqual(['cdc-eji-2024', 'former'])
    const uncataloged = { ...eji, path: 'nowhere/new.csv' }
    await expect(
      writeFolder(folder, { build: 'b1', builder: 'made 1.0', bundles: [bundleFixture('fire')], used: [uncataloged] }),
    ).rejects.toThrow('Files without an entry in the catalog: nowhere/new.csv')
  })

  it('contains exactly the license texts that its sources require', async () => {
    const folder = emptyFolder()
    const shoreline = { ...eji, path: 'water/gshhg_full_water_FL.geojson.gz' }
    const notices: Record<string, string> = { 'water/GSHHG_copyright.txt': 'Copyright: 2014, The GMT Team, made up\n' }
    const noticeAt = async (path: string) => notices[path]
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('flood')],
      used: [eji, shoreline],
      sourceText: noticeAt,
    })
    const texts = sourcesOf(folder).map(({ id, license_texts }) => [id, Object.keys(license_texts ?? {})])
    expect(texts).toEqual([
      ['cdc-eji-2024', []],
      ['gshhg-shoreline', ['gshhg-copyright.txt', 'lgpl-3.0.txt', 'gpl-3.0.txt']],
    ])
    const { license_texts } = sourcesOf(folder)[1]
    expect(license_texts?.['gshhg-copyright.txt']).toContain('Copyright: 2014, The GMT Team')
    expect(license_texts?.['lgpl-3.0.txt']).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
  })

  it('preserves its build ID if no new bundle is based on a geography', async () => {
    const folder = emptyFolder()
    const schools = bundleFixture('schools', Uint8Array.of(1), 'schools')
    await writeFolder(folder, { build: null, builder: 'made 1.0', bundles: [schools], used: [] })
    expect(manifestOf(folder).build).toBe('none')
    await writeFolder(folder, { build: 'b1', builder: 'made 1.0', bundles: [bundleFixture('fire')], used: [] })
    await writeFolder(folder, { build: null, builder: 'made 1.0', bundles: [schools], used: [] })
    expect(manifestOf(folder).build).toBe('b1')
    expect(manifestOf(folder).bundles.map(({ file }) => file)).toEqual(['fire.bundle', 'schools.bundle'])
  })

  it('is byte-identical when it is written again', async () => {
    const [one, two] = [emptyFolder(), emptyFolder()]
    const data = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) % 251)
    for (const folder of [one, two])
      await writeFolder(folder, {
        build: 'b1',
        builder: 'made 1.0',
        bundles: [bundleFixture('fire', data), bundleFixture('privacy')],
        used: [eji],
      })
    expect(contentsOf(two)).toEqual(contentsOf(one))
  })

  it('replaces an unreadable manifest', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'manifest.json'), '{"format": 1, "bundles"')
    await writeFolder(folder, { build: 'b1', builder: 'made 1.0', bundles: [bundleFixture('fire')], used: [] })
    expect(manifestOf(folder).bundles.map(({ file }) => file)).toEqual(['fire.bundle'])
  })
})

describe('an interrupted write of a data folder', () => {
  const twice = { name: 'made', data: Uint8Array.of(1) }
  const broken = {
    content: { ...bundleFixture('walkability').content, sections: [twice, twice] },
    rows: 1,
  }
  const failures = [
    { when: 'a bundle cannot be made', bundles: [bundleFixture('fire', Uint8Array.of(7)), broken], used: [] },
    {
      when: 'a source is not in the catalog',
      bundles: [bundleFixture('fire', Uint8Array.of(7))],
      used: [{ ...eji, path: 'elsewhere/x.csv' }],
    },
  ]
  it.each(failures)(
    'leaves the good folder unchanged and no other files beside it when $when',
    async ({ bundles, used }) => {
      const folder = emptyFolder()
      await writeFolder(folder, {
        build: 'b1',
        builder: 'made 1.0',
        bundles: [bundleFixture('privacy'), bundleFixture('fire')],
        used: [eji],
      })
      const before = contentsOf(folder)
      await expect(writeFolder(folder, { build: 'b1', builder: 'made 2.0', bundles, used })).rejects.toThrow()
      expect(contentsOf(folder)).toEqual(before)
    },
  )

  it('leaves the good folder unchanged when a file cannot be written to disk', async () => {
    const folder = emptyFolder()
    await writeFolder(folder, {
      build: 'b1',
      builder: 'made 1.0',
      bundles: [bundleFixture('privacy'), bundleFixture('fire')],
      used: [eji],
    })
    const before = contentsOf(folder)
    mkdirSync(join(folder, 'privacy.bundle.new')) // takes the name of the temporary file
    const bundles = [bundleFixture('fire', Uint8Array.of(7)), bundleFixture('privacy', Uint8Array.of(8))]
    await expect(writeFolder(folder, { build: 'b1', builder: 'made 2.0', bundles, used: [] })).rejects.toThrow()
    for (const [name, content] of Object.entries(before))
      expect(readFileSync(join(folder, name)).toString('base64')).toBe(content)
    expect(readdirSync(folder)).not.toContain('fire.bundle.new')
  })
})

function manifestOf(folder: string) {
  return manifestSchema(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')), [])
}

interface WrittenSource {
  readonly id: string
  readonly files: readonly unknown[]
  readonly license_texts?: Readonly<Record<string, string>>
}

function sourcesOf(folder: string): WrittenSource[] {
  return JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')).sources
}
