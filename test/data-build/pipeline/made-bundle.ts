import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleContent } from '../../../src/data/bundle/write.ts'

/** Content of a small bundle, as the writer of a folder takes it. */
export function madeBundle(
  id: string,
  data: Uint8Array = Uint8Array.of(1, 2, 3),
  kind = 'made',
  sourceIds: readonly string[] = [],
): { content: BundleContent; rows: number } {
  const sources = sourceIds.map((source) => ({ id: source, agency: 'A', title: 'T', vintage: '2020', licence: 'none' }))
  return { content: { kind, id, meta: {}, sources, sections: [{ name: 'made', data }] }, rows: data.length }
}

/** Names and contents of the files in a folder. */
export function contentsOf(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name)).toString('base64')]))
}
