/**
 * Computes Spearman's rank correlation with mid-ranks for ties. Ignores pairs with a NaN on either side. Returns rho in
 * [-1, 1] and the number of pairs used.
 */
export function rankCorrelation(a: ArrayLike<number>, b: ArrayLike<number>): { rho: number; n: number } {
  const pairs: number[] = []
  for (let i = 0; i < a.length; i++) if (!Number.isNaN(a[i]) && !Number.isNaN(b[i])) pairs.push(i)
  const x = midRanks(Float64Array.from(pairs, (i) => a[i]))
  const y = midRanks(Float64Array.from(pairs, (i) => b[i]))
  return { rho: linearCorrelation(x, y), n: pairs.length }
}

/** Computes Pearson's r of two columns without missing values. */
export function linearCorrelation(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanA = mean(a)
  const meanB = mean(b)
  let ab = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - meanA) * (b[i] - meanB)
    aa += (a[i] - meanA) ** 2
    bb += (b[i] - meanB) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

/**
 * Computes the area under the ROC curve: the probability that a positive has the larger value, with ties counting half.
 * NaN values are ignored.
 */
export function auc(positives: ArrayLike<number>, negatives: ArrayLike<number>): number {
  const above = withoutNaN(positives)
  const below = withoutNaN(negatives)
  const ranks = midRanks(Float64Array.from([...above, ...below]))
  let sum = 0
  for (let i = 0; i < above.length; i++) sum += ranks[i]
  return (sum - (above.length * (above.length + 1)) / 2) / (above.length * below.length)
}

/** Checks whether a rank correlation is at least `before` minus one standard error (Fisher's, for n pairs). */
export function reachesRho(rho: number, n: number, before: number): boolean {
  return rho >= before - (1 - before ** 2) / Math.sqrt(n - 3)
}

/** Checks whether a share over n trials is at least `before` minus two standard errors. */
export function reachesShare(share: number, n: number, before: number): boolean {
  return share >= before - 2 * Math.sqrt((before * (1 - before)) / n)
}

/** Computes a quantile by linear interpolation, with q in [0, 1]. Ignores NaN values. Returns NaN for an empty list. */
export function quantile(values: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(withoutNaN(values)).sort()
  if (sorted.length === 0) return Number.NaN
  const at = q * (sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.min(low + 1, sorted.length - 1)
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low)
}

/** Computes a weighted mean. NaN values are ignored. */
export function weightedMean(values: ArrayLike<number>, weights: ArrayLike<number>): number {
  let sum = 0
  let total = 0
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue
    sum += values[i] * weights[i]
    total += weights[i]
  }
  return sum / total
}

function withoutNaN(values: ArrayLike<number>): number[] {
  return Array.from(values).filter((value) => !Number.isNaN(value))
}

/** Ranks values, starting at 1. Ties share the mean of their ranks. The values must not contain NaN. */
export function midRanks(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j] || i - j)
  const ranks = new Float64Array(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let i = start; i < end; i++) ranks[order[i]] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

/**
 * Returns a generator of numbers in [0, 1) that always produces the same sequence for a seed (mulberry32), so every run
 * has the same results.
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * Maps each element to a 32-bit number. `Float32Array.from` uses the iterator of an array, which is ten times slower.
 */
export function eachAs32(values: ArrayLike<number>, of: (value: number, at: number) => number): Float32Array {
  const out = new Float32Array(values.length)
  for (let i = 0; i < out.length; i++) out[i] = of(values[i], i)
  return out
}

/** Groups members by a key, keeping their order. */
export function groupBy<T, K>(members: readonly T[], keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const member of members) addTo(groups, keyOf(member), member)
  return groups
}

/** Adds a member to the list of a key, creating the list if needed. */
export function addTo<T, K>(lists: Map<K, T[]>, key: K, member: T): void {
  const list = lists.get(key)
  if (list) list.push(member)
  else lists.set(key, [member])
}

/** Compares strings by their character codes. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
