import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ManifestEntry, manifestText, parseManifest } from '../../../src/data/bundle/data-folder.ts'
import { hex, readHead } from '../../../src/data/bundle/read.ts'
import { bundleTiles, tileAt } from '../../../src/data/raster/tiles.ts'
import { cutBundle } from '../../../src/faces/cli/data-copy/cut-bundle.ts'
import { SquareFileWriter } from '../../../src/faces/cli/data-copy/square-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/**
 * Writes a folder with the package's scores and a file of map squares, only for the tiles around some places. Writing
 * all tiles would take half a minute.
 */
export async function squareFolder(
  places: readonly { lat: number; lon: number }[],
  dimensions?: readonly string[],
): Promise<string> {
  const folder = emptyFolder()
  const manifest = parseManifest(readFileSync('dist-data/manifest.json'), { name: 'dist-data' })
  const tiles = new Set(
    places.map(({ lat, lon }) => {
      const { column, row } = tileAt(bundleTiles, lon, lat)
      return row * bundleTiles.columns + column
    }),
  )
  const rows = new Set(Array.from({ length: 200 }, (_, block) => block))
  const squares = new SquareFileWriter()
  const bundles: ManifestEntry[] = []
  for (const entry of manifest.bundles) {
    if (entry.kind !== 'geography' && entry.kind !== 'dimension') continue
    if (entry.kind === 'dimension' && dimensions?.includes(entry.id) === false) continue
    const whole = readFileSync(join('dist-data', entry.file))
    const bytes = await cutBundle(whole, entry.file, { tiles, rows }, { meta: {}, sections: [] })
    const { digest, layout } = await readHead(bytes, bytes.length, entry.file)
    const copy = { ...entry, bytes: bytes.length, sha256: hex(digest), start: layout.startBytes }
    bundles.push(copy)
    await squares.add(copy, bytes)
    writeFileSync(join(folder, entry.file), bytes)
  }
  const { bytes, listing } = await squares.finish()
  writeFileSync(join(folder, listing.file), bytes)
  writeFileSync(join(folder, 'manifest.json'), manifestText({ ...manifest, bundles, squares: listing }))
  return folder
}
