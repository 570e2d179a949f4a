import { openVicinage, type Vicinage } from '../../src/index.ts'

let opened: Promise<Vicinage> | undefined

/** Returns the data of the package, opened and decoded only once per process. Tests must not change it. */
export function builtVicinage(): Promise<Vicinage> {
  opened ??= openVicinage({ userData: false })
  return opened
}
