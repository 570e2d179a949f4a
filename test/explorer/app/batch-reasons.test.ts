import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { FileScorer } from '../../../src/explorer/app/batch/file-scorer.ts'
import { RowReasons } from '../../../src/explorer/app/batch/scored-rows.ts'
import { runBatch } from '../../../src/faces/batch/run/run-batch.ts'
import { type DimensionId, type Note, openVicinage, type Vicinage } from '../../../src/index.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

describe('the reasons for rows without scores', () => {
  let vicinage: Vicinage
  beforeAll(async () => {
    vicinage = await openVicinage<DimensionId>({ dimensions: ['walkability'], schools: false })
  })

  it('are grouped for addresses that fail for the same reason, and separate for others', () => {
    const alike = [
      ['12 Nowhere Rd, Xyzzy, 78704', 'PO Box 12, Quxville 90210'],
      ['5 Main St, Paris, France', '5 Main St, Toronto, Canada'],
      ['1 A St, New York, NY 10001', '99 Elm, 00001'],
      ['4 Oak, Qqqville TX', '4 Oak, Zzyzxville FL'],
    ]
    const titles = alike.map((addresses) => {
      const reasons = new RowReasons()
      addresses.forEach((address, i) => {
        reasons.add(i + 1, reasonOf(vicinage, address))
      })
      const groups = reasons.groups()
      expect(groups).toMatchObject([{ rows: 2, first: [1, 2] }])
      expect(reasonOf(vicinage, addresses[0]).text).toContain(groups[0].example)
      return groups[0].title
    })
    expect(new Set(titles).size).toBe(alike.length)
  })

  it('are sorted by frequency, and exclude rows with some scores', () => {
    const reasons = new RowReasons()
    const empty = { code: 'address_empty', text: 'The address is empty.' }
    const [some, none, elsewhere] = [
      { code: 'no_data_of_some', text: 'No data: fire.' },
      { code: 'no_data', text: 'No data.' },
      { code: 'placed_elsewhere', text: 'The place is in ZIP 78215, not in 78217.' },
    ]
    for (const [i, reason] of [empty, null, some, none, none, elsewhere].entries()) reasons.add(i + 1, reason)
    expect(reasons.groups()).toEqual([
      { title: 'No data.', rows: 2, first: [4, 5], example: null },
      { title: 'The address is empty.', rows: 1, first: [1], example: null },
    ])
  })

  it('are limited to a short table for any file', () => {
    const reasons = new RowReasons()
    for (let row = 1; row <= 1000; row++) reasons.add(row, { code: 'odd', text: `Reason ${row} that nobody knows.` })
    const groups = reasons.groups()
    expect(groups.length).toBe(21)
    expect(groups[0]).toMatchObject({ title: 'Other reasons.', rows: 980, first: [21, 22, 23] })
  })

  it('are fewer if ZIP centroids are accepted for unknown cities, as with the command', async () => {
    const text = `address\n"12 Nowhere Rd, Xyzzy, 78704"\n"4 Oak, Qqqville TX"\n"5 Main St, Toronto, Canada 78704"\n`
    const scorer = new FileScorer(async () => vicinage)
    await scorer.read(new Blob([text]))
    const question = { dimensions: ['walkability' as const] }
    const before = await scorer.score({ header: true, question }, () => {})
    expect([before.counts.failed, before.zipOnly]).toEqual([3, 1])
    const zipCentroids = { ...question, zipCentroids: true }
    const after = await scorer.score({ header: true, question: zipCentroids }, () => {})
    expect([after.counts.failed, after.zipOnly, after.counts.layers]).toEqual([2, 0, { zip: 1 }])
    const zip = vicinage.geocode('78704')
    expect([after.points.lat[0], after.points.lon[0]]).toEqual([zip.lat, zip.lon])
    const folder = emptyFolder()
    const [input, output] = [`${folder}/in.csv`, `${folder}/out.csv`]
    await writeFile(input, text)
    await runBatch({ input, output, ...zipCentroids, userData: false })
    expect(await after.table.csv.text()).toBe(await readFile(output, 'utf8'))
  })
})

function reasonOf(vicinage: Vicinage, address: string): Note {
  const answer = vicinage.geocode(address)
  if (answer.ok) throw new Error(`${answer.label} was found`)
  return { code: answer.code, text: answer.message }
}
