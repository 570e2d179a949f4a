import type { Box } from '../../base/geo/box.ts'
import type { SquareListing } from '../bundle/data-folder.ts'
import type { Span } from '../bundle/folder.ts'
import { createTileGrid, tileAt } from './tiles.ts'

/** Name of the directory for blocks of rows, which is listed with the heads. */
export const ROW_DIRECTORY = 'rows'

/** A head or a directory in the file of map squares. */
export interface ListedPiece extends Span {
  /** Id of a bundle, `rows`, or the row of a strip of squares. */
  readonly name: string
}

/** Returns the heads and directories of a map-square file in file order. */
export function listPieces({ heads, strips }: SquareListing): ListedPiece[] {
  let end = 0
  return [...Object.entries(heads), ...Object.entries(strips)].map(([name, bytes]) => {
    const start = end
    end += bytes
    return { name, start, end }
  })
}

/** Returns the heads and directories that must be read first to read some bundles in some boxes. */
export function firstPieces(listing: SquareListing, ids: readonly string[], boxes: readonly Box[]): ListedPiece[] {
  const names = new Set([ROW_DIRECTORY, ...ids.filter((id) => Object.hasOwn(listing.heads, id))])
  const grid = createTileGrid(listing.seconds)
  for (const { west, south, east, north } of boxes) {
    const last = tileAt(grid, east, north).row
    for (let row = tileAt(grid, west, south).row; row <= last; row++) names.add(String(row))
  }
  return listPieces(listing).filter(({ name }) => names.has(name))
}
