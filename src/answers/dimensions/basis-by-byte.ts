import { blockBits, type PagedRaster } from '../../data/raster/paged-raster.ts'

/** Cells per tile side. Page sides are multiples of tile sides, so no tile crosses pages. */
const tileCells = 4
/** Cells per page side. */
const pageCells = 16
const tilesInPage = pageCells / tileCells

/**
 * Looks up the basis of surface scores (1 measured, 2 modeled, 3 estimate) for a dimension whose basis depends only on
 * the byte interpolated from one raster.
 *
 * In most tiles of 4 × 4 cells, all values that interpolation can return have the same basis. The basis of these tiles
 * is stored in advance, so that a point in such a tile needs a single lookup.
 */
export class BasisByByte {
  /** Basis of each tile, row by row from the south; 0 if the basis may vary within the tile. */
  readonly #tiles: Uint8Array
  readonly #width: number
  readonly #height: number

  /** @param bases basis for each interpolated byte */
  constructor(
    private readonly raster: PagedRaster,
    private readonly bases: Uint8Array,
  ) {
    this.#width = (raster.meta.width << blockBits) / tileCells
    this.#height = (raster.meta.height << blockBits) / tileCells
    this.#tiles = this.#basisOfTiles()
  }

  /** Writes the basis of points that have a score but no basis yet. Allocates nothing. */
  fill(lon: Float64Array, lat: Float64Array, count: number, score: Uint8Array, out: Uint8Array): void {
    const { raster, bases } = this
    const tiles = this.#tiles
    const width = this.#width
    const height = this.#height
    const perTile = raster.perDegree / tileCells
    const firstColumn = (raster.meta.x << blockBits) / tileCells
    const firstRow = (raster.meta.y << blockBits) / tileCells
    for (let i = 0; i < count; i++) {
      if (out[i] !== 0 || score[i] === 0) continue
      const column = (((lon[i] + 180) * perTile) | 0) - firstColumn
      const row = (((lat[i] + 90) * perTile) | 0) - firstRow
      const code = column >>> 0 < width && row >>> 0 < height ? tiles[row * width + column] : 0
      out[i] = code > 0 ? code : bases[raster.interpolate(lon[i], lat[i])]
    }
  }

  #basisOfTiles(): Uint8Array {
    const { raster } = this
    const { x, y } = raster.meta
    const tiles = new Uint8Array(this.#width * this.#height)
    for (let row = 0; row < this.#height; row += tilesInPage)
      for (let column = 0; column < this.#width; column += tilesInPage) {
        const [east, north] = [(x << blockBits) + column * tileCells, (y << blockBits) + row * tileCells]
        if (raster.getPage(east, north) < 0) continue
        for (let tile = 0; tile < tilesInPage ** 2; tile++) {
          const [right, up] = [tile % tilesInPage, Math.floor(tile / tilesInPage)]
          const basis = this.#basisAround(east + right * tileCells, north + up * tileCells)
          tiles[(row + up) * this.#width + column + right] = basis
        }
      }
    return tiles
  }

  /**
   * Returns the basis of all values that interpolation can return in the tile with this southwestern cell, or 0 if they
   * differ in basis. Interpolation also reads the cells around the tile.
   */
  #basisAround(column: number, row: number): number {
    let least = 255
    let most = 0
    for (let y = row - 1; y <= row + tileCells; y++)
      for (let x = column - 1; x <= column + tileCells; x++) {
        const byte = this.raster.cell(x, y)
        if (byte === 0) return 0
        if (byte < least) least = byte
        if (byte > most) most = byte
      }
    for (let byte = least; byte < most; byte++) if (this.bases[byte] !== this.bases[byte + 1]) return 0
    return this.bases[least]
  }
}
