import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scoreStream } from '../../src/batch/index.ts'
import { createApp } from '../../src/http/index.ts'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { createMap } from '../../src/map/index.ts'

const blocks = [...readFileSync('README.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1])
const AsyncFunction = (async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<unknown>

/** Runs a block of the README with its imports given, and answers the names that it declares. */
async function run(block: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const code = block.replace(/^import .*$/gm, '').replace(/: Vicinage/g, '')
  const declared = [...code.matchAll(/^const (\w+) =/gm)].map((match) => match[1])
  const values = await new AsyncFunction(...Object.keys(given), `${code}\nreturn { ${declared.join(', ')} }`)(
    ...Object.values(given),
  )
  return values as Record<string, unknown>
}

describe.skipIf(!existsSync('dist-data/manifest.json'))(
  'the examples of the README (skipped without dist-data)',
  () => {
    it('run as they stand and say what their comments say', async () => {
      expect(blocks.length).toBe(5)
      const { vicinage } = (await run(blocks[0], { openVicinage })) as { vicinage: Vicinage }
      const austin = { lat: 30.2672, lon: -97.7431 }
      const promised = /score: (\d+), description: '([^…']+)/.exec(blocks[0])!
      expect(vicinage.vibe.walkability(austin).result.score).toBe(Number(promised[1]))
      expect(vicinage.vibe.walkability(austin).result.description).toMatch(promised[2])
      expect(vicinage.environment.noiseLevels(austin).result.description).toMatch(
        'Serenity: estimated composite 63 dB; road 63 dB, ',
      )
      expect(vicinage.schools.districts(austin).districts[0].name).toBe('Austin Independent School District')
      expect(vicinage.tools.geocodeSingle({ address: '500 NW 67th St, Miami FL 33150' })).toEqual({
        lat: 25.83586,
        lon: -80.20478,
        message: null,
      })
      expect(vicinage.geocode('1100 Congress Ave, Austin, TX 78701').layer).toBe('zip')

      const { png } = await run(
        blocks[1].replace('const { renderTile } =', 'const map =').replace('renderTile(', 'map.renderTile('),
        {
          createMap,
          vicinage,
        },
      )
      expect([...(png as Uint8Array).subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG')

      const said: unknown[][] = []
      const console = { log: (...values: unknown[]) => said.push(values) }
      await run(blocks[2], { scoreStream, vicinage, console })
      expect(said).toEqual([[1, vicinage.score('walkability', austin).score]])

      const { response } = await run(blocks[3], { createApp, vicinage })
      expect(await (response as Response).json()).toEqual(vicinage.risk.flood({ lat: 29.6876, lon: -95.466 }))

      const { vicinage: partial } = (await run(blocks[4], { openVicinage })) as { vicinage: Vicinage }
      expect(partial.score('ideological-lean', austin)).toEqual({
        score: 0,
        description: 'Ideological lean is not loaded: its bundle was left out.',
      })
    })
  },
)
