import { type DimensionId, dimensions, isDimensionId } from '../../../answers/dimensions/catalog.ts'
import { neighborhoodBundles } from '../../../answers/geocode/layers.ts'
import { counted } from '../../../base/errors.ts'
import { type CoveredState, coveredStates } from '../../../base/states.ts'
import type { Manifest } from '../../../data/bundle/data-folder.ts'
import type { Style } from '../style.ts'
import { hang, padAfter } from '../text-layout.ts'

/** Parts of a data folder other than scores: their bundles, and the option of `data copy` that adds them. */
export const PARTS = {
  schools: { bundles: ['schools', 'districts'], option: '--schools' },
  geocoder: {
    bundles: ['places', 'public-places', 'landmarks', ...neighborhoodBundles, 'streets', 'streets-brands'],
    option: '--geocoder',
  },
  outlines: { bundles: ['areas'], option: '--geocoder' },
  explorer: { bundles: ['base-map'], option: '--explorer' },
} as const

type Part = keyof typeof PARTS

/** Words for a part in lists for people. */
const WORDS: Readonly<Record<Part, string>> = {
  schools: 'schools and school districts',
  geocoder: 'geocoder, with house numbers',
  outlines: 'outlines of ZIPs and cities',
  explorer: 'base map of the explorer',
}

/** Content of a data folder: the beginning of `data status --json`. */
export interface FolderContent {
  /** Postal codes of the states whose places have scores. */
  readonly states: readonly CoveredState['postal'][]
  /** Dimensions with scores. */
  readonly scores: readonly DimensionId[]
  /** Bytes of all bundles. */
  readonly bytes: number
  /** Bytes of each part; null if the folder does not have it. `scores` includes the geography. */
  readonly parts: Readonly<Record<'scores' | Part, number | null>>
  /** Bundles that a part lacks, by the part. Only parts that are incomplete have an entry. */
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

/** Lists what a data folder contains, with sizes, and what it lacks, with the option of `data copy` that adds it. */
export function contentLines(content: FolderContent, style: Style): string[] {
  const { states, scores, parts, incomplete } = content
  const statesLeft = coveredStates.filter(({ postal }) => !states.includes(postal))
  const scoresLeft = dimensions.filter(({ id }) => !scores.includes(id))
  const names = Object.keys(PARTS) as Part[]
  const held = [
    [`${counted(scores.length, 'score')} of ${stateNames(states)}`, parts.scores] as const,
    ...names.map((part) => [`${WORDS[part]}${lackWords(incomplete[part])}`, parts[part]] as const),
  ]
  const left = [
    ...(statesLeft.length === 0 ? [] : [`${stateNames(statesLeft.map(({ postal }) => postal))} (--states)`]),
    ...(scoresLeft.length === 0 ? [] : [`the scores ${scoresLeft.map(({ id }) => id).join(', ')} (--dimensions)`]),
    ...names.flatMap((part) => (parts[part] === null ? [`${WORDS[part]} (${PARTS[part].option})`] : [])),
  ]
  return [
    ...held.flatMap(([words, bytes]) =>
      bytes === null ? [] : [`  ${padAfter(megabytes(bytes), 9)}${hang(words, style.width, 11)}`],
    ),
    ...(left.length === 0 ? [] : [hang(`Left out: ${left.join('; ')}.`, style.width, 2)]),
  ]
}

/** Formats bytes as megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Joins the names of states: `California, Texas and Florida`. */
export function stateNames(postals: readonly string[]): string {
  const names = coveredStates.flatMap(({ postal, name }) => (postals.includes(postal) ? [name] : []))
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((words) => words !== '').join(' and ')
}

function lackWords(missing: readonly string[] | undefined): string {
  return missing === undefined ? '' : `, without ${missing.map((id) => `${id}.bundle`).join(', ')}`
}
