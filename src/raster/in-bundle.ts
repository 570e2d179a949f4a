import * as z from 'zod/mini'
import type { Bundle } from '../bundle/read.ts'
import { BundleError } from '../errors.ts'
import { PagedRaster, type RasterArrays } from './paged-raster.ts'

const whole = z.int().check(z.gte(0))
export const rasterMeta = z.object({
  step: z.number(),
  x: whole,
  y: whole,
  width: whole,
  height: whole,
  wide: z.boolean(),
  full: whole,
})

/**
 * The raster that a bundle keeps under a name: sections `<name>.top`, `<name>.pages`, `<name>.cells`. The filter is
 * undone in place, the first time.
 */
export function rasterIn(bundle: Bundle, name: string, meta: z.infer<typeof rasterMeta>): PagedRaster {
  const arrays = {
    top: bundle.section(`${name}.top`, 'u16'),
    pages: bundle.section(`${name}.pages`, 'u32'),
    cells: bundle.section(`${name}.cells`, 'u8'),
  }
  try {
    const raster = new PagedRaster(meta, arrays)
    if (!bundle.decoded.has(name)) addRowsAbove(arrays.cells, meta.full)
    bundle.decoded.add(name)
    return raster
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new BundleError(`${bundle.file} holds a broken raster '${name}': ${found}.`, { cause })
  }
}

/** The sections of a raster under a name, as `writeBundle` takes them. */
export function rasterSections(name: string, full: number, { top, pages, cells }: RasterArrays) {
  return [
    { name: `${name}.top`, data: top },
    { name: `${name}.pages`, data: pages },
    { name: `${name}.cells`, data: subtractRowsAbove(cells, full) },
  ]
}

/** Full pages with each row less the one above it, modulo 256: a third smaller when deflated. */
function subtractRowsAbove(cells: Uint8Array, full: number): Uint8Array {
  const filtered = cells.slice()
  for (let i = full * 256 - 1; i >= 0; i--) if ((i & 255) >= 16) filtered[i] = cells[i] - cells[i - 16]
  return filtered
}

/** The inverse, in place, four bytes at a time: a carry must not reach the neighboring byte. */
function addRowsAbove(cells: Uint8Array, full: number): void {
  const words = new Uint32Array(cells.buffer, cells.byteOffset, full * 64)
  for (let page = 0; page < words.length; page += 64)
    for (let i = page + 4; i < page + 64; i++) {
      const a = words[i]
      const b = words[i - 4]
      words[i] = ((a & 0x7f7f7f7f) + (b & 0x7f7f7f7f)) ^ ((a ^ b) & 0x80808080)
    }
}
