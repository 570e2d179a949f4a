import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { RefusalError } from '../errors.ts'
import { hasEnded } from './file-lock.ts'
import { writeWhole } from './write-whole.ts'

export interface NewFile {
  /** Path relative to the folder. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** Thrown when a folder cannot be written because of what it contains or where it is. The hint says what to do. */
export class OutputFolderError extends RefusalError {
  override readonly name = 'OutputFolderError'
  readonly code = 'folder_not_written'
  override readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/**
 * Writes a folder under a temporary name and moves it into place once it is complete. Mode `new` renames it, `replaced`
 * swaps it with the existing folder, and `beside` moves its files into the existing folder one by one. If `files`
 * throws or the process is told to stop, nothing is left behind. The next call removes what a killed process left
 * behind.
 *
 * @param folder absolute path without symbolic links
 */
export async function putFolder(
  folder: string,
  files: AsyncIterable<NewFile>,
  mode: 'new' | 'replaced' | 'beside',
): Promise<void> {
  const temporary = temporaryPath(folder, 'part')
  try {
    await removeLeftovers(folder, 'part')
    await writeInto(temporary, files)
    if (mode === 'new') await rename(temporary, folder)
    else if (mode === 'beside' || isAround(folder)) await moveInto(folder, temporary)
    else await replace(folder, temporary)
    // Keep the old folder until this point. If an earlier process was killed between the two renames, the old folder is
    // the only copy.
    await removeLeftovers(folder, 'old')
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Returns a path beside the folder with a name that identifies this process. */
function temporaryPath(folder: string, suffix: 'part' | 'old'): string {
  return `${folder}.${process.pid}.${hostname()}.${suffix}`
}

/**
 * Removes files left by killed processes. An earlier process may have had the same pid as this process, as happens in
 * restarted containers.
 */
async function removeLeftovers(folder: string, suffix: 'part' | 'old'): Promise<void> {
  const start = `${basename(folder)}.`
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(start) || !name.endsWith(`.${suffix}`)) continue
    const [, pid, host] = /^(\d+)\.(.+)$/.exec(name.slice(start.length, -suffix.length - 1)) ?? []
    const path = join(dirname(folder), name)
    if (path === temporaryPath(folder, suffix) || (pid !== undefined && hasEnded({ pid: Number(pid), host })))
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

async function writeInto(folder: string, files: AsyncIterable<NewFile>): Promise<void> {
  await makeFolder(folder)
  for await (const { name, bytes } of files) {
    await makeFolder(dirname(join(folder, name)))
    await writeFile(join(folder, name), bytes)
  }
}

/**
 * Creates a folder and its parents. Does not use `mkdir` with `recursive`, because it never returns for a path below
 * /proc, where folders cannot be created.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/**
 * Checks whether the working directory is inside the folder. If it is, replacing the folder would leave the shell in a
 * deleted folder.
 */
function isAround(folder: string): boolean {
  return !relative(folder, process.cwd()).startsWith('..')
}

async function replace(folder: string, replacement: string): Promise<void> {
  const old = temporaryPath(folder, 'old')
  try {
    await rename(folder, old)
  } catch (error) {
    // The folder is a mount point, which cannot be renamed.
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return moveInto(folder, replacement)
    throw error
  }
  try {
    await rename(replacement, folder)
  } catch (error) {
    await rename(old, folder)
    throw error
  }
  await rm(old, { recursive: true })
}

/**
 * Moves files into the folder one by one, each atomically. Pages and the manifest come last, because they refer to the
 * other files.
 */
async function moveInto(folder: string, from: string): Promise<void> {
  const names = await readdir(from, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const isLast = (file: string) =>
    (dirname(file) === from && file.endsWith('.html')) || basename(file) === 'manifest.json'
  for (const file of files.sort((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const target = join(folder, relative(from, file))
    await mkdir(dirname(target), { recursive: true })
    await writeWhole(target, await readFile(file))
  }
}
