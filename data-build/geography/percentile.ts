const points = 256

/**
 * Returns a function that maps a raw value to its weighted percentile. The function interpolates in a table of up to
 * 256 values at evenly spaced ranks; tied values share the middle of their ranks. Values below the table map to 0,
 * values above the table map to 1, and NaN stays NaN. NaN values and zero weights are not part of the table.
 */
export function getPercentile(raw: ArrayLike<number>, weight: ArrayLike<number>): (value: number) => number {
  const { values, ranks } = midRanks(raw, weight)
  const table = evenTable(values, ranks)
  return (value) => {
    if (Number.isNaN(value)) return Number.NaN
    return lookUp(table, value)
  }
}

interface PercentileTable {
  readonly value: Float64Array
  readonly rank: Float64Array
}

/**
 * Returns the distinct values, ascending. The rank of a value is the share of weight below it plus half of its own
 * weight.
 */
function midRanks(raw: ArrayLike<number>, weight: ArrayLike<number>): { values: number[]; ranks: number[] } {
  const order: number[] = []
  let total = 0
  for (let i = 0; i < raw.length; i++) {
    if (Number.isNaN(raw[i]) || !(weight[i] > 0)) continue
    order.push(i)
    total += weight[i]
  }
  order.sort((a, b) => raw[a] - raw[b] || a - b)
  const values: number[] = []
  const ranks: number[] = []
  let below = 0
  for (let start = 0; start < order.length; ) {
    let tied = 0
    let end = start
    while (end < order.length && raw[order[end]] === raw[order[start]]) tied += weight[order[end++]]
    values.push(raw[order[start]])
    ranks.push((below + tied / 2) / total)
    below += tied
    start = end
  }
  return { values, ranks }
}

/** Thins the distribution to at most 256 points, keeping both ends. */
function evenTable(values: number[], ranks: number[]): PercentileTable {
  if (values.length <= points) return { value: Float64Array.from(values), rank: Float64Array.from(ranks) }
  const value: number[] = []
  const rank: number[] = []
  let at = 0
  for (let i = 0; i < points; i++) {
    const wanted = ranks[0] + ((ranks[ranks.length - 1] - ranks[0]) * i) / (points - 1)
    while (at < ranks.length - 1 && ranks[at] < wanted - 1e-12) at++
    if (value.length > 0 && value[value.length - 1] === values[at]) continue
    value.push(values[at])
    rank.push(ranks[at])
  }
  return { value: Float64Array.from(value), rank: Float64Array.from(rank) }
}

function lookUp({ value, rank }: PercentileTable, wanted: number): number {
  const last = value.length - 1
  if (last < 0) return Number.NaN
  if (wanted < value[0]) return 0
  if (wanted > value[last]) return 1
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (value[middle] <= wanted) low = middle
    else high = middle
  }
  if (low === high || wanted === value[low]) return rank[low]
  return rank[low] + ((rank[high] - rank[low]) * (wanted - value[low])) / (value[high] - value[low])
}
