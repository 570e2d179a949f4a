import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { coveredStates } from '../../../../src/base/states.ts'
import { copyData } from '../../../../src/faces/cli/data-copy/write-data.ts'
import { openVicinage } from '../../../../src/index.ts'

const bases: string[] = []
afterAll(() => Promise.all(bases.map((base) => rm(base, { recursive: true, force: true }))))

test.each(coveredStates)(
  'a copy for $name returns the same scores in all dimensions for 2,000 places',
  async (state) => {
    const base = await mkdtemp(join(tmpdir(), 'vicinage-copy-'))
    bases.push(base)
    const data = join(base, 'copy')
    const choice = {
      dimensions: null,
      states: [state],
      schools: false,
      geocoder: false,
      explorer: false,
      squares: false,
    }
    await copyData(undefined, data, choice, { force: false })
    const options = { schools: false, geocoder: false }
    const [whole, cut] = await Promise.all([openVicinage(options), openVicinage({ ...options, data })])
    expect(JSON.parse(await readFile(join(data, 'manifest.json'), 'utf8')).states).toEqual([state.postal])
    const { west, south, east, north } = state.box
    let compared = 0
    for (let i = 0; compared < 2000; i++) {
      const lat = south + ((i * 0.7548776662) % 1) * (north - south)
      const lon = west + ((i * 0.569840291) % 1) * (east - west)
      const place = whole.place({ lat, lon })
      if (place?.state !== state.name) continue
      compared++
      const [answers, wanted] = [cut, whole].map((library) => [
        library.place({ lat, lon }),
        library.scores({ lat, lon }, { percentiles: true }),
      ])
      if (!isDeepStrictEqual(answers, wanted)) expect([lat, lon, answers]).toEqual([lat, lon, wanted])
    }
  },
  240_000,
)
