import type { PartBundle } from '../bundle/part-bundle.ts'
import type { Bundle } from '../bundle/read.ts'
import { Districts } from '../districts/districts.ts'
import { type Box, Boxes } from '../geo/loaded-boxes.ts'
import { tilesIn } from '../raster/in-bundle.ts'
import { NEAREST_LOADED, Schools } from '../schools/schools.ts'
import type { LoadedSchools, OpenPart } from './load-place.ts'

/** The schools and districts of places: a chunk of code of its own, as in `openVicinage`. */
export async function loadSchools(
  known: LoadedSchools | null,
  boxes: readonly Box[],
  open: OpenPart,
  keep: (id: string, loading: Promise<PartBundle>) => Promise<Bundle>,
  signal: AbortSignal,
): Promise<LoadedSchools> {
  const all = (known?.boxes ?? new Boxes([])).with(boxes)
  const blocksOf = (search: (box: Box) => Iterable<number>) => boxes.flatMap((box) => [...search(box)])
  const districts = async () => {
    const part = await open('districts')
    if (part === null) return null
    const withTiles = await part.with({ tiles: blocksOf((box) => tilesIn(part.bundle, box)) }, signal)
    const cells = new Districts(withTiles.bundle)
    const outlines = blocksOf((box) => cells.outlineBlocksIn(box))
    return new Districts(await keep('districts', withTiles.with({ outlines }, signal)), all)
  }
  const schools = async () => {
    const part = await open('schools')
    if (part === null) return null
    // What a search looks at is whole, so it knows which blocks the answers need.
    const index = new Schools(part.bundle)
    const rows = blocksOf((box) => index.blocksNear(box, NEAREST_LOADED))
    return new Schools(await keep('schools', part.with({ rows }, signal)))
  }
  const [madeDistricts, madeSchools] = await Promise.all([districts(), schools()])
  return { boxes: all, districts: madeDistricts, schools: madeSchools }
}
