import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of temporary files left by a process that was killed while writing a .bundle or .json file. */
const LEFT_OVER = /\.(bundle|json)\.\d+\.part$/

/**
 * Removes the temporary files that killed processes left in a folder, if the folder exists. Only the holder of the
 * folder's lock calls this, so no other process is writing.
 */
export async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await namesIn(folder, (name) => LEFT_OVER.test(name)))
    await rm(join(folder, name), { force: true })
}

/**
 * Returns the sorted names of the files in a folder that `filter` accepts. Returns an empty list if the folder does not
 * exist.
 */
export async function namesIn(folder: string, filter: (name: string) => boolean): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(filter).sort()
}

/** Writes a file atomically: it appears under its name only once it is complete. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.part`
  try {
    await writeFile(temporary, bytes)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Writes a file atomically, piece by piece.
 *
 * @param isStopped called before each piece; if it returns true, the partial file is deleted and the result is false
 */
export async function writeWholePieces(
  path: string,
  pieces: Iterable<Uint8Array>,
  isStopped: () => boolean,
): Promise<boolean> {
  const temporary = `${path}.${process.pid}.part`
  const file = await open(temporary, 'w')
  try {
    for (const piece of pieces) {
      await file.writeFile(piece)
      // Yield, so that signals are handled between pieces.
      await new Promise((done) => setImmediate(done))
      if (isStopped()) break
    }
    await file.sync()
    await file.close()
    if (isStopped()) await rm(temporary, { force: true })
    else await rename(temporary, path)
    return !isStopped()
  } catch (error) {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Atomically writes a file that only its owner can read (mode 600) and flushes it to disk. Only the holder of the
 * file's lock calls this function, so a single temporary name is enough. If the process runs as root and `owner` is
 * set, `owner` becomes the owner of the file.
 */
export async function writePrivate(path: string, text: string, owner?: { uid: number; gid: number }): Promise<void> {
  const temporary = `${path}.new`
  // Remove the temporary file of a process that was killed.
  await rm(temporary, { force: true })
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      if (owner !== undefined && process.getuid?.() === 0) await file.chown(owner.uid, owner.gid)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
