import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BatchOptions } from '../../../src/faces/batch/options.ts'
import { runBatch } from '../../../src/faces/batch/run/run-batch.ts'
import { madeDimensions, madeFolder } from '../../library/made-folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { madePlaces } from './made-places.ts'

/**
 * Runs with the made data on this thread: others take .7 s each to load from source. Small pieces, so that a small
 * input has many.
 */
export async function run(options: Pick<BatchOptions, 'input' | 'output'> & Partial<BatchOptions>) {
  return runBatch({
    data: await madeFolder(),
    dimensions: madeDimensions,
    pieceBytes: 65_536,
    threads: 1,
    ...options,
  })
}

/** A folder with an input of so many rows. */
export function inputOf(rows: number, name = 'in.csv') {
  const folder = emptyFolder()
  const input = join(folder, name)
  const text = `id,name,lat,lon\n${madePlaces(rows)
    .map(({ lat, lon }, i) => `${i},"row ${i}, of ${rows}",${lat},${lon}\n`)
    .join('')}`
  writeFileSync(input, name.endsWith('.gz') ? gzipSync(text) : text)
  return { folder, input, text, output: join(folder, name.replace('in.', 'out.')) }
}
