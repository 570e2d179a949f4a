import { unzipSync } from 'fflate'
import { reasonOf, SourceError } from './source-error.ts'

/** The member of a zip: its name, a pattern that one name alone matches, or a path of these through zips inside zips. */
export type MemberName = string | RegExp
export type MemberPath = MemberName | readonly MemberName[]

export interface ZipArchive {
  /** How errors name the archive. */
  readonly file: string
  /** Names of the members in code-unit order, without folders. */
  readonly names: readonly string[]
  has(name: MemberName): boolean
  /** The inflated bytes of one member. Throws a `SourceError` when none or several match, or when it does not inflate. */
  bytes(name: MemberName): Uint8Array
}

/** Opens a zip that lies in memory; members are inflated only when asked for. Throws a `SourceError` on a truncated zip. */
export function openZip(bytes: Uint8Array, file: string): ZipArchive {
  const names = memberNames(bytes, file)
  return {
    file,
    names,
    has: (name) => names.some((candidate) => matches(candidate, name)),
    bytes: (name) => inflate(bytes, file, onlyMatch(names, name, file)),
  }
}

/** Follows a path of members through nested zips. */
export function memberOf(archive: ZipArchive, path: MemberPath): { readonly file: string; readonly bytes: Uint8Array } {
  const steps: readonly MemberName[] = Array.isArray(path) ? path : [path as MemberName]
  let current = archive
  for (const step of steps.slice(0, -1)) {
    const name = onlyMatch(current.names, step, current.file)
    current = openZip(current.bytes(name), `${current.file} > ${name}`)
  }
  const name = onlyMatch(current.names, steps[steps.length - 1], current.file)
  return { file: `${current.file} > ${name}`, bytes: current.bytes(name) }
}

function memberNames(bytes: Uint8Array, file: string): readonly string[] {
  const names: string[] = []
  try {
    unzipSync(bytes, {
      filter: (member) => {
        if (!member.name.endsWith('/')) names.push(member.name)
        return false
      },
    })
  } catch (cause) {
    throw new SourceError(
      { file, found: `not a whole zip (${reasonOf(cause)})`, expectation: 'a zip archive' },
      { cause },
    )
  }
  return names.sort()
}

function inflate(bytes: Uint8Array, file: string, name: string): Uint8Array {
  let expected = -1
  let inflated: Uint8Array | undefined
  const where = `${file} > ${name}`
  try {
    const members = unzipSync(bytes, {
      filter: (member) => {
        if (member.name !== name) return false
        expected = member.originalSize
        return true
      },
    })
    inflated = members[name]
  } catch (cause) {
    const found = `the member does not inflate (${reasonOf(cause)})`
    throw new SourceError({ file: where, found, expectation: 'an undamaged zip; fetch the file again' }, { cause })
  }
  if (inflated === undefined || inflated.length !== expected) {
    const found = `${inflated?.length ?? 0} bytes inflated`
    throw new SourceError({ file: where, found, expectation: `${expected} bytes, as the zip's directory says` })
  }
  return inflated
}

function onlyMatch(names: readonly string[], wanted: MemberName, file: string): string {
  const found = names.filter((name) => matches(name, wanted))
  if (found.length === 1) return found[0]
  const listed = (found.length === 0 ? names : found).slice(0, 8).join(', ')
  const word = found.length === 0 ? `no member ${String(wanted)} among` : `several members match ${String(wanted)}:`
  throw new SourceError({ file, found: `${word} ${listed || 'none'}`, expectation: 'exactly one' })
}

/** A plain name also matches in whatever folder of the zip it lies. */
function matches(name: string, wanted: MemberName): boolean {
  if (typeof wanted === 'string') return name === wanted || name.endsWith(`/${wanted}`)
  return name.search(wanted) !== -1
}
