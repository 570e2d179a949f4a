import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The name under which a killed process was writing a bundle or a list. */
const LEFT_OVER = /\.(bundle|json)\.\d+\.part$/

/**
 * Removes what killed writes left in a folder, if there is one. Only the holder of its lock comes here: it meets no
 * write under way.
 */
export async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await namesIn(folder, (name) => LEFT_OVER.test(name)))
    await rm(join(folder, name), { force: true })
}

/** Names of the files of a folder that are meant, in order; none where there is no folder. */
export async function namesIn(folder: string, isMeant: (name: string) => boolean): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isMeant).sort()
}

/** Writes a file that appears under its name only when it is whole. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const beside = `${file}.${process.pid}.part`
  try {
    await writeFile(beside, bytes)
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/**
 * The same piece by piece.
 *
 * @param isStopped asked before each piece: what is written is deleted, and the answer is false
 */
export async function writeWholePieces(
  path: string,
  pieces: Iterable<Uint8Array>,
  isStopped: () => boolean,
): Promise<boolean> {
  const beside = `${path}.${process.pid}.part`
  const file = await open(beside, 'w')
  try {
    for (const piece of pieces) {
      await file.writeFile(piece)
      // Signals are heard between pieces.
      await new Promise((done) => setImmediate(done))
      if (isStopped()) break
    }
    await file.sync()
    await file.close()
    if (isStopped()) await rm(beside, { force: true })
    else await rename(beside, path)
    return !isStopped()
  } catch (error) {
    await file.close().catch(() => {})
    await rm(beside, { force: true })
    throw error
  }
}

/**
 * The same for a file of its owner alone, mode 600, that is on the disk when this returns. Only the holder of its lock
 * comes here, so that one name beside it is enough. `owner`: whose the file is to be when root writes it; default:
 * root's.
 */
export async function writePrivate(path: string, text: string, owner?: { uid: number; gid: number }): Promise<void> {
  const beside = `${path}.new`
  // One that was left by a process that was killed.
  await rm(beside, { force: true })
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      if (owner !== undefined && process.getuid?.() === 0) await file.chown(owner.uid, owner.gid)
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}
