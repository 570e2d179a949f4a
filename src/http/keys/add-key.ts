import { randomBytes } from 'node:crypto'
import type { ApiKey } from './api-key.ts'
import { hashToken } from './hash-token.ts'
import { changeKeyFile } from './key-file.ts'
import { KeyFileError } from './key-file-error.ts'

/** A key and its token, which nothing else knows. */
export interface NewKey {
  readonly key: ApiKey
  readonly token: string
}

/**
 * Makes a key and writes it to a file, which is made where there is none. Throws a `KeyFileError`, also when another key has
 * the name.
 */
export async function addKey(
  path: string,
  wanted: Pick<ApiKey, 'name' | 'rate' | 'monthly' | 'expires'>,
): Promise<NewKey> {
  const token = newToken()
  const hash = await hashToken(token)
  const keys = await changeKeyFile(path, (known) => {
    if (known.some(({ id, name }) => wanted.name === id || wanted.name === name))
      throw new KeyFileError(`${path} has a key ${wanted.name}: revoke it first, or choose another name.`)
    return [...known, { id: newId(known, wanted.name), ...wanted, hash, created: Date.now() }]
  })
  return { key: keys[keys.length - 1], token }
}

/** `vic_` and 32 random bytes, base64url: 47 characters. */
export function newToken(): string {
  return `vic_${randomBytes(32).toString('base64url')}`
}

/** Eight hexadecimal digits that are no other id or name. */
function newId(known: readonly ApiKey[], name: string): string {
  const id = randomBytes(4).toString('hex')
  return id === name || known.some((key) => key.id === id || key.name === id) ? newId(known, name) : id
}
