import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IntervalsMeta } from '../../../src/answers/dimensions/intervals.ts'
import { manifestText, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { hex, readHead } from '../../../src/data/bundle/read.ts'
import { withMeta } from '../../pack/with-meta.ts'

/**
 * Writes intervals into the metadata of a data folder's bundles and updates the digests in the manifest. All files are
 * written under temporary names first and renamed at the end.
 */
export async function putIntervals(data: string, intervals: ReadonlyMap<string, IntervalsMeta>): Promise<void> {
  const manifest = await readManifest(dataFolder(data))
  const files: string[] = []
  const write = async (file: string, content: Uint8Array | string) => {
    files.push(file)
    await writeFile(join(data, `${file}.new`), content)
  }
  try {
    const bundles: typeof manifest.bundles = []
    for (const entry of manifest.bundles) {
      const dimensionIntervals = entry.kind === 'dimension' ? intervals.get(entry.id) : undefined
      if (dimensionIntervals === undefined) {
        bundles.push(entry)
        continue
      }
      const bytes = await readFile(join(data, entry.file))
      const { header } = await readHead(bytes, bytes.length, entry.file)
      const changed = await withMeta(bytes, { ...header.meta, intervals: dimensionIntervals }, entry.file)
      const { digest, layout } = await readHead(changed, changed.length, entry.file)
      await write(entry.file, changed)
      bundles.push({ ...entry, bytes: changed.length, sha256: hex(digest), start: layout.startBytes })
    }
    await write('manifest.json', manifestText({ ...manifest, bundles }))
  } catch (cause) {
    await Promise.allSettled(files.map((file) => rm(join(data, `${file}.new`), { force: true })))
    throw cause
  }
  for (const file of files) await rename(join(data, `${file}.new`), join(data, file))
}
