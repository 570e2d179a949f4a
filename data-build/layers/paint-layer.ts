import type { FeatureAnswers } from '../../src/answers/layers/feature-answers.ts'
import { type LayerRule, scoreAtDistance } from '../../src/answers/layers/feature-scores.ts'
import type { Parts } from '../../src/answers/layers/shapes.ts'
import { type Box, widened } from '../../src/base/geo/box.ts'
import { intersection, isWithin } from '../../src/base/geo/boxes.ts'
import { coverageBox, coveredStates } from '../../src/base/states.ts'
import { RasterBuilder } from '../../src/data/raster/build.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { paintBands, Rasterizer } from '../geography/rasterize.ts'
import type { GeoTiffRaster } from '../read/geotiff.ts'
import { NearestCells, TIED } from './nearest-cells.ts'

/** Cell size of areas in arc-seconds, about 60 m, the same as for the package's zones. */
const AREA_STEP = 2
/** Cell size of distances in arc-seconds, about 90 m. Distances are read with bilinear interpolation. */
const DISTANCE_STEP = 3
const BLOCK = 256
/** Maximum number of characters that a layer stores for features outside the boxes of the covered states. */
const MAX_BEYOND = 16_000_000

export type PaintedRaster = ReturnType<RasterBuilder['finish']>

/** Raster of row numbers, with the score and the class of each row. Row 0 means no area. */
export interface PaintedAreas {
  readonly raster: PaintedRaster
  /** Score of each row. */
  readonly score: Uint8Array
  /** Class number of each row, from 1; all 0 if there are no classes. */
  readonly classOf: Uint8Array
}

/** Numbers the distinct combinations of score and class. */
class Rows {
  readonly #known = new Map<number, number>()
  readonly score = [0]
  readonly classOf = [0]

  /** @param number index of the class; NaN for none */
  of(score: number, number: number): number {
    if (score === 0) return 0
    const byte = Number.isNaN(number) ? 0 : number + 1
    const key = byte * 256 + score
    const row = this.#known.get(key) ?? this.score.push(score) - 1
    if (row === this.classOf.length) this.classOf.push(byte)
    this.#known.set(key, row)
    return row
  }

  painted(raster: PaintedRaster): PaintedAreas {
    return { raster, score: Uint8Array.from(this.score), classOf: Uint8Array.from(this.classOf) }
  }
}

/**
 * Paints features by the value of a field. Without `within`, fills polygons. Otherwise, paints all cells within this
 * distance of a feature.
 */
export function paintFeatures(answers: FeatureAnswers): PaintedAreas {
  const { rule, columns, shapes } = answers
  const rows = new Rows()
  const isClassed = rule.rule === 'classes'
  const getRow = (feature: number) =>
    feature < 0 ? 0 : rows.of(columns.scores[feature], isClassed ? columns.values[feature] : Number.NaN)
  const builder = new RasterBuilder(AREA_STEP, true)
  if (rule.within === null) {
    const parts = partsInCoverage(shapes.polygons)
    if (parts.length > 0) {
      const polygons = { length: parts.length, at: (index: number) => getRings(shapes.polygons, parts[index]) }
      const rasterizer = new Rasterizer(polygons, AREA_STEP)
      paintBands(rasterizer, 0, builder, (window, cells) => {
        rasterizer.paint(window, cells, (index) => getRow(shapes.polygons.feature[parts[index]]))
      })
    }
  } else {
    const nearest = new NearestCells(answers, rule.within)
    eachBlock(
      AREA_STEP,
      coveredStates.map(({ box }) => box),
      (block) => {
        const values = new Uint16Array(BLOCK * BLOCK)
        const isNear = nearest.fill({ ...block, size: BLOCK }, (cell, _, feature) => {
          values[cell] = getRow(feature === TIED ? featureAtCell(answers, block, cell) : feature)
        })
        if (isNear) builder.add({ x: block.x, y: block.y, values })
      },
    )
  }
  return rows.painted(builder.finish())
}

/**
 * Paints cells from a GeoTIFF, using the pixel at each cell's center.
 * @throws LayerError when a pixel has no score
 */
export function paintRaster(raster: GeoTiffRaster, rule: LayerRule, box: Box): PaintedAreas {
  const rows = new Rows()
  const rowOf = pixelRows(rule, rows)
  const builder = new RasterBuilder(AREA_STEP, true)
  const boxes = coveredStates.map((state) => intersection(state.box, box)).filter(isBox)
  eachBlock(AREA_STEP, boxes, (block) => {
    const values = new Uint16Array(BLOCK * BLOCK)
    fillCells(block, values, (lon, lat) => rowOf(raster.valueAt(lon, lat)))
    builder.add({ x: block.x, y: block.y, values })
  })
  return rows.painted(builder.finish())
}

function pixelRows({ rule, classes, classScores }: LayerRule, rows: Rows): (value: number) => number {
  const numbers = new Map(classes.map((name, i) => [Number(name), i]))
  return (value) => {
    if (Number.isNaN(value)) return 0
    if (rule === 'classes') {
      const number = numbers.get(value)
      if (number === undefined)
        throw new LayerError(
          `The raster has pixels with the value ${value}, which has no score; the values with a score are ${classes.slice(0, 20).join(', ')}.`,
        )
      return rows.of(classScores[number], number)
    }
    if (!(value >= 0 && value <= 255))
      throw new LayerError(
        `The raster has pixels with the value ${value}: a score must be a number from 0 to 255, where 0 means no data. Give each class a score with --classes, or rescale the raster, for example with \`gdal_translate -scale\`.`,
      )
    return rows.of(Math.round(value), Number.NaN)
  }
}

