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

/** The catalog of the published files: where each comes from and what it enters. */
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

/** The sources that enter a dimension, in catalog order. */
export function sourcesOf(feed: Feed): readonly Source[] {
  return sources.filter((source) => source.feeds.includes(feed))
}

/** The source that a file of the folder belongs to. */
export function sourceOfFile(path: string): Source | undefined {
  return sources.find((source) => patternOf(source.path).test(path))
}

/** The catalog's path as a pattern for whole paths. */
export function patternOf(path: string): RegExp {
  const body = path
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  return new RegExp(`^${body}$`)
}

/**
 * The catalog's sources of a layer in the form that a bundle's header takes; with `used`, those alone of which a file
 * was read: the catalog also names editions that replace others when they are present.
 */
export function sourcesOfFeed(feed: Feed, used?: readonly UsedFile[]): BundleSource[] {
  const read = used && new Set(used.map(({ path }) => sourceOfFile(path)))
  const entered = sourcesOf(feed).filter((source) => read?.has(source) ?? true)
  return entered.map(({ id, agency, title, vintage, licence, address }) => ({
    id,
    agency,
    title,
    vintage,
    licence,
    address,
  }))
}
