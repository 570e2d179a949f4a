import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { writePacked } from '../../data-build/pack/blocks.ts'
import { readBundle } from '../../src/data/bundle/read.ts'
import { BundleError, NotLoadedError, type OpenOptions, openVicinage } from '../../src/index.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { type Fault, serve } from './data-server.ts'
import { copiedFolder, dimensionsFixture, folderFixture, renewManifest } from './fixtures/folder.ts'

const point = { lat: 30.23, lon: -97.77 }

describe('a data folder', () => {
  it('may be a path or a file URL, with or without a trailing slash', async () => {
    const directory = await folderFixture()
    const expected = (await openVicinage({ data: directory })).scores(point)
    const url = pathToFileURL(directory)
    for (const data of [`${directory}/`, url, url.href, `${url.href}/`])
      expect((await openVicinage({ data })).scores(point)).toEqual(expected)
  })

  it('contains what its manifest lists', async () => {
    const data = await folderFixture()
    const manifest = JSON.parse(readFileSync(join(data, 'manifest.json'), 'utf8'))
    const ids = manifest.bundles.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([...dimensionsFixture, 'geography'].sort())
    for (const { file, bytes } of manifest.bundles) expect(readFileSync(join(data, file)).length).toBe(bytes)
  })

  it('may be opened twice at the same time, independently', async () => {
    const data = await folderFixture()
    const [one, two] = await Promise.all([openVicinage({ data }), openVicinage({ data, dimensions: ['fire'] })])
    expect(() => two.score('walkability' as 'fire', point)).toThrow(NotLoadedError)
    expect(one.score('walkability', point).score).toBeGreaterThan(0)
    expect(two.score('fire', { lat: 34.02, lon: -118.28 })).toEqual(one.score('fire', { lat: 34.02, lon: -118.28 }))
  })

  it('is read only for the requested dimensions, so that damage to other dimensions has no effect', async () => {
    const data = await copiedFolder()
    writeFileSync(join(data, 'fire.bundle'), 'no bundle')
    const vicinage = await openVicinage({ data, dimensions: ['walkability', 'ideological-lean'] })
    const loaded = vicinage.dimensions().filter(({ sources }) => sources.length > 0)
    expect(loaded.map(({ id }) => id)).toEqual(['walkability', 'ideological-lean'])
    expect(() => vicinage.score('insurance-coverage' as 'walkability', point)).toThrow(NotLoadedError)
    const lat = Float64Array.of(point.lat)
    expect(Object.keys(vicinage.scoreColumns({ lat, lon: Float64Array.of(point.lon) }))).toEqual([
      'walkability',
      'ideological-lean',
    ])
    expect((await openVicinage({ data, dimensions: [] })).scores(point)).toEqual({})
  })

  it('may lack a dimension, which throws NotLoadedError when used', async () => {
    const data = await folderFixture()
    const vicinage = await openVicinage({ data })
    expect(() => vicinage.score('privacy', point)).toThrow(NotLoadedError)
    expect(() => vicinage.score('privacy', point)).toThrow(
      expect.objectContaining({ advice: expect.stringMatching(/openVicinage|dimensions/) }),
    )
    expect(Object.keys(vicinage.scores(point))).toEqual(dimensionsFixture)
    expect(await refusal({ data, dimensions: ['fire', 'privacy'] })).toContain(
      `privacy.bundle was requested but is not in ${data}`,
    )
  })

  it('is rejected if an unknown dimension is requested', async () => {
    const data = await folderFixture()
    await expect(openVicinage({ data, dimensions: ['fire', 'hail' as never] })).rejects.toThrow(
      /^There is no dimension 'hail'; choose from urban-rural, /,
    )
  })
})

