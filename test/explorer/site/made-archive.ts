import { zxyToTileId } from 'pmtiles'

/**
 * A PMTiles archive of version 3 with one vector tile, written by the published layout: a road from its west to its
 * east in the middle, in the schema of Protomaps.
 */
export function madeArchive({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }): Uint8Array {
  const tile = roadTile()
  const id = zxyToTileId(z, x, y)
  // One entry: the count, the id, the length of the run, the bytes, and the offset plus one.
  const root = Uint8Array.from([1, ...varint(id), 1, ...varint(tile.length), 1])
  const metadata = new TextEncoder().encode(
    JSON.stringify({ attribution: '<a href="#">© Made-up Mappers</a>', vector_layers: [{ id: 'roads', fields: {} }] }),
  )
  const header = new DataView(new ArrayBuffer(127))
  new TextEncoder().encodeInto('PMTiles', new Uint8Array(header.buffer))
  header.setUint8(7, 3)
  const at = { root: 127, metadata: 127 + root.length, tiles: 127 + root.length + metadata.length }
  const places = [at.root, root.length, at.metadata, metadata.length, at.tiles, 0, at.tiles, tile.length, 1, 1, 1]
  places.forEach((value, i) => void header.setBigUint64(8 + 8 * i, BigInt(value), true))
  const [none, vector] = [1, 1]
  ;[1, none, none, vector, z, z].forEach((value, i) => void header.setUint8(96 + i, value))
  ;[-1800000000, -850000000, 1800000000, 850000000].forEach(
    (value, i) => void header.setInt32(102 + 4 * i, value, true),
  )
  return Uint8Array.from([...new Uint8Array(header.buffer), ...root, ...metadata, ...tile])
}

/** A vector tile by the specification 2.1 of Mapbox: the layer `roads` with one line, `kind` = `highway` and a name. */
function roadTile(): number[] {
  const zigzag = (value: number) => varint((value << 1) ^ (value >> 31))
  const [moveTo, lineTo] = [9, 10]
  const geometry = [moveTo, ...zigzag(0), ...zigzag(2048), lineTo, ...zigzag(4096), ...zigzag(0)]
  const feature = [...field(2, [0, 0, 1, 1]), 0x18, 2, ...field(4, geometry)]
  const layer = [
    ...field(1, text('roads')),
    ...field(2, feature),
    ...field(3, text('kind')),
    ...field(3, text('name')),
    ...field(4, field(1, text('highway'))),
    ...field(4, field(1, text('Made Road'))),
    0x78,
    2,
  ]
  return field(3, layer)
}

function field(number: number, bytes: readonly number[]): number[] {
  return [(number << 3) | 2, ...varint(bytes.length), ...bytes]
}

function text(value: string): number[] {
  return [...new TextEncoder().encode(value)]
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return [...bytes, left]
}
