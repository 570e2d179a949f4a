import { counted } from '../counted.ts'
import type { DataIdentity } from './data-identity.ts'

/** `data build 5f9606862fbdac10, 19 bundles, 3 street layers, vicinage 1.2.3`, for people. */
export function dataWords({ version, build, bundles, streets }: DataIdentity): string {
  const layers = streets === 0 ? [] : [counted(streets, 'street layer')]
  const program = version === '' ? [] : [`vicinage ${version}`]
  return [`data build ${build}`, counted(bundles.length, 'bundle'), ...layers, ...program].join(', ')
}
