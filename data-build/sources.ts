import { censusSources } from './catalogue/census.ts'
import { electionsSources } from './catalogue/elections.ts'
import { hazardsSources } from './catalogue/hazards.ts'
import { healthAndEnvironmentSources } from './catalogue/health-and-environment.ts'
import { nationalSchoolsSources } from './catalogue/national-schools.ts'
import { schoolsAndParksSources } from './catalogue/schools-and-parks.ts'
import type { Feed, Source } from './catalogue/source.ts'
import { transportAndLandSources } from './catalogue/transport-and-land.ts'

export type { Feed, Source } from './catalogue/source.ts'

/** The catalogue of the published files: where each comes from and what it enters. */
export const sources: readonly Source[] = [
  ...censusSources,
  ...healthAndEnvironmentSources,
  ...hazardsSources,
  ...transportAndLandSources,
  ...electionsSources,
  ...schoolsAndParksSources,
  ...nationalSchoolsSources,
]

/** The sources that enter a dimension, in catalogue order. */
export function sourcesOf(feed: Feed): readonly Source[] {
  return sources.filter((source) => source.feeds.includes(feed))
}

/** The source that a file of the folder belongs to. */
export function sourceOfFile(path: string): Source | undefined {
  return sources.find((source) => patternOf(source.path).test(path))
}

/** The catalogue's path as a pattern for whole paths. */
export function patternOf(path: string): RegExp {
  const body = path
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  return new RegExp(`^${body}$`)
}
