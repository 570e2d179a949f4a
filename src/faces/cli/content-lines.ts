import { dimensions } from '../../answers/dimensions/catalog.ts'
import { counted } from '../../base/errors.ts'
import { coveredStates } from '../../base/states.ts'
import { type FolderContent, PARTS, type Part } from '../../library/user-data/folder-content.ts'
import type { Style } from './style.ts'
import { hang, padAfter } from './text-layout.ts'

/** Printed names of the optional parts of a data folder. */
const WORDS: Readonly<Record<Part, string>> = {
  schools: 'schools and school districts',
  geocoder: 'geocoder, with house numbers',
  outlines: 'outlines of ZIPs and cities',
  explorer: 'base map of the explorer',
}

/**
 * Lists the contents of a data folder with their sizes, and the missing parts with the `data copy` option that adds
 * them.
 */
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

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function lackWords(missing: readonly string[] | undefined): string {
  return missing === undefined ? '' : `, without ${missing.map((id) => `${id}.bundle`).join(', ')}`
}

/** Joins state names: `California, Texas and Florida`. */
export function stateNames(postals: readonly string[]): string {
  const names = coveredStates.flatMap(({ postal, name }) => (postals.includes(postal) ? [name] : []))
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((words) => words !== '').join(' and ')
}
