import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildData } from '../../data-build/build-data.ts'
import { NotLoadedError, openVicinage } from '../../src/index.ts'
import { contentsOf, emptyFolder } from './made-bundle.ts'

const SHARED = '../shared/data'

describe.skipIf(!existsSync(SHARED))(
  'a build of one layer from the published files (skipped where ../shared/data is absent)',
  { timeout: 600_000 },
  () => {
    it('gives the same bytes twice, and those of dist-data/ where there are any', async () => {
      const [one, two] = [emptyFolder(), emptyFolder()]
      const lines: string[] = []
      const report = (line: string) => lines.push(line)
      const alone = ['insurance-coverage']
      const both = [...alone, 'base-map']
      await buildData({ sources: SHARED, out: one, only: alone, builder: 'test', report })
      await buildData({ sources: SHARED, out: two, only: both, builder: 'test', report })
      const [first, second] = [contentsOf(one), contentsOf(two)]
      expect(Object.keys(first)).toEqual([
        ...['geography.bundle', 'insurance-coverage.bundle', 'manifest.json', 'sources.json'],
      ])
      const bundles = Object.keys(first).filter((name) => name.endsWith('.bundle'))
      expect(bundles.filter((name) => second[name] !== first[name])).toEqual([])
      expect(lines.length).toBeGreaterThan(3)
      for (const id of both) {
        const [embedded, built] = [`dist-data/${id}.bundle`, join(two, `${id}.bundle`)]
        const same = !existsSync(embedded) || readFileSync(embedded).equals(readFileSync(built))
        expect(same, `${embedded} is what the sources and this code give; else run npm run data:build`).toBe(true)
      }
      const vicinage = await openVicinage({ data: one })
      expect(vicinage.score('insurance-coverage', { lat: 30.2672, lon: -97.7431 }).score).toBeGreaterThan(150)
      expect(() => vicinage.score('walkability', { lat: 30.2672, lon: -97.7431 })).toThrow(NotLoadedError)
    })
  },
)
