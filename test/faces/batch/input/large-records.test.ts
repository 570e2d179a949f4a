import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { run } from '../fixtures/batch.ts'

/** Returns a string of the given number of megabytes. */
const filling = (megabytes: number) => 'x'.repeat(megabytes * 1e6)
const object = (megabytes: number, id: number) =>
  `${JSON.stringify({ id, text: filling(megabytes), lat: 30.27, lon: -97.74 })}\n`

async function scored(name: string, text: string) {
  const folder = emptyFolder()
  const [input, output] = [join(folder, `in.${name}`), join(folder, `out.${name}`)]
  writeFileSync(input, text)
  const { rows, failed } = await run({ input, output })
  return { rows, failed, bytes: readFileSync(output).length }
}

describe('a batch of large records', () => {
  it.each([
    ['NDJSON whose first three lines have 1.1 MB each', 'ndjson', object(1.1, 1) + object(1.1, 2) + object(1.1, 3), 3],
    ['NDJSON whose first line has 15 MB', 'ndjson', object(15, 1) + object(0, 2), 2],
    ['CSV whose first row has 1.1 MB and no header', 'csv', `id,lat,lon,note\n1,30.27,-97.74,"${filling(1.1)}\n"\n`, 1],
    ['CSV whose header has 1.1 MB', 'csv', `id,lat,lon,"${filling(1.1)}"\n1,30.27,-97.74,\n`, 1],
  ])('reads %s', async (_, name, text, rows) => {
    const answer = await scored(name, text)
    expect(answer).toMatchObject({ rows, failed: 0 })
    expect(answer.bytes).toBeGreaterThan(text.length)
  })

  it('reads NDJSON that begins with more than 1 MB of lines that are not objects', async () => {
    const notes = `"${filling(0.1)}"\n`.repeat(12)
    expect(await scored('ndjson', notes + object(0, 1))).toMatchObject({ rows: 13, failed: 12 })
  })

  it('states how much of the input was searched if no line is an object', async () => {
    await expect(scored('ndjson', `"${filling(1)}"\n`.repeat(18))).rejects.toThrow(
      'No line of the first 16 MB of the input is a JSON object',
    )
  })

  it('reports which line is too long if the first line exceeds 16 MB', async () => {
    await expect(scored('ndjson', object(17, 1) + object(0, 2))).rejects.toThrow(
      'Line 1 of the input is longer than 16 MB',
    )
  })

  it('recognizes a GeoJSON document of several megabytes on one line', async () => {
    const text = `{"type":"FeatureCollection","features":[{"text":"${filling(3)}"}]}\n`
    await expect(scored('ndjson', text)).rejects.toThrow('The input is a single GeoJSON document')
  })
})
