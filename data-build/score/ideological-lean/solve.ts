/** Solves linear equations by elimination with row exchange; the right-hand side is the last column. */
export function solve(equations: readonly Float64Array[]): Float64Array {
  const rows = equations.map((row) => row.slice())
  const size = rows.length
  for (let i = 0; i < size; i++) {
    let pivot = i
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r
    ;[rows[i], rows[pivot]] = [rows[pivot], rows[i]]
    for (let r = 0; r < size; r++) {
      if (r === i) continue
      const factor = rows[r][i] / rows[i][i]
      for (let k = i; k <= size; k++) rows[r][k] -= factor * rows[i][k]
    }
  }
  return Float64Array.from(rows, (row, i) => row[size] / row[i])
}
