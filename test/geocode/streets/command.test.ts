import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addrfeatUrl, downloadCounty } from '../../../data-build/streets/add-streets.ts'
import { consoleOf } from '../../cli/console.ts'
import { addrfeatZip, scratchFolder, written } from './made-addrfeat.ts'

describe('vicinage geocoder', () => {
  it('adds streets and lists them', async () => {
    const folder = scratchFolder()
    const file = written(folder, 'a.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'] }]))
    const out = join(folder, 'out')
    const added = await consoleOf(['geocoder', 'add-streets', file, '--out', out])
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.out).toMatch(/^streets-48001\.bundle: county 48001 \(TX\), 1 range, 1 street, 1 ZIP, /)
    // Nothing is left beside it.
    expect(readdirSync(out)).toEqual(['streets-48001.bundle'])
    expect((await consoleOf(['geocoder', 'list', out])).out).toContain('streets-48001.bundle  county 48001 (TX)')
    const { out: json } = await consoleOf(['geocoder', 'list', out, '--json'])
    expect(JSON.parse(json).shards).toMatchObject([{ state: 'TX', county: '48001', zips: ['78701'], ranges: 1 }])
  })

  it('reports what is wrong with a file, with exit code 2', async () => {
    const folder = scratchFolder()
    const text = written(folder, 'notes.txt', 'nothing of the kind\n')
    for (const [file, words] of [
      [join(folder, 'none.zip'), 'there is no such file'],
      [text, 'expected a table of address points'],
      [folder, 'it is a folder'],
    ] as const) {
      const { code, err } = await consoleOf(['geocoder', 'add-streets', file, '--out', join(folder, 'out')])
      expect(code).toBe(2)
      expect(err).toContain(words)
    }
    expect((await consoleOf(['geocoder', 'add-streets'])).code).toBe(2)
    // Nothing is made where nothing is built.
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })

  it('reports why a folder cannot be written, with exit code 2', async () => {
    const folder = scratchFolder()
    const file = written(folder, 'a.zip', addrfeatZip([{ name: 'Main St', left: ['1', '99'] }]))
    for (const [out, words] of [
      [file, /^vicinage: streets-48001\.bundle cannot be written to .*a\.zip \(EEXIST/],
      [join(file, 'below'), /cannot be written to .*below \(ENOTDIR/],
      [' ', /^vicinage: --out is empty/],
    ] as const) {
      const { code, err } = await consoleOf(['geocoder', 'add-streets', file, '--out', out])
      expect(code).toBe(2)
      expect(err).toMatch(words)
    }
  })

  it('reports a folder without layers', async () => {
    const { code, out } = await consoleOf(['geocoder', 'list', join(scratchFolder(), 'none')])
    expect(code).toBe(0)
    expect(out).toContain('no street layers')
  })
})

describe('a downloaded county', () => {
  const zip = addrfeatZip([{ name: 'Main St', left: ['1', '99'] }])
  const responding = (body: BodyInit | null, init?: ResponseInit) => async () => new Response(body, init)

  it('comes from the Census Bureau under its own name', async () => {
    const folder = scratchFolder()
    const requested: unknown[] = []
    const file = await downloadCounty('48001', folder, async (url) => {
      requested.push(url)
      return new Response(new Uint8Array(zip))
    })
    expect(requested).toEqual(['https://www2.census.gov/geo/tiger/TIGER2025/ADDRFEAT/tl_2025_48001_addrfeat.zip'])
    expect(requested).toEqual([addrfeatUrl('48001')])
    expect(file.endsWith('tl_2025_48001_addrfeat.zip')).toBe(true)
    expect(readFileSync(file)).toEqual(Buffer.from(zip))
  })

  it('is refused when it is missing, truncated or not a zip', async () => {
    const folder = scratchFolder()
    const lengthy = { headers: { 'content-length': String(zip.length) } }
    const cases = [
      ['99999', responding(null), /not a county/],
      ['48001', responding('', { status: 404 }), /HTTP 404/],
      ['48001', responding('<html>'), /not a zip/],
      ['48001', responding(new Uint8Array(zip.subarray(0, 100)), lengthy), /100 bytes received/],
      ['48001', () => Promise.reject(new TypeError('fetch failed')), /fetch failed/],
    ] as const
    for (const [county, download, words] of cases)
      await expect(downloadCounty(county, folder, download as typeof fetch)).rejects.toThrow(words)
    expect(readdirSync(folder)).toEqual([])
  })
})
