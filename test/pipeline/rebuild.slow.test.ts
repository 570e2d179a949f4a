import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildData } from '../../data-build/build-data.ts'
import { NotLoadedError, openVicinage } from '../../src/index.ts'
import { contentsOf, emptyFolder } from './made-bundle.ts'

const SHARED = '../shared/data'
const embedded = 'dist-data/insurance-coverage.bundle'

describe.skipIf(!existsSync(SHARED))(
  'a build of one layer from the published files (skipped where ../shared/data is absent)',
  { timeout: 300_000 },
  () => {
    it('gives the same bytes twice, and those of dist-data/ where there is one', async () => {
      const [one, two] = [emptyFolder(), emptyFolder()]
      const lines: string[] = []
      const only = ['insurance-coverage']
      for (const out of [one, two])
        await buildData({ sources: SHARED, out, only, builder: 'test', report: (line) => lines.push(line) })
      const first = contentsOf(one)
      expect(Object.keys(first)).toEqual([
        ...['geography.bundle', 'insurance-coverage.bundle', 'manifest.json', 'sources.json'],
      ])
      expect(Object.keys(contentsOf(two)).filter((name) => contentsOf(two)[name] !== first[name])).toEqual([])
      expect(lines.length).toBeGreaterThan(3)
      if (existsSync(embedded)) {
        const same = readFileSync(embedded).equals(readFileSync(join(one, 'insurance-coverage.bundle')))
        expect(same, `${embedded} is what the sources and this code give; else run npm run data:build`).toBe(true)
      }
      const vicinage = await openVicinage({ data: one })
      expect(vicinage.score('insurance-coverage', { lat: 30.2672, lon: -97.7431 }).score).toBeGreaterThan(150)
      expect(() => vicinage.score('walkability', { lat: 30.2672, lon: -97.7431 })).toThrow(NotLoadedError)
    })
  },
)
