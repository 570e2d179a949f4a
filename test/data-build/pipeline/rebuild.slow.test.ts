import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildData } from '../../../data-build/build-data.ts'
import { withMeta } from '../../../data-build/pack/with-meta.ts'
import { readHead } from '../../../src/data/bundle/read.ts'
import { NotLoadedError, openVicinage } from '../../../src/index.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { contentsOf } from './fixtures/bundle.ts'

/** Reads a bundle as it was before validation added its intervals. */
async function withoutIntervals(path: string): Promise<Buffer> {
  const bytes = readFileSync(path)
  const { header } = await readHead(bytes, bytes.length, path)
  if (header.meta.intervals === undefined) return bytes
  const { intervals: _, ...meta } = header.meta
  return Buffer.from(await withMeta(bytes, meta, path))
}

withAgencyFiles('a build of one layer from the published files', { timeout: 300_000 }, () => {
  it('writes the same bytes as dist-data/, if the bundles exist there', async () => {
    const out = emptyFolder()
    const lines: string[] = []
    const report = (line: string) => lines.push(line)
    await buildData({ sources: SHARED, out, only: ['insurance-coverage'], builder: 'test', report })
    const bundles = ['geography.bundle', 'insurance-coverage.bundle']
    expect(Object.keys(contentsOf(out))).toEqual([...bundles, 'manifest.json', 'sources.json'])
    expect(lines.length).toBeGreaterThan(3)
    for (const name of bundles) {
      const embedded = `dist-data/${name}`
      const built = readFileSync(join(out, name))
      const same = !existsSync(embedded) || (await withoutIntervals(embedded)).equals(built)
      expect(same, `${embedded} is what the sources and this code give; else run npm run data:build`).toBe(true)
    }
    const vicinage = await openVicinage({ data: out })
    expect(vicinage.score('insurance-coverage', { lat: 30.2672, lon: -97.7431 }).score).toBeGreaterThan(150)
    expect(() => vicinage.score('walkability', { lat: 30.2672, lon: -97.7431 })).toThrow(NotLoadedError)
  })
})
