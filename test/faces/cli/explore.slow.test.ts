import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { archiveFixture } from '../../explorer/site/fixtures/archive.ts'
import { copiedFolder, folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from './console.ts'

const DATA = 'dist-data'

let folder: string
let site: string
beforeEach(async () => {
  folder = emptyFolder()
  site = join(folder, 'my site')
})

describe('vicinage explore writes nothing and exits with code 2', () => {
  it.each([
    [['explore'], 'No output was named.'],
    [['explore', '--city', 'Austin, TX'], 'No output was named.'],
    [
      ['explore', '--city', 'Nowhere at all', '--file', 'unwritten'],
      'The data does not contain the city Nowhere at all',
    ],
    [['explore', '--city', 'Austin, TX', '--file', 'package.json'], 'package.json already exists.'],
    [['explore', '--out='], '--out is empty.'],
    [['explore', '--out', 'unwritten', '--streets', 'x'], 'A street index does not work in a browser'],
    [['explore', 'unwritten'], 'Too many arguments'],
    [['explore', '--out', 'unwritten', '--basemap='], '--basemap is empty.'],
    [
      ['explore', '--out', 'unwritten', '--basemap', 'none.pmtiles'],
      'none.pmtiles cannot be used: there is no such file',
    ],
    [['explore', '--out', 'unwritten', '--basemap', 'package.json'], 'is not a PMTiles version 3 archive'],
    [['explore', '--out', 'unwritten', '--public-url', 'ftp://x/'], '--public-url: expected http(s)://host'],
    [['explore', '--out', 'unwritten', '--public-url', 'https://x/?a'], '--public-url: expected http(s)://host'],
  ])('for %j', async (argv, reason) => {
    const { code, out, err, opened } = await consoleOf(argv)
    expect(err).toContain(reason)
    expect({ code, out, opened }).toEqual({ code: 2, out: '', opened: [] })
    expect(existsSync('unwritten')).toBe(false)
  })
})

describe('vicinage explore', () => {
  const sha256 = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex')

  it('writes exact copies of the page and every bundle, and nothing else', async () => {
    const { code, out, err } = await consoleOf(['explore', '--out', site])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { bundles } = JSON.parse(await readFile(`${DATA}/manifest.json`, 'utf8'))
    const names = bundles.map(({ file }: { file: string }) => file)
    expect((await readdir(join(site, 'data'))).sort()).toEqual(
      [...names, 'first-map.json', 'manifest.json', 'sources.json'].sort(),
    )
    for (const { file } of bundles)
      expect(await sha256(join(site, 'data', file)), file).toBe(await sha256(`${DATA}/${file}`))
    const page = (await readdir('dist/explorer')).filter((file) => !file.endsWith('.br') && file !== 'in-file')
    expect((await readdir(site)).sort()).toEqual([...page, 'data', 'preview.png'].sort())
    expect(await readFile(join(site, 'index.html'), 'utf8')).toContain('<noscript>')
    for (const name of page.filter((file) => file !== 'index.html'))
      expect(await sha256(join(site, name)), name).toBe(await sha256(`dist/explorer/${name}`))

    const count = (await readdir(site, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length
    expect(out).toMatch(new RegExp(`^${site}: ${count} files, \\d+\\.\\d MB\\.`))
    expect(out).toContain(`--directory '${site}' `)
  })

  it('writes the public URL and allows embedding on request', async () => {
    const argv = ['explore', '--out', site, '--public-url', 'https://map.example/v', '--embed']
    expect((await consoleOf(['--data', await folderFixture(), ...argv])).code).toBe(0)
    const html = await readFile(join(site, 'index.html'), 'utf8')
    expect(html).toContain('content="https://map.example/v/preview.png"')
    expect(html).toContain('<meta name="vicinage-embed" content="allowed">')
  })

  it('copies a base map, or allows the origin of a remote one', async () => {
    const archive = join(folder, 'town.pmtiles')
    const bytes = archiveFixture({ z: 0, x: 0, y: 0 })
    await writeFile(archive, bytes)
    const argv = ['--data', await folderFixture(), 'explore', '--out', site, '--basemap']
    expect((await consoleOf([...argv, archive])).code).toBe(0)
    expect(await readFile(join(site, 'basemap.pmtiles'))).toEqual(Buffer.from(bytes))
    const named = (html: string) => /<meta name="vicinage-basemap" content="([^"]*)">/.exec(html)?.[1]
    const html = await readFile(join(site, 'index.html'), 'utf8')
    expect(named(html)).toBe('{&quot;kind&quot;:&quot;pmtiles&quot;,&quot;url&quot;:&quot;basemap.pmtiles&quot;}')
    expect(html).toContain("connect-src 'self';")
    // A second run with a remote base map recognizes the site as its own and removes the copy.
    expect((await consoleOf([...argv, 'https://tiles.example/town.pmtiles'])).code).toBe(0)
    expect(await readdir(site)).not.toContain('basemap.pmtiles')
    expect(await readFile(join(site, 'index.html'), 'utf8')).toContain("connect-src 'self' https://tiles.example;")
  })

  it('lists bundles that are missing from the data folder', async () => {
    const data = await copiedFolder()
    await rm(join(data, 'fire.bundle'))
    const { code, err } = await consoleOf(['--data', data, 'explore', '--out', site])
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Missing from the data, and therefore from the site: fire.bundle.\n',
    })
    expect(existsSync(join(site, 'data/fire.bundle'))).toBe(false)
  })

  it('rejects damaged data without copying it', async () => {
    const data = await copiedFolder()
    const argv = ['--data', data, 'explore', '--out', site]
    await truncate(join(data, 'fire.bundle'), 1000)
    const { code, out, err } = await consoleOf(argv)
    expect(err).toMatch(/fire\.bundle/)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    await writeFile(join(data, 'manifest.json'), 'not JSON')
    expect((await consoleOf(argv)).err).toMatch(/manifest\.json in .* is not JSON/)
    await rm(data, { recursive: true })
    expect((await consoleOf(argv)).err).toMatch(/There is no vicinage data in/)
    expect(await readdir(folder)).toEqual([])
  })
})
