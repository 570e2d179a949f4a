import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import type { Polygon } from '../../context.ts'
import { getPoints, type Points } from '../../geography/center-index.ts'
import { number } from '../../read/csv.ts'
import { pairs } from '../../read/feature.ts'
import { readNaturalEarth } from '../../read/natural-earth.ts'
import { auc, rankCorrelation, reachesRho } from '../../statistics.ts'
import { type Checker, type Finding, finding, spearman, type ValidationContext } from '../../validate/check.ts'
import { readByTract } from '../by-tract.ts'

const dimension = 'urban-rural'

/** Bounding boxes of the three states in degrees: west, south, east, north. */
const boxes = [
  [-124.5, 32.4, -114, 42.1],
  [-87.7, 24.4, -79.9, 31.1],
  [-106.7, 25.7, -93.4, 36.6],
] as const

/**
 * Reports the comparison with Natural Earth for two sets of places, because the trial does not say which places it
 * used.
 */
export const check: Checker = async (context) => {
  const urban = await urbanAreas(context)
  const grid = evenGrid(0.05)
  const ruca = await againstRuca(context, 'oeps/oeps_BE02_ruca_tract2010.csv.gz', 'GEOID', 2010)
  const ruca2020 = await againstRuca(context, 'census/ruca2020_tract_CA_TX_FL.csv.gz', 'HeropID', 2020)
  return [
    {
      check:
        'rural-urban commuting area code (USDA RUCA) of the tract, at block-group centers; ties allow at most 0.631',
      ...spearman(ruca, { trial: 0.592, reached: reachesRho(ruca.rho, ruca.n, 0.592) }),
    },
    {
      check: 'rural-urban commuting area code 2020 (USDA RUCA) of the tract, at block-group centers',
      ...spearman(ruca2020),
    },
    outsideInside('even grid of 0.05°', context.scores(dimension, grid.lat, grid.lon), grid, urban, 0.98),
    outsideInside('block-group centers', context.centerScores(dimension), context.blockGroups, urban, null),
  ]
}

/** Compares scores with USDA's rural-urban commuting area codes 1-10 by tract; 99 means no code. */
async function againstRuca(context: ValidationContext, path: string, tract: string, year: 2010 | 2020) {
  const columns = { RUCA1: number({ null: ['NA', 99] }) }
  const { RUCA1 } = await readByTract(context, { path, tract, year, columns })
  return rankCorrelation(context.centerScores(dimension), RUCA1)
}

function outsideInside(
  places: string,
  scores: Uint8Array,
  { lat, lon }: Points,
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
  const check = `outside against inside the urban areas of Natural Earth, ${places} (${inside.length} inside)`
  const reached = trial === null ? null : value >= trial - 0.0005
  return finding(check, 'AUC', value, outside.length + inside.length, { trial, reached })
}

interface Area {
  readonly type: 'Polygon'
  readonly coordinates: [number, number][][]
  readonly bbox: [number, number, number, number]
}

async function urbanAreas(context: ValidationContext): Promise<readonly Area[]> {
  const features = await readNaturalEarth(context.sources, 'ne_50m_urban_areas')
  return features.flatMap(({ polygons }) => polygons.map(getArea))
}

function getArea(rings: Polygon): Area {
  const coordinates = rings.map(pairs)
  const x = coordinates[0].map((point) => point[0])
  const y = coordinates[0].map((point) => point[1])
  return { type: 'Polygon', coordinates, bbox: [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)] }
}

function evenGrid(step: number): Points {
  const places = []
  for (const [west, south, east, north] of boxes)
    for (let lat = south; lat < north; lat += step)
      for (let lon = west; lon < east; lon += step) places.push({ lat, lon })
  return getPoints(places)
}
