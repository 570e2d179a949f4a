import type {
  AreaColumns,
  AreaValues,
  Basis,
  FactSpec,
  SurfaceScorer,
  SurfaceValues,
  View,
} from '../../data-build/context.ts'
import type { Geography } from '../../data-build/create-context.ts'
import { coverageBlocks } from '../../data-build/geography/coverage.ts'
import { blockView } from '../../data-build/geography/views.ts'
import { packAreas, packColumns } from '../../data-build/pack/areas.ts'
import type { DimensionLayers } from '../../data-build/pack/dimension-bundle.ts'
import { bytesOfBlock, SurfaceRasters } from '../../data-build/pack/surfaces.ts'
import { factByte } from '../../src/answers/dimensions/facts.ts'

type Formula = (lon: number, lat: number) => number

const insured = { id: 'insured_pct', label: 'Residents insured', unit: '%', offset: 0, step: 0.5, digits: 1 }
const votes = {
  id: 'votes',
  label: 'Two-party votes',
  unit: 'votes',
  offset: 0,
  step: 0.025,
  log: true,
  digits: 0,
} as const
const walkIndex = { id: 'walk_index', label: 'EPA walkability index', unit: '', offset: 0, step: 0.1, digits: 1 }
const road = { id: 'road_db', label: 'Road noise', unit: 'dB(A)', offset: 20, step: 0.25, digits: 0, cell: 60 } as const

const edition = { id: 'edition', label: 'Edition of the map', unit: '', offset: 2000, step: 1, digits: 0 }

/** 20 in the west of the Texan squares, 220 in the east; 77 in California, 50 in Florida. */
export const walkability: Formula = (lon) => (lon < -100 ? 77 : lon > -90 ? 50 : 20 + (lon + 97.8) * 1000)
/** 60 in the south of the squares, 160 in the north. */
export const calm: Formula = (lon, lat) => 60 + (lat - (lon < -100 ? 34 : lon > -90 ? 25.7 : 30.2)) * 1000
/** Clear land in California; no map elsewhere. */
export const clearLand: Formula = (lon) => (lon < -100 ? 240 : Number.NaN)
export const roadNoise: Formula = () => 55

/**
 * The layers of five dimensions: block groups; areas, then block groups; surfaces with facts; areas, then a surface.
 */
export function madeLayers(geography: Geography): Readonly<Record<string, DimensionLayers>> {
  return {
    'insurance-coverage': areaLayers(geography, [insured], {
      blockGroups: {
        score: Uint8Array.of(100, 150, 200, 210, 0, 255),
        basis: ['measured', 'measured', 'estimate', 'measured', 'measured', 'measured'],
        facts: { insured_pct: Float32Array.of(35, 53, 71, 74.5, Number.NaN, 91) },
      },
      polygons: [],
      polygonColumns: null,
    }),
    'ideological-lean': areaLayers(geography, [votes], {
      blockGroups: {
        score: Uint8Array.of(192, 128, 130, 90, 90, 90),
        basis: repeated('modeled', 6),
        facts: { votes: new Float32Array(6).fill(Number.NaN) },
      },
      // The south-western quarter of the western Texan square.
      polygons: [[box(-97.8, 30.2, -97.75, 30.25)]],
      polygonColumns: {
        score: Uint8Array.of(64),
        basis: ['measured'],
        facts: { votes: Float32Array.of(1000) },
      },
    }),
    fire: {
      ...areaLayers(geography, [edition], {
        blockGroups: null,
        // Two overlapping zones of the Californian square, the later one wins.
        polygons: [[box(-118.3, 34, -118.25, 34.05)], [box(-118.27, 34, -118.23, 34.05)]],
        polygonColumns: {
          score: Uint8Array.of(22, 64),
          basis: repeated('measured', 2),
          facts: { edition: Float32Array.of(2007, 2025) },
        },
      }),
      ...surfaceLayers(geography, scorerOf('fire', 7.5, clearLand), 'estimate'),
    },
    walkability: {
      ...none,
      ...surfaceLayers(
        geography,
        { ...scorerOf('walkability', 7.5, walkability), centerFacts: [walkIndex] },
        'modeled',
      ),
    },
    'noise-levels': {
      ...none,
      ...surfaceLayers(geography, { ...scorerOf('noise-levels', 15, calm), surfaceFacts: [road] }, 'estimate'),
    },
  }
}

const none = { areas: null, centers: null, areaFacts: [], scoreFacts: [] }

function areaLayers(geography: Geography, facts: readonly FactSpec[], values: AreaValues): DimensionLayers {
  return {
    areas: packAreas(values, facts, { ...geography, countyOf: (zone) => geography.zones.geoid[zone - 1].slice(0, 5) }),
    centers: values.blockGroups && packColumns(values.blockGroups, facts),
    areaFacts: facts,
    surface: null,
    centerFacts: [],
    surfaceFacts: [],
    scoreFacts: [],
  }
}

type MadeScorer = Omit<SurfaceScorer, 'prepare' | 'basis'> & {
  readonly run: (view: View) => ReturnType<typeof valuesOf>
}

function scorerOf(id: string, step: 7.5 | 15, formula: Formula): MadeScorer {
  return { id, step, centerFacts: [], surfaceFacts: [], run: (view) => valuesOf(view, formula) }
}

function valuesOf(view: View, formula: Formula) {
  const at = (of: Formula) => () => Float32Array.from(view.lat, (lat, i) => of(view.lon[i], lat))
  // 10 of 20 for the walkability index everywhere.
  return { score: at(formula), facts: { walk_index: at(() => 10), road_db: at(roadNoise) } }
}

function surfaceLayers(geography: Geography, { run, ...scorer }: MadeScorer, basis: Basis) {
  const rasters = new SurfaceRasters()
  const prepared = { scorer: { ...scorer, basis, prepare: async () => run }, run }
  const steps = new Set([scorer.step, ...scorer.surfaceFacts.map(({ cell }) => cell)])
  for (const step of steps)
    for (const block of coverageBlocks(geography.zoneRaster, step))
      rasters.add(block, bytesOfBlock([prepared], block, blockView(geography.kernels, block)))
  const atCenters: SurfaceValues['facts'] = run(geography.centers).facts
  return {
    surface: { ...rasters.raster(scorer.id, 'score'), basis },
    centerFacts: scorer.centerFacts.map((fact) => ({
      fact,
      bytes: Uint8Array.from(atCenters[fact.id](), (value) => factByte(fact, value)),
    })),
    surfaceFacts: scorer.surfaceFacts.map((fact) => ({ fact, ...rasters.raster(scorer.id, fact.id) })),
  }
}

function repeated(basis: Basis, count: number): AreaColumns['basis'] {
  return Array.from({ length: count }, () => basis)
}

function box(west: number, south: number, east: number, north: number): Float64Array {
  return Float64Array.of(west, south, east, south, east, north, west, north, west, south)
}
