import { type DimensionId, dimensions, isDimensionId } from '../../answers/dimensions/catalog.ts'
import { neighborhoodBundles } from '../../answers/geocode/wanted-bundles.ts'
import { type CoveredState, coveredStates } from '../../base/states.ts'
import type { Manifest } from '../../data/bundle/data-folder.ts'

/** Parts of a data folder other than scores, each with its bundles and the option of `data copy` that adds the part. */
export const PARTS = {
  schools: { bundles: ['schools', 'districts'], option: '--schools' },
  geocoder: {
    bundles: ['places', 'public-places', 'landmarks', ...neighborhoodBundles, 'streets', 'streets-brands'],
    option: '--geocoder',
  },
  outlines: { bundles: ['areas'], option: '--geocoder' },
  explorer: { bundles: ['base-map'], option: '--explorer' },
} as const

export type Part = keyof typeof PARTS

/** Content of a data folder: the first fields of `data status --json`. */
export interface FolderContent {
  /** Postal codes of the states with scores. */
  readonly states: readonly CoveredState['postal'][]
  /** Dimensions with scores. */
  readonly scores: readonly DimensionId[]
  /** Total size of all bundles in bytes. */
  readonly bytes: number
  /** Size of each part in bytes; null if the folder does not have the part. `scores` includes the geography. */
  readonly parts: Readonly<Record<'scores' | Part, number | null>>
  /** Missing bundles of each incomplete part. Complete parts have no entry. */
  readonly incomplete: Readonly<Partial<Record<Part, readonly string[]>>>
}

/** Returns the content of a data folder according to its manifest. */
export function contentOf({ states, bundles }: Pick<Manifest, 'states' | 'bundles'>): FolderContent {
  const sum = (isIn: (id: string) => boolean) =>
    bundles.reduce((total, { id, bytes }) => total + (isIn(id) ? bytes : 0), 0)
  const parts = Object.entries(PARTS).map(([part, { bundles: ids }]) => {
    const bytes = sum((id) => (ids as readonly string[]).includes(id))
    const missing = ids.filter((id) => !bundles.some((bundle) => bundle.id === id))
    return { part, bytes: missing.length === ids.length ? null : bytes, missing }
  })
  return {
    states: coveredStates.flatMap(({ postal }) => ((states?.includes(postal) ?? true) ? [postal] : [])),
    scores: dimensions.flatMap(({ id }) => (bundles.some((bundle) => bundle.id === id) ? [id] : [])),
    bytes: sum(() => true),
    parts: {
      scores: sum((id) => id === 'geography' || isDimensionId(id)),
      ...(Object.fromEntries(parts.map(({ part, bytes }) => [part, bytes])) as Record<Part, number | null>),
    },
    incomplete: Object.fromEntries(
      parts.flatMap(({ part, bytes, missing }) => (bytes !== null && missing.length > 0 ? [[part, missing]] : [])),
    ),
  }
}
