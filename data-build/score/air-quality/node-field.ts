const step = 0.05 // degrees: 5 km, far below the 60-200 km over which these fields change
const south = 24 // the box that holds the three states and their shores
const west = -125.5
const rows = 381
const columns = 941

/**
 * A smooth function of place (degrees), computed only at the nodes of a 0.05° grid that are asked for and read between
 * them bilinearly. Places outside the box of the three states are answered by the function itself.
 */
export function nodeField(exact: (lat: number, lon: number) => number): (lat: number, lon: number) => number {
  const nodes = new Float64Array(rows * columns).fill(Number.NaN)
  const node = (row: number, column: number): number => {
    const at = row * columns + column
    if (Number.isNaN(nodes[at])) nodes[at] = exact(south + row * step, west + column * step)
    return nodes[at]
  }
  return (lat, lon) => {
    const y = (lat - south) / step
    const x = (lon - west) / step
    const row = Math.floor(y)
    const column = Math.floor(x)
    if (row < 0 || column < 0 || row >= rows - 1 || column >= columns - 1) return exact(lat, lon)
    const north = y - row
    const east = x - column
    const lower = (1 - east) * node(row, column) + east * node(row, column + 1)
    const upper = (1 - east) * node(row + 1, column) + east * node(row + 1, column + 1)
    return (1 - north) * lower + north * upper
  }
}
