import type { DataIdentity } from './data-identity.ts'

/** `data build 5f9606862fbdac10, 19 bundles, 3 street layers, vicinage 1.2.3`, for people. */
export function dataWords({ version, build, bundles, streets }: DataIdentity): string {
  const layers = streets === 0 ? [] : [`${streets} street layers`]
  const program = version === '' ? [] : [`vicinage ${version}`]
  return [`data build ${build}`, `${bundles.length} bundles`, ...layers, ...program].join(', ')
}
