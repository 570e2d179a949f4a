import { openVicinage, type Vicinage } from '../../src/index.ts'

let opened: Promise<Vicinage> | undefined

/** The data of the package, opened once per process, as is what its answers decode. Tests must not change it. */
export function builtVicinage(): Promise<Vicinage> {
  opened ??= openVicinage({ userData: false })
  return opened
}
