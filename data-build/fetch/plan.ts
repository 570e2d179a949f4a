import { states } from '../../src/base/all-states.ts'
import { coveredStates, type State } from '../../src/base/states.ts'
import type { Download, Feed, Source } from '../catalog/source.ts'
import { closestNames } from '../read/closest-names.ts'

/** A file to download, with the state code in place of `{fips}`. */
export interface PlannedFile extends Omit<Download, 'states'> {
  /** Source id. */
  readonly source: string
}

export interface Plan {
  /** Files to fetch, in catalog order. */
  readonly files: readonly PlannedFile[]
  /** Sources without a direct download. Their `address` is the page to open. */
  readonly byHand: readonly Source[]
}

/**
 * Plans the downloads for the given states. If `only` is given, plans only the downloads of these sources, otherwise of
 * the whole catalog. Throws a `RangeError` for an unknown source, with the closest names, and for a state whose files
 * the build cannot use.
 */
export function planDownloads(
  sources: readonly Source[],
  { states, only }: { readonly states: readonly State[]; readonly only?: readonly string[] },
): Plan {
  const chosen = only === undefined ? sources : [...new Set(only)].map((id) => getSource(sources, id))
  refuseUnusable(sources, chosen, states)
  const files = chosen.flatMap(({ id, downloads = [] }) =>
    downloads.flatMap((download) => getFiles(id, download, states)),
  )
  return { files, byHand: chosen.filter((source) => source.downloads === undefined) }
}

/** Layers that can be built for any state. All other layers are limited to the covered states. */
const NATIONWIDE: readonly Feed[] = ['schools', 'districts', 'public-places', 'validation']

function refuseUnusable(all: readonly Source[], chosen: readonly Source[], states: readonly State[]): void {
  const covered = coveredStates.map(({ postal }) => postal)
  const other = states.find(({ postal }) => !covered.includes(postal))
  const byState = ({ downloads = [] }: Source) => downloads.some(({ url }) => url.includes('{fips}'))
  const anyState = ({ feeds }: Source) => feeds.every((feed) => NATIONWIDE.includes(feed))
  const unusable = chosen.filter((source) => byState(source) && !anyState(source)).map(({ id }) => id)
  if (!other || unusable.length === 0) return
  const usable = all.filter((source) => byState(source) && anyState(source)).map(({ id }) => `--only ${id}`)
  throw new RangeError(
    `Scores are built for ${covered.join(', ')} only: data:build cannot use the files ${unusable.join(', ')} of ${other.postal}.${
      usable.length > 0 ? ` It can use these files for any state: ${usable.join(' ')}.` : ''
    }`,
  )
}

function getSource(sources: readonly Source[], id: string): Source {
  const match = sources.find((source) => source.id === id)
  if (match) return match
  const ids = sources.map((source) => source.id)
  throw new RangeError(`There is no source "${id}"; did you mean ${closestNames(id, ids).join(', ')}?`)
}

function getFiles(source: string, download: Download, states: readonly State[]): readonly PlannedFile[] {
  const { states: covers, ...rest } = download
  const of = states.filter((state) => covers === undefined || covers.includes(state.postal))
  if (!download.url.includes('{')) {
    return covers === undefined || of.length > 0 ? [{ ...rest, source }] : []
  }
  return of.map((state) => ({
    ...rest,
    source,
    url: filled(download.url, state),
    ...(download.also && { also: download.also.map((url) => filled(url, state)) }),
    path: filled(download.path, state),
    ...(download.member === undefined ? {} : { member: filled(download.member, state) }),
  }))
}

function filled(template: string, state: State): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    if (key === 'fips') return state.fips
    throw new Error(`The catalog has "${placeholder}" in ${template}; only {fips} is supported.`)
  })
}

/**
 * Returns the states with these postal codes, without duplicates. Case is ignored. Throws a `RangeError` for an unknown
 * postal code.
 */
export function getStates(postals: readonly string[]): readonly State[] {
  const codes = [...new Set(postals.map((postal) => postal.toUpperCase()))]
  return codes.map((postal) => {
    const state = states.find((candidate) => candidate.postal === postal && candidate.fips !== '')
    if (state) return state
    throw new RangeError(`"${postal}" is not the postal code of a state; give two letters such as CA, TX or FL.`)
  })
}
