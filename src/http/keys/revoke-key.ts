import type { ApiKey } from './api-key.ts'
import { changeKeyFile } from './key-file.ts'
import { KeyFileError } from './key-file-error.ts'

/** Takes the key of a name or id out of a file. Throws a `KeyFileError`, also when there is no such key. */
export async function revokeKey(path: string, handle: string): Promise<ApiKey> {
  let revoked: ApiKey | undefined
  await changeKeyFile(path, (known) => {
    revoked = known.find(({ id, name }) => handle === id || handle === name)
    if (revoked === undefined) throw new KeyFileError(`${path} has no key of that name or id.`)
    return known.filter((key) => key !== revoked)
  })
  return revoked!
}
