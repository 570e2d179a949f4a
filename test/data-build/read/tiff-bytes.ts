/** Values of GeoKeys by number: a short, or a list of one double. */
type GeoKeys = Readonly<Record<number, number | readonly [number]>>

const SHORT = 3
const LONG = 4
const DOUBLE = 12
const BYTES: Readonly<Record<number, number>> = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 }

/**
 * Writes a little-endian TIFF of 8-bit gray in one uncompressed strip, north up, with any GeoKeys (GeoTIFF 1.1,
 * chapter 7). The writer of the geotiff package supports only some keys.
 */
export function tiffBytes(
  width: number,
  values: Uint8Array,
  corner: readonly [number, number],
  step: number,
  keys: GeoKeys,
): Uint8Array {
  const { directory, doubles } = keyTags(keys)
  const tags: readonly (readonly [tag: number, type: number, values: readonly number[]])[] = [
    [256, SHORT, [width]],
    [257, SHORT, [values.length / width]],
    [258, SHORT, [8]],
    [259, SHORT, [1]],
    [262, SHORT, [1]],
    [273, LONG, [8]],
    [277, SHORT, [1]],
    [278, SHORT, [values.length / width]],
    [279, LONG, [values.length]],
    [33550, DOUBLE, [step, step, 0]],
    [33922, DOUBLE, [0, 0, 0, corner[0], corner[1], 0]],
    [34735, SHORT, directory],
    [34736, DOUBLE, doubles],
  ]
  const at = 8 + values.length
  let heap = at + 2 + 12 * tags.length + 4
  const bytes = new Uint8Array(heap + 1024)
  const view = new DataView(bytes.buffer)
  bytes.set([0x49, 0x49, 42, 0])
  view.setUint32(4, at, true)
  bytes.set(values, 8)
  view.setUint16(at, tags.length, true)
  tags.forEach(([tag, type, list], i) => {
    const entry = at + 2 + 12 * i
    const size = BYTES[type] * list.length
    view.setUint16(entry, tag, true)
    view.setUint16(entry + 2, type, true)
    view.setUint32(entry + 4, list.length, true)
    if (size > 4) view.setUint32(entry + 8, heap, true)
    list.forEach((value, k) => {
      const place = (size > 4 ? heap : entry + 8) + k * BYTES[type]
      if (type === SHORT) view.setUint16(place, value, true)
      else if (type === LONG) view.setUint32(place, value, true)
      else view.setFloat64(place, value, true)
    })
    if (size > 4) heap += size
  })
  return bytes.subarray(0, heap)
}

function keyTags(keys: GeoKeys): { readonly directory: readonly number[]; readonly doubles: readonly number[] } {
  const entries = Object.entries(keys).map(([key, value]) => ({ key: Number(key), value }))
  const directory = [1, 1, 0, entries.length]
  const doubles: number[] = []
  for (const { key, value } of entries) {
    if (typeof value === 'number') directory.push(key, 0, 1, value)
    else directory.push(key, 34736, 1, doubles.push(value[0]) - 1)
  }
  return { directory, doubles }
}
