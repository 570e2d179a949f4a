import type { Line, Ring } from '../read/feature.ts'
import { addTo } from '../statistics.ts'

/** An edge between two vertices, as [lon, lat, lon, lat]. */
type Edge = readonly [number, number, number, number]

/**
 * Collects each edge of the areas once, and separates edges shared by two areas from edges of a single area. Shared
 * borders must have the same vertices on both sides.
 */
export function getEdges(areas: readonly (readonly Ring[])[]) {
  const uses = new Map<string, { readonly edge: Edge; count: number }>()
  for (const ring of areas.flat())
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const edge = directed(ring[i], ring[i + 1], ring[i + 2], ring[i + 3])
      if (edge[0] === edge[2] && edge[1] === edge[3]) continue
      const use = uses.get(edge.join())
      if (use) use.count++
      else uses.set(edge.join(), { edge, count: 1 })
    }
  const all = [...uses.values()]
  const thoseUsed = (fits: (count: number) => boolean) => all.filter(({ count }) => fits(count)).map(({ edge }) => edge)
  return { shared: thoseUsed((count) => count > 1), single: thoseUsed((count) => count === 1) }
}

/** Orders the ends of an edge, so that both directions give the same edge. */
function directed(ax: number, ay: number, bx: number, by: number): Edge {
  return ax < bx || (ax === bx && ay < by) ? [ax, ay, bx, by] : [bx, by, ax, ay]
}

/** Returns the edges that are not in `others`. */
export function withoutEdges(edges: readonly Edge[], others: readonly Edge[]): Edge[] {
  const excluded = new Set(others.map(String))
  return edges.filter((edge) => !excluded.has(String(edge)))
}

/**
 * Joins edges into lines. A line ends where more or fewer than two edges meet. A line that ends where it began is a
 * ring.
 */
export function joinEdges(edges: readonly Edge[]): Line[] {
  const at = new Map<string, number[]>()
  edges.forEach(([ax, ay, bx, by], number) => {
    for (const vertex of [`${ax},${ay}`, `${bx},${by}`]) addTo(at, vertex, number)
  })
  const used = new Uint8Array(edges.length)
  const lines: Line[] = []
  const walk = (first: number, vertex: string) => {
    const line = vertex.split(',').map(Number)
    let number: number | undefined = first
    while (number !== undefined) {
      used[number] = 1
      const [ax, ay, bx, by]: Edge = edges[number]
      const atEnd = line.at(-2) === ax && line.at(-1) === ay
      line.push(...(atEnd ? [bx, by] : [ax, ay]))
      const meeting = at.get(line.slice(-2).join())!
      number = meeting.length === 2 ? meeting.find((edge) => used[edge] === 0) : undefined
    }
    lines.push(Float64Array.from(line))
  }
  for (const [vertex, meeting] of at)
    if (meeting.length !== 2) for (const number of meeting) if (used[number] === 0) walk(number, vertex)
  edges.forEach(([ax, ay], number) => {
    if (used[number] === 0) walk(number, `${ax},${ay}`)
  })
  return lines
}