describe('a damaged data folder', () => {
  it('is rejected if the folder is missing, empty or a file', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'file'), 'text')
    for (const data of [join(folder, 'nowhere'), folder, join(folder, 'file')]) {
      const message = await refusal({ data })
      expect(message).toContain(`There is no vicinage data in ${data}`)
      expect(message).toContain('create one with `vicinage data copy --out DIR`')
      expect(message).toContain('manifest.json')
    }
  })

  it.each([
    ['not JSON', '{"format": 2,', 'is not JSON'],
    ['of an older version', '{"format": 1}', 'has format 1, expected 2: it was written for an older vicinage'],
    ['of another format', '{"format": 3}', "has an unexpected 'format'"],
    ['empty', '', 'is not JSON'],
    ['a list', '[]', 'has an unexpected'],
    ['one with a file name outside the folder', undefined, "has an unexpected 'bundles.0.file'"],
  ])('is rejected if its manifest is %s', async (_, text, words) => {
    const data = await copiedFolder()
    const path = join(data, 'manifest.json')
    const escaping = () => readFileSync(path, 'utf8').replace('"file":"', '"file":"../')
    writeFileSync(path, text ?? escaping())
    const message = await refusal({ data })
    expect(message).toContain(`manifest.json in ${data} ${words}`)
    expect(message).toContain('build the data again')
  })

  it('is rejected if its manifest is a directory', async () => {
    const data = emptyFolder()
    mkdirSync(join(data, 'manifest.json'))
    expect(await refusal({ data })).toContain(`manifest.json in ${data} cannot be read: EISDIR`)
  })

  it('is rejected if a listed file is missing or differs from the manifest', async () => {
    const data = await copiedFolder()
    const path = join(data, 'fire.bundle')
    const bytes = readFileSync(path)
    rmSync(path)
    expect(await refusal({ data })).toContain(`fire.bundle is missing from ${data}, though manifest.json lists it`)
    writeFileSync(path, bytes)
    const manifest = JSON.parse(readFileSync(join(data, 'manifest.json'), 'utf8'))
    const entry = manifest.bundles.find(({ id }: { id: string }) => id === 'fire')
    for (const change of [{ bytes: 7 }, { sha256: '0'.repeat(64) }]) {
      const bundles = [{ ...entry, ...change }, ...manifest.bundles.filter(({ id }: { id: string }) => id !== 'fire')]
      writeFileSync(join(data, 'manifest.json'), JSON.stringify({ ...manifest, bundles }))
      expect(await refusal({ data })).toContain('as manifest.json says: they belong to different builds')
    }
  })

  it('is rejected if the geography bundle is missing', async () => {
    const data = await copiedFolder()
    rmSync(join(data, 'geography.bundle'))
    expect(await refusal({ data })).toContain(`geography.bundle is missing from ${data}`)
  })

  it('is rejected with an error that names the damaged bundle', async () => {
    for (const [file, damage] of [
      ['walkability.bundle', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
      ['geography.bundle', (bytes: Buffer) => bytes.fill(255, bytes.length - 100, bytes.length - 90)],
      ['insurance-coverage.bundle', () => Buffer.alloc(0)],
    ] as const) {
      const data = await copiedFolder()
      writeFileSync(join(data, file), damage(readFileSync(join(data, file))))
      expect(await refusal({ data })).toContain(`${file} in ${data}`)
    }
  })

  it('is rejected if a bundle is from another build', async () => {
    const data = await copiedFolder()
    const message = await changed(data, 'fire', (content) => ({ ...content, meta: { ...content.meta, build: '0123' } }))
    expect(message).toContain(`fire.bundle in ${data} was built for the geography 0123`)
    expect(message).toContain('build or fetch all bundles together')
  })

  it('is rejected if a bundle contains another dimension', async () => {
    const data = await copiedFolder()
    writeFileSync(join(data, 'fire.bundle'), readFileSync(join(data, 'walkability.bundle')))
    expect(await refusal({ data })).toContain('fire.bundle')
  })

  it.each([
    ...['centres.score', 'percentiles', 'fact.insured_pct.centres'].map(
      (name) => ['insurance-coverage', name, 2] as const,
    ),
    // These sections have no element for an area that the raster refers to.
    ...['areas.score', 'areas.basis', 'fact.votes.areas'].map((name) => ['ideological-lean', name, 1] as const),
    ...['centre.lat', 'centre.lon', 'centre.tract'].map((name) => ['geography', name, 2] as const),
  ])('is rejected if bundle %s has a section %s with only %i elements', async (id, name, length) => {
    const data = await copiedFolder()
    const message = await changed(data, id, (content) => withSection(content, name, (all) => all.slice(0, length)))
    expect(message).toContain(`${id}.bundle in ${data}`)
  })

  it.each(['zone.count', 'zone.steps'])('is opened if %s is too short, but throws on every query', async (name) => {
    const data = await copiedFolder()
    await change(data, 'geography', (content) => withSection(content, name, (all) => all.slice(0, 2)))
    const vicinage = await openVicinage({ data })
    for (const _ of [1, 2])
      expect(() => vicinage.score('walkability', point)).toThrow(new RegExp(`geography.bundle in ${data} (gives|has) `))
  })

  it('is opened if a column has invalid values, but throws on every query of that dimension', async () => {
    const data = await copiedFolder()
    const spoiled = (content: Content) => withSection(content, 'centres.basis', (all) => all.slice().fill(9))
    await change(data, 'insurance-coverage', spoiled)
    const vicinage = await openVicinage({ data })
    const ask = () => vicinage.score('insurance-coverage' as 'walkability', point)
    for (const _ of [1, 2])
      expect(ask).toThrow(
        new BundleError(
          `insurance-coverage.bundle in ${data} has a basis 9, expected 0 (measured), 1 (modeled) or 2 (estimate).`,
        ),
      )
    expect(vicinage.score('walkability', point).score).toBeGreaterThan(0)
  })
})

