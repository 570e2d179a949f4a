import { type Box, intersection } from '../geo/box.ts'
import { METERS_PER_DEGREE, RADIANS } from '../geo/distance.ts'
import type { Geography } from '../geography.ts'
import type { Budget } from './budget.ts'
import type { Region } from './region.ts'

/** Degrees: cells of the sample of the land, unless the area is too small or too large for it. */
const CELL = 15 / 3600
/** A sample has about as many places at least, and no more at most. */
const [FEWEST, MOST] = [1000, 20_000]
/** Parallels along which an area is measured, and of how many edges they may be in all. */
const [LINES, FEWEST_LINES, MOST_CROSSINGS] = [400, 40, 4_000_000]
const KM_PER_DEGREE = METERS_PER_DEGREE / 1000
/** Parts of a step: samples of neighboring parallels do not stand in columns. */
const GOLDEN = 0.618034

/** Places of a region that are in the coverage, and the land that each stands for in km². */
export interface Land {
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly area: Float64Array
}

/** Measures a region along parallels: how wide it is on each is exact, what of it is in the coverage is by a sample. */
export function landOf(geography: Geography, region: Region, budget: Budget): Land {
  const lines = linesOf(region, intersection(region.box, geography.box))
  const spans =
    lines.length === 0
      ? []
      : region.spansAt(
          Float64Array.from(lines, ({ lat }) => lat),
          budget,
        )
  const widths = spans.map((flat) => {
    let width = 0
    for (let i = 0; i + 1 < flat.length; i += 2) width += flat[i + 1] - flat[i]
    return width
  })
  const all = widths.reduce((sum, width, i) => sum + width * lines[i].height, 0)
  const cell = Math.min(Math.max(CELL ** 2, all / MOST), all / FEWEST)
  const counts = lines.map(({ height }, line) =>
    widths[line] === 0 ? 0 : Math.max(1, Math.round((widths[line] * height) / cell)),
  )
  const most = counts.reduce((sum, count) => sum + count, 0)
  const [lon, lat, area] = [0, 1, 2].map(() => new Float64Array(most))
  let found = 0
  lines.forEach(({ lat: y, height }, line) => {
    const count = counts[line]
    if (count === 0) return
    budget.spend(1)
    const step = widths[line] / count
    const km2 = step * height * KM_PER_DEGREE ** 2 * Math.cos(y * RADIANS)
    const flat = spans[line]
    let before = 0
    let i = 0
    for (let sample = 0; sample < count; sample++) {
      const at = (sample + ((line * GOLDEN) % 1)) * step
      while (i + 3 < flat.length && at > before + flat[i + 1] - flat[i]) {
        before += flat[i + 1] - flat[i]
        i += 2
      }
      const x = Math.min(flat[i + 1], flat[i] + at - before)
      if (geography.zoneAt(x, y) === 0) continue
      lon[found] = x
      lat[found] = y
      area[found++] = km2
    }
  })
  return { lon: lon.subarray(0, found), lat: lat.subarray(0, found), area: area.subarray(0, found) }
}

/** To four digits. */
export function landKm2({ area }: Land): number {
  return Number(area.reduce((sum, own) => sum + own, 0).toPrecision(4))
}

interface Line {
  /** Degrees: the middle of the strip that it stands for. */
  readonly lat: number
  readonly height: number
}

/** Parallels in the latitudes of a box: of parts that are far apart each has some. */
function linesOf({ parts, edges = 0, rows = LINES }: Region, { west, south, east, north }: Box): Line[] {
  if (!(south < north && west < east)) return []
  const wanted = Math.max(FEWEST_LINES, Math.min(LINES, rows, Math.floor(MOST_CROSSINGS / Math.max(1, edges))))
  const cuts = new Set([south, north])
  for (const part of parts ?? [])
    for (const lat of [part.south, part.north]) if (lat > south && lat < north && cuts.size < wanted) cuts.add(lat)
  const sorted = Float64Array.from(cuts).sort()
  const lines: Line[] = []
  for (let i = 0; i + 1 < sorted.length; i++) {
    const count = Math.max(3, Math.round((wanted * (sorted[i + 1] - sorted[i])) / (north - south)))
    const height = (sorted[i + 1] - sorted[i]) / count
    for (let line = 0; line < count; line++) lines.push({ lat: sorted[i] + (line + 0.5) * height, height })
  }
  return lines
}
