import type { BundleSource } from '../../src/data/bundle/header.ts'
import type { UsedFile } from '../read/source-folder.ts'
import { addressSources } from './addresses.ts'
import { censusSources } from './census.ts'
import { hazardsSources, healthAndEnvironmentSources } from './environment.ts'
import { newerReleases } from './newer-releases.ts'
import { nationalSchoolsSources, schoolsAndParksSources } from './schools-and-parks.ts'
import type { Feed, Source } from './source.ts'
import { electionsSources, transportAndLandSources } from './transport-land-elections.ts'

export type { Feed, Source } from './source.ts'

/** Catalog of the published files: where each comes from, and what it is used for. */
export const sources: readonly Source[] = [
  ...censusSources,
  ...healthAndEnvironmentSources,
  ...hazardsSources,
  ...transportAndLandSources,
  ...electionsSources,
  ...schoolsAndParksSources,
  ...nationalSchoolsSources,
  ...addressSources,
  ...newerReleases,
]

/** Returns the sources of a dimension or layer, in catalog order. */
export function getSources(feed: Feed): readonly Source[] {
  return sources.filter((source) => source.feeds.includes(feed))
}

/** Returns the source that a file in the sources folder belongs to. */
export function sourceOfFile(path: string): Source | undefined {
  return sources.find((source) => createPattern(source.path).test(path))
}

/** Converts a catalog path to a regular expression that matches whole paths. */
export function createPattern(path: string): RegExp {
  const body = path
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  return new RegExp(`^${body}$`)
}

/**
 * Returns the sources of a layer in the form used in bundle headers. With `used`, includes only sources with a file
 * that was read, because the catalog also lists newer editions that may not be present.
 */
export function sourcesOfFeed(feed: Feed, used?: readonly UsedFile[]): BundleSource[] {
  const read = used && new Set(used.map(({ path }) => sourceOfFile(path)))
  const entered = getSources(feed).filter((source) => read?.has(source) ?? true)
  return entered.map(({ id, agency, title, vintage, license, address }) => ({
    id,
    agency,
    title,
    vintage,
    licence: license,
    address,
  }))
}
