import { describe, expect, it } from 'vitest'
import { createPattern, getSources, sourceOfFile, sources } from '../../../data-build/catalog/catalog.ts'
import { newerReleases } from '../../../data-build/catalog/newer-releases.ts'
import { nationalSchoolsSources } from '../../../data-build/catalog/schools-and-parks.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { type DimensionId, dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

describe('the source catalog', () => {
  it('lists every source once, with all of its fields', () => {
    expect(new Set(sources.map((source) => source.id)).size).toBe(sources.length)
    for (const source of sources) {
      const { id, agency, title, vintage, license, address, feeds } = source
      for (const words of [agency, title, vintage, license]) expect(words.trim(), id).not.toBe('')
      expect(address, id).toMatch(/^(https:\/\/[a-z]|not stated$)/)
      expect(feeds.length, id).toBeGreaterThan(0)
      expect(new Set(feeds).size, id).toBe(feeds.length)
    }
  })

  it('contains sources for every dimension', () => {
    for (const { id } of dimensions) expect(getSources(id as DimensionId).length, id).toBeGreaterThan(0)
    expect(getSources('insurance-coverage').map((source) => source.id)).toEqual(['cdc-eji-2024'])
  })

  it('lists the share-alike license for everything computed from the election data', () => {
    const elections = sources.filter((source) => source.id.startsWith('dra-'))
    expect(elections.length).toBe(2)
    for (const source of elections) expect(source.license).toContain('CC BY-SA 4.0')
  })

  it('matches a file to its source by the complete path only', () => {
    expect(sourceOfFile('cdc/EJI_2024_Texas_CSV.zip')?.id).toBe('cdc-eji-2024')
    expect(sourceOfFile('natural-earth/ne_10m_coastline.FL.geojson.gz')?.id).toBe('natural-earth-coast')
    expect(sourceOfFile('old/cdc/EJI_2024_Texas_CSV.zip')).toBeUndefined()
    expect(sourceOfFile('cdc/EJI_2024_sub/Texas_CSV.zip')).toBeUndefined()
    expect(createPattern('a/{b,c}.x').test('a/c.x')).toBe(true)
    expect(createPattern('a/{b,c}.x').test('a/cyx')).toBe(false)
  })
})

/** Expands the folders of a path in the catalog: `schools/{ca,fl}` gives two. */
function foldersOf(path: string): string[] {
  const directory = path.slice(0, path.lastIndexOf('/'))
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(directory) ?? []
  return names === undefined ? [directory] : names.split(',').map((name) => before + name + after)
}

withAgencyFiles('the catalog and ../shared/data', () => {
  it('agree: each source has files there, or is a current release that data:fetch downloads', () => {
    const folder = new SourceFolder(SHARED)
    const current = new Set([...nationalSchoolsSources, ...newerReleases])
    for (const source of sources) {
      if (current.has(source)) {
        expect(source.downloads?.length, source.id).toBeGreaterThan(0)
        continue
      }
      const found = foldersOf(source.path)
        .flatMap((directory) => folder.list(directory))
        .filter((path) => createPattern(source.path).test(path))
      expect(found.length, `${source.id}: ${source.path}`).toBeGreaterThan(0)
    }
  })
})