/** Returns the one-sentence message with which a folder is rejected. */
async function refusal(options: OpenOptions): Promise<string> {
  const outcome = await openVicinage(options).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(BundleError)
  const { message } = outcome as BundleError
  expect(message).toMatch(/^[^\n]+\.$/)
  return message
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array

interface Content {
  readonly meta: Readonly<Record<string, unknown>>
  readonly sections: readonly { readonly name: string; readonly data: Column }[]
}

/** Returns the content with one section changed. */
function withSection({ meta, sections }: Content, name: string, edit: (data: Column) => Column): Content {
  return { meta, sections: sections.map((one) => (one.name === name ? { ...one, data: edit(one.data) } : one)) }
}

/** Writes a changed bundle with valid hashes. */
async function change(data: string, id: string, edit: (content: Content) => Content): Promise<void> {
  const path = join(data, `${id}.bundle`)
  const bundle = await readBundle(readFileSync(path), path)
  const { kind, sources } = bundle
  const all = bundle.sections.map(({ name, type }) => ({
    name,
    data: bundle.section(name, type) as Column,
  }))
  const content = edit({ meta: bundle.meta, sections: all })
  const blocks = bundle.blocks.map((list) => ({
    name: list.name,
    sections: [...list.starts].map(([name, starts]) => {
      const { data } = content.sections.find((section) => section.name === name)!
      return { name, parts: Array.from({ length: list.count }, (_, i) => data.subarray(starts[i], starts[i + 1])) }
    }),
  }))
  const inBlocks = new Set(blocks.flatMap((list) => list.sections.map(({ name }) => name)))
  const sections = content.sections.filter(({ name }) => !inBlocks.has(name))
  writeFileSync(path, await writePacked({ kind, id, sources, meta: content.meta, sections, blocks }))
  await renewManifest(data)
}

/** Changes a bundle and returns the message with which the folder is rejected. */
async function changed(...[data, id, edit]: Parameters<typeof change>): Promise<string> {
  await change(data, id, edit)
  return refusal({ data })
}

const served = { lat: 30.23, lon: -97.77 }

describe('data served over HTTP', () => {
  it('returns the same answers as a local folder, however the URL is written', async () => {
    const directory = await folderFixture()
    const { address } = await serve(directory)
    const expected = (await openVicinage({ data: directory })).scores(served)
    for (const data of [address, address.slice(0, -1), new URL(address), new URL(address.slice(0, -1))])
      expect((await openVicinage({ data })).scores(served)).toEqual(expected)
  })

  it('is fetched once per file, and only if requested and listed', async () => {
    const { address, asked } = await serve(await folderFixture())
    await openVicinage({ data: address })
    expect(asked[0]).toBe('manifest.json')
    expect(asked.slice(1).sort()).toEqual([...dimensionsFixture, 'geography'].map((id) => `${id}.bundle`).sort())
    asked.length = 0
    await openVicinage({ data: address, dimensions: ['fire', 'walkability'] })
    expect(asked.sort()).toEqual(['fire.bundle', 'geography.bundle', 'manifest.json', 'walkability.bundle'])
  })

  const cases: [string, Fault, string][] = [
    ['manifest.json', 404, 'There is no vicinage data in http://127.0.0.1:'],
    ['manifest.json', 500, 'HTTP 500'],
    ['manifest.json', 'half', 'manifest.json'],
    ['walkability.bundle', 404, 'walkability.bundle is missing from'],
    ['walkability.bundle', 503, 'HTTP 503'],
    ['walkability.bundle', 403, 'HTTP 403'],
    ['walkability.bundle', 'broken', 'walkability.bundle could not be fetched'],
    ['walkability.bundle', 'half', 'walkability.bundle'],
    ['geography.bundle', 404, 'geography.bundle is missing'],
  ]
  it.each(cases)('is rejected if the response to a request for %s is %s', async (file, fault, words) => {
    const { address } = await serve(await folderFixture(), { [file]: fault })
    const outcome = await openVicinage({ data: address }).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(BundleError)
    const { message } = outcome as BundleError
    expect(message).toContain(words)
    expect(message).toContain(address)
  })
})