/** Paints scores by distance to the nearest feature. The score is 0 beyond the last step of the rule's `ladder`. */
export function paintDistances(answers: FeatureAnswers): PaintedRaster {
  const { ladder } = answers.rule
  const [farthest] = ladder[ladder.length - 1]
  const nearest = new NearestCells(answers, farthest)
  const builder = new RasterBuilder(DISTANCE_STEP, false)
  eachBlock(
    DISTANCE_STEP,
    coveredStates.map(({ box }) => box),
    (block) => {
      const values = new Uint8Array(BLOCK * BLOCK)
      const isNear = nearest.fill({ ...block, size: BLOCK }, (cell, meters) => {
        if (meters < farthest) values[cell] = scoreAtDistance(ladder, meters)
      })
      if (isNear) builder.add({ x: block.x, y: block.y, values })
    },
  )
  return builder.finish()
}

/**
 * Returns the features that can affect a place outside the boxes of the covered states, where nothing is painted. They
 * are returned as JSON with only the field used for scoring. Returns null if the JSON is too long to store.
 */
export function beyondBoxes({ shapes, features, rule }: FeatureAnswers): string | null {
  const { field, classes, classScores, within, ladder } = rule
  const reach = Math.max(within ?? 0, ladder.at(-1)?.[0] ?? 0)
  const numbers = new Set<number>()
  const add = (feature: number, box: Box) => {
    const reached = widened(box, reach)
    if (!coveredStates.some((state) => isWithin(reached, state.box))) numbers.add(feature)
  }
  for (const { feature, boxes } of [shapes.polygons, shapes.lines])
    feature.forEach((number, part) => {
      const [west, south, east, north] = boxes.subarray(4 * part)
      add(number, { west, south, east, north })
    })
  const { coordinates } = shapes.points
  shapes.points.feature.forEach((number, at) => {
    const [lon, lat] = coordinates.subarray(2 * at)
    add(number, { west: lon, south: lat, east: lon, north: lat })
  })
  if (numbers.size === 0) return 'null'
  const kept: string[] = []
  let length = 0
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const { geometry, properties } = features[number]
    kept.push(
      `{"geometry":${JSON.stringify(geometry)},"properties":${JSON.stringify({ [field]: properties?.[field] })}}`,
    )
    length += kept[kept.length - 1].length
    if (length > MAX_BEYOND) return null
  }
  const near = within === null ? {} : { within }
  const scores = Object.fromEntries(classes.map((name, i) => [name, classScores[i]]))
  const score =
    rule.rule === 'distance'
      ? { distance: Object.fromEntries(ladder) }
      : { field, ...near, ...(rule.rule === 'classes' ? { classes: scores } : {}) }
  return `{"score":${JSON.stringify(score)},"features":[${kept.join()}]}`
}

interface BlockPlace {
  readonly x: number
  readonly y: number
  readonly west: number
  readonly south: number
  /** Cells per degree. */
  readonly perDegree: number
}

/** Visits every block of 256 × 256 cells that overlaps at least one of the boxes. No block is visited twice. */
function eachBlock(step: number, boxes: readonly Box[], visit: (block: BlockPlace) => void): void {
  const perDegree = 3600 / step
  const blocks = perDegree / BLOCK
  const seen = new Set<string>()
  for (const { west, south, east, north } of boxes)
    for (let y = Math.floor((south + 90) * blocks); y <= Math.floor((north + 90) * blocks); y++)
      for (let x = Math.floor((west + 180) * blocks); x <= Math.floor((east + 180) * blocks); x++) {
        if (seen.has(`${x} ${y}`)) continue
        seen.add(`${x} ${y}`)
        visit({ x, y, west: x / blocks - 180, south: y / blocks - 90, perDegree })
      }
}

/** Returns the feature of a cell. `FeatureAnswers` chooses between equally near features. */
function featureAtCell(answers: FeatureAnswers, { west, south, perDegree }: BlockPlace, cell: number): number {
  return answers.featureAt(
    west + ((cell % BLOCK) + 0.5) / perDegree,
    south + (Math.floor(cell / BLOCK) + 0.5) / perDegree,
  )
}

/** Fills each cell of a block with the value at its center. */
function fillCells(
  { west, south, perDegree }: BlockPlace,
  values: Uint8Array | Uint16Array,
  valueAt: (lon: number, lat: number) => number,
): void {
  for (let row = 0; row < BLOCK; row++)
    for (let column = 0; column < BLOCK; column++)
      values[row * BLOCK + column] = valueAt(west + (column + 0.5) / perDegree, south + (row + 0.5) / perDegree)
}

function getRings({ coordinates, ringStart, partStart }: Parts, part: number): Float64Array[] {
  return Array.from({ length: partStart[part + 1] - partStart[part] }, (_, i) => {
    const ring = partStart[part] + i
    return coordinates.subarray(ringStart[ring] * 2, ringStart[ring + 1] * 2)
  })
}

/** Returns the polygons that may overlap the covered states. */
function partsInCoverage({ feature, boxes }: Parts): number[] {
  return Array.from(feature.keys()).filter((part) => {
    const [west, south, east, north] = boxes.subarray(4 * part)
    return isBox(intersection({ west, south, east, north }, coverageBox))
  })
}

function isBox({ west, south, east, north }: Box): boolean {
  return west < east && south < north
}
