import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { hasEnded } from './file-lock.ts'
import { writeWhole } from './write-whole.ts'

/** A file of a folder that is written. */
export interface NewFile {
  /** Path in the folder. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Writes a folder beside its place, and puts it there when it is whole: as a `new` one, in place of one that is
 * `replaced`, or file by file `beside` others. Nothing of it stays when `files` throws or the process is told to stop;
 * what a killed one left, the next removes.
 *
 * @param folder absolute, without links
 */
export async function putFolder(
  folder: string,
  files: AsyncIterable<NewFile>,
  how: 'new' | 'replaced' | 'beside',
): Promise<void> {
  const beside = signed(folder, 'part')
  try {
    await removeLeft(folder, 'part')
    await writeInto(beside, files)
    if (how === 'new') await rename(beside, folder)
    else if (how === 'beside' || isAround(folder)) await moveInto(folder, beside)
    else await replace(folder, beside)
    // Not before: where somebody was killed between two names, it is all that was left of the folder.
    await removeLeft(folder, 'old')
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

/** A name beside the folder that says whose it is. */
function signed(folder: string, end: 'part' | 'old'): string {
  return `${folder}.${process.pid}.${hostname()}.${end}`
}

/**
 * Removes what killed processes left behind, among them one that had the number of this one, as in restarted
 * containers.
 */
async function removeLeft(folder: string, end: 'part' | 'old'): Promise<void> {
  const start = `${basename(folder)}.`
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(start) || !name.endsWith(`.${end}`)) continue
    const [, pid, host] = /^(\d+)\.(.+)$/.exec(name.slice(start.length, -end.length - 1)) ?? []
    const path = join(dirname(folder), name)
    if (path === signed(folder, end) || (pid !== undefined && hasEnded({ pid: Number(pid), host })))
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
 * With those around it. `mkdir` does that, too, but never ends below /proc, where nothing can be made in a folder that
 * is there.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null)) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Whether a shell would be left in a folder that no longer exists. */
function isAround(folder: string): boolean {
  return !relative(folder, process.cwd()).startsWith('..')
}

async function replace(folder: string, by: string): Promise<void> {
  const before = signed(folder, 'old')
  try {
    await rename(folder, before)
  } catch (error) {
    // Where something is mounted.
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return moveInto(folder, by)
    throw error
  }
  try {
    await rename(by, folder)
  } catch (error) {
    await rename(before, folder)
    throw error
  }
  await rm(before, { recursive: true })
}

/** File by file, each of them whole, those that name the others last. */
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
