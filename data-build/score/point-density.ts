/** Degrees of a bin's side. */
const BIN = 0.05
/** A kernel is cut where it has fallen to 0.4 % of its height. */
const CUT = 3.3
/** Kilometres of a degree of latitude, mean earth radius 6,371.0 km. */
const KM = 111.195

interface Places {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/**
 * Gaussian kernel density of points (degrees), per km², with a fixed σ in km. The points are binned once; the returned
 * function gives the density at every place asked for.
 */
export function createPointDensity(
  lat: Float64Array,
  lon: Float64Array,
  sigmaKm: number,
): (places: Places) => Float32Array {
  const bins = binned(lat, lon)
  const reach = CUT * sigmaKm
  const height = 1 / (2 * Math.PI * sigmaKm * sigmaKm)
  const rate = -1 / (2 * sigmaKm * sigmaKm)

  return (places) => {
    const density = new Float32Array(places.lat.length)
    if (lat.length === 0) return density
    const across = reach / KM
    for (let i = 0; i < density.length; i++) {
      const x = places.lon[i]
      const y = places.lat[i]
      const narrow = Math.cos((y * Math.PI) / 180)
      const west = bins.column(x - across / narrow)
      const east = bins.column(x + across / narrow)
      const top = bins.row(y + across)
      let sum = 0
      for (let row = bins.row(y - across); row <= top; row++) {
        const end = bins.starts[row * bins.columns + east + 1]
        for (let k = bins.starts[row * bins.columns + west]; k < end; k++) {
          const dx = (bins.lon[k] - x) * narrow * KM
          const dy = (bins.lat[k] - y) * KM
          const square = dx * dx + dy * dy
          if (square < reach * reach) sum += Math.exp(square * rate)
        }
      }
      density[i] = sum * height
    }
    return density
  }
}

interface Bins {
  readonly columns: number
  /** The points of bin b, in row-major order, are those from starts[b] up to starts[b + 1]. */
  readonly starts: Int32Array
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** Row and column of the bin that holds a coordinate; places outside fall into the empty rim. */
  row(lat: number): number
  column(lon: number): number
}

function binned(lat: Float64Array, lon: Float64Array): Bins {
  // One empty bin all around.
  const south = lat.reduce((least, value) => Math.min(least, value), 90) - BIN
  const west = lon.reduce((least, value) => Math.min(least, value), 180) - BIN
  const rows = Math.floor((lat.reduce((most, value) => Math.max(most, value), -90) - south) / BIN) + 2
  const columns = Math.floor((lon.reduce((most, value) => Math.max(most, value), -180) - west) / BIN) + 2
  const row = (value: number) => Math.min(Math.max(Math.floor((value - south) / BIN), 0), rows - 1)
  const column = (value: number) => Math.min(Math.max(Math.floor((value - west) / BIN), 0), columns - 1)

  if (lat.length === 0) return { columns: 0, starts: new Int32Array(1), lat, lon, row, column }
  const starts = new Int32Array(rows * columns + 1)
  const bin = Int32Array.from(lat, (_, i) => row(lat[i]) * columns + column(lon[i]))
  for (const b of bin) starts[b + 1]++
  for (let b = 0; b < rows * columns; b++) starts[b + 1] += starts[b]
  const order = Uint32Array.from(bin, (_, i) => i).sort((i, j) => bin[i] - bin[j] || i - j)
  return {
    columns,
    starts,
    lat: Float64Array.from(order, (i) => lat[i]),
    lon: Float64Array.from(order, (i) => lon[i]),
    row,
    column,
  }
}
