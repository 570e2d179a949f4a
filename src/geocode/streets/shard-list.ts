import { BundleError } from '../../errors.ts'
import { readHead } from './shard-file.ts'
import type { ShardHead } from './shard-meta.ts'

/** What `add-streets` calls its files: ranges and points of a county apart, so that either can be renewed alone. */
const SHARD_FILE = /^(streets|points)-\d{5}\.bundle$/

/** The heads of the shards of a folder, by file name; empty where there is no such folder. */
export function listShards(folder: string): ShardHead[] {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (fs === undefined) throw new BundleError('Street layers are read from files, which needs Node.')
  let files: string[]
  try {
    files = fs.readdirSync(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new BundleError(`${folder} cannot be read: ${code ?? String(cause)}.`, { cause })
  }
  return files
    .filter((file) => SHARD_FILE.test(file))
    .sort()
    .map((file) => readHead(`${folder}/${file}`, file))
}
