// node geotiff.mjs point|tile RASTER.tif POINTS.csv OUTPUT.csv. `point`: geotiff.js reads a window of one cell for each
// point and caches decoded tiles. `tile`: points are grouped by tile, and geotiff.js reads each tile once with its
// thread pool.
import { createWriteStream, readFileSync } from 'node:fs'
import { fromArrayBuffer, Pool } from 'geotiff'

const [by, raster, points, output] = process.argv.slice(2)
const { buffer, byteOffset, byteLength } = readFileSync(raster)
const tiff = await fromArrayBuffer(buffer.slice(byteOffset, byteOffset + byteLength))
tiff.cache = by === 'point'
const image = await tiff.getImage()
const [west, north] = image.getOrigin()
const [width, height] = image.getResolution()
const bands = image.getSamplesPerPixel()
const size = image.getTileWidth()

const [header, ...rows] = readFileSync(points, 'utf8').trimEnd().split('\n')
const cells = rows.map((row) => {
  const [, lat, lon] = row.split(',')
  return [Math.floor((Number(lon) - west) / width), Math.floor((Number(lat) - north) / height)]
})
const scores = new Uint8Array(rows.length * bands)
await (by === 'point' ? readPoints() : readTiles())

const out = createWriteStream(output)
out.write(`${header},${Array.from({ length: bands }, (_, band) => `band${band + 1}`)}\n`)
for (let from = 0; from < rows.length; from += 10_000) {
  const batch = rows.slice(from, from + 10_000)
  out.write(batch.map((row, i) => `${row},${scores.subarray((from + i) * bands, (from + i + 1) * bands)}\n`).join(''))
}
out.end()

async function readPoints() {
  for (const [i, [x, y]] of cells.entries())
    scores.set(await image.readRasters({ window: [x, y, x + 1, y + 1], interleave: true }), i * bands)
}

async function readTiles() {
  const tiles = new Map()
  for (const [i, [x, y]] of cells.entries()) {
    const key = `${Math.floor(x / size)},${Math.floor(y / size)}`
    if (!tiles.has(key)) tiles.set(key, [])
    tiles.get(key).push(i)
  }
  const pool = new Pool()
  const queue = tiles.entries()
  await Promise.all(Array.from({ length: 4 }, () => readSome(queue, pool)))
  pool.destroy()
}

/**
 * Reads tiles until the queue is empty. Four such tasks share the queue, so that the pool always has a tile to decode.
 */
async function readSome(queue, pool) {
  for (const [key, members] of queue) {
    const [left, top] = key.split(',').map((n) => n * size)
    const window = [left, top, Math.min(left + size, image.getWidth()), Math.min(top + size, image.getHeight())]
    const tile = await image.readRasters({ window, interleave: true, pool })
    for (const i of members) {
      const at = ((cells[i][1] - top) * (window[2] - left) + cells[i][0] - left) * bands
      scores.set(tile.subarray(at, at + bands), i * bands)
    }
  }
}
