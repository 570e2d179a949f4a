import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import type { Polygon } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { auc, rankCorrelation, reachesRho } from '../../statistics.ts'
import type { Checker, Finding, ValidationContext } from '../../validate/check.ts'

const dimension = 'urban-rural'

/** Boxes around the three states, degrees: west, south, east, north. */
const boxes = [
  { state: 'CA', box: [-124.5, 32.4, -114, 42.1] },
  { state: 'FL', box: [-87.7, 24.4, -79.9, 31.1] },
  { state: 'TX', box: [-106.7, 25.7, -93.4, 36.6] },
] as const

/** The trial does not say at which places it compared Natural Earth: both readings are given. */
export const check: Checker = async (context) => {
  const urban = await urbanAreas(context)
  const { lat, lon } = context.blockGroups
  const grid = evenGrid(0.05)
  return [
    await againstRuca(context),
    await againstRuca2020(context),
    outsideInside('even grid of 0.05°', context.scores(dimension, grid.lat, grid.lon), grid.lat, grid.lon, urban, 0.98),
    outsideInside('block-group centres', context.centerScores(dimension), lat, lon, urban, null),
  ]
}

/** USDA's rural-urban commuting area codes 1-10 by 2010 tract; 99 is none. */
async function againstRuca(context: ValidationContext): Promise<Finding> {
  const { columns } = await readCsv(context.sources, 'oeps/oeps_BE02_ruca_tract2010.csv.gz', {
    GEOID: text({ pattern: /^\d{11}$/, required: true }),
    RUCA1: number({ null: ['NA', 99] }),
  })
  const codes = context.byTract2010(new Map(columns.GEOID.map((tract, i) => [tract, columns.RUCA1[i]])))
  const { rho, n } = rankCorrelation(context.centerScores(dimension), codes)
  return {
    check: 'rural-urban commuting area code (USDA RUCA) of the tract, at block-group centres; ties allow .631 at most',
    statistic: 'Spearman rho',
    value: rho,
    n,
    trial: 0.592,
    reached: reachesRho(rho, n, 0.592),
  }
}

/** The same codes of 2020, by 2020 tract. */
async function againstRuca2020(context: ValidationContext): Promise<Finding> {
  const { columns } = await readCsv(context.sources, 'census/ruca2020_tract_CA_TX_FL.csv.gz', {
    HeropID: text({ required: true }),
    RUCA1: number({ null: ['NA', ''] }),
  })
  const codes = new Map(
    columns.HeropID.map((id, i) => [id.slice(-11), columns.RUCA1[i] < 99 ? columns.RUCA1[i] : Number.NaN]),
  )
  const { rho, n } = rankCorrelation(context.centerScores(dimension), context.byTract2020(codes))
  return {
    check: 'rural-urban commuting area code 2020 (USDA RUCA) of the tract, at block-group centers',
    statistic: 'Spearman rho',
    value: rho,
    n,
  }
}

function outsideInside(
  places: string,
  scores: Uint8Array,
  lat: Float64Array,
  lon: Float64Array,
  urban: readonly Area[],
  trial: number | null,
): Finding {
  const outside: number[] = []
  const inside: number[] = []
  for (let i = 0; i < scores.length; i++) {
    if (scores[i] === 0) continue
    const within = urban.some((area) => booleanPointInPolygon([lon[i], lat[i]], area))
    if (within) inside.push(scores[i])
    else outside.push(scores[i])
  }
  const value = auc(outside, inside)
  return {
    check: `outside against inside the urban areas of Natural Earth, ${places} (${inside.length} inside)`,
    statistic: 'AUC',
    value,
    n: outside.length + inside.length,
    trial,
    reached: trial === null ? null : value >= trial - 0.0005,
  }
}

interface Area {
  readonly type: 'Polygon'
  readonly coordinates: [number, number][][]
  readonly bbox: [number, number, number, number]
}

async function urbanAreas(context: ValidationContext): Promise<readonly Area[]> {
  const areas: Area[] = []
  for (const { state } of boxes) {
    const layer = await readGeoJson(context.sources, `natural-earth/ne_50m_urban_areas.${state}.geojson.gz`)
    areas.push(...layer.features.flatMap((feature) => feature.polygons.map(areaOf)))
  }
  return areas
}

function areaOf(rings: Polygon): Area {
  const coordinates = rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i): [number, number] => [ring[2 * i], ring[2 * i + 1]]),
  )
  const x = coordinates[0].map((point) => point[0])
  const y = coordinates[0].map((point) => point[1])
  return { type: 'Polygon', coordinates, bbox: [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)] }
}

function evenGrid(step: number): { readonly lat: Float64Array; readonly lon: Float64Array } {
  const lat: number[] = []
  const lon: number[] = []
  for (const { box } of boxes) {
    for (let y = box[1]; y < box[3]; y += step) {
      for (let x = box[0]; x < box[2]; x += step) {
        lat.push(y)
        lon.push(x)
      }
    }
  }
  return { lat: Float64Array.from(lat), lon: Float64Array.from(lon) }
}
