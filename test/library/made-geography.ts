import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Geography } from '../../data-build/create-context.ts'
import { findCandidates, zoneAreas } from '../../data-build/geography/candidates.ts'
import { tractRaster } from '../../data-build/geography/tracts.ts'
import { kernelSources, pointView } from '../../data-build/geography/views.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { blockGroupsAt, type MadeGroup, tractsOf } from '../data/geography/made-tracts.ts'

/** Squares of 0.1°: one in California, one in Florida, two side by side in Texas. */
const tracts = tractsOf([
  { geoid: '06037000100', west: -118.3, south: 34 },
  { geoid: '12086000100', west: -80.3, south: 25.7 },
  { geoid: '48453000100', west: -97.8, south: 30.2 },
  { geoid: '48453000200', west: -97.7, south: 30.2 },
])

/** The border between the two of a square runs in the middle between their centers. */
export const groups: readonly Required<MadeGroup>[] = [
  { id: '060370001001', lon: -118.25, lat: 34.05, population: 1000 },
  { id: '120860001001', lon: -80.28, lat: 25.75, population: 500 },
  { id: '120860001002', lon: -80.22, lat: 25.75, population: 1500 },
  { id: '484530001001', lon: -97.78, lat: 30.25, population: 2000 },
  { id: '484530001002', lon: -97.72, lat: 30.25, population: 1000 },
  { id: '484530002001', lon: -97.65, lat: 30.25, population: 3000 },
]

const crosswalk = new Map(
  ['06037000100', '48453000100', '48453000200'].map((tract) => [tract, [{ tract2010: tract, weight: 1 }]]),
)

/**
 * The geography by the pipeline's own functions, of these block groups, without any published file but a county list
 * made by hand.
 */
export function madeGeography(directory: string, of: readonly Required<MadeGroup>[] = groups): Geography {
  const zoneRaster = tractRaster(tracts)
  const located = blockGroupsAt(of)
  const candidates = findCandidates(tracts, zoneRaster, located, crosswalk)
  const blockGroups = { ...located, areaKm2: zoneAreas(zoneRaster, candidates, located) }
  const { lat, lon, population, areaKm2 } = blockGroups
  const kernels = kernelSources(lat, lon, population, areaKm2)
  const unused = () => {
    throw new Error('the made geography has no such column')
  }
  return {
    sources: madeSources(directory),
    blockGroups,
    zones: tracts,
    zoneRaster,
    candidates,
    kernels,
    centers: pointView(kernels, lat, lon),
    eji: unused,
    byTract2010: unused,
    byTract2020: unused,
    percentile: unused,
    report: () => {},
  }
}

function madeSources(directory: string): SourceFolder {
  const counties = ['CA\t06037\tLos Angeles County', 'FL\t12086\tMiami-Dade County', 'TX\t48453\tTravis County']
  const folder = join(directory, 'census/gazetteer')
  mkdirSync(folder, { recursive: true })
  const text = ['USPS\tGEOID\tNAME', ...counties, ''].join('\n')
  writeFileSync(join(folder, '2019_Gaz_counties_national.txt.gz'), gzipSync(text))
  return new SourceFolder(directory)
}
