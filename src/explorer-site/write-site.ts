import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { VicinageError } from '../errors.ts'
import { hasEnded } from '../locks/file-lock.ts'
import { writeWhole } from '../locks/write-whole.ts'

/** A folder that a site cannot be written to: one sentence why, and what to do about it. */
export class SiteError extends VicinageError {
  override readonly name = 'SiteError'
  readonly code = 'ERR_SITE'
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

interface NewFile {
  /** Path in the site. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a site of any version consists of. */
const OWN = /^(index\.html|icon\.svg|THIRD-PARTY-LICEN[CS]ES\.txt|data|[\w-]+\.(css|js))$/
const OWN_DATA = /^((manifest|sources)\.json|[a-z0-9-]+\.bundle)$/

/**
 * Writes a site into a folder that is not there, is empty or holds an earlier site. It is written beside the folder and takes its place when
 * it is whole; of an earlier site nothing stays. With `force` other folders are written into as well, and what else they hold stays.
 *
 * @throws {SiteError} when the folder holds something else, or cannot be written
 */
export async function writeSite(folder: string, files: AsyncIterable<NewFile>, force: boolean): Promise<void> {
  // What a link leads to is written, and the link stays.
  const target = await realpath(folder).catch(() => resolve(folder))
  const holds = await holdingsOf(target).catch((error) => refuse(error, folder))
  if (holds === 'file') throw new SiteError(`${folder} is a file.`, 'Name a folder: --out DIR')
  if (holds === 'others' && !force)
    throw new SiteError(
      `${folder} holds files that are not part of a site.`,
      'Choose another folder, or write the site beside them with --force; files with the same names are replaced.',
    )
  const beside = signed(target, 'part')
  try {
    await removeLeft(target, 'part')
    await writeInto(beside, files)
    if (holds === 'nothing') await rename(beside, target)
    else if (holds === 'others' || isAround(target)) await moveInto(target, beside)
    else await replace(target, beside)
    // Not before: where somebody was killed between two names, it is all that was left of the site.
    await removeLeft(target, 'old')
  } catch (error) {
    refuse(error, folder)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

/** A name beside the folder that says whose it is. */
function signed(folder: string, end: 'part' | 'old'): string {
  return `${folder}.${process.pid}.${hostname()}.${end}`
}

/** Removes what killed processes left behind, among them one that had the number of this one, as in restarted containers. */
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

async function holdingsOf(folder: string): Promise<'nothing' | 'file' | 'site' | 'others'> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return 'nothing'
  if (!found.isDirectory()) return 'file'
  const names = await readdir(folder)
  if (names.length === 0) return 'site'
  const textOf = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '')
  if (!names.every((name) => OWN.test(name)) || !(await textOf('index.html')).includes('vicinage')) return 'others'
  const data = await readdir(join(folder, 'data')).catch(() => [] as string[])
  return data.includes('manifest.json') && data.every((name) => OWN_DATA.test(name)) ? 'site' : 'others'
}

async function writeInto(folder: string, files: AsyncIterable<NewFile>): Promise<void> {
  await makeFolder(join(folder, 'data'))
  for await (const { name, bytes } of files) await writeFile(join(folder, name), bytes)
}

/** With those around it. `mkdir` does that, too, but never ends below /proc, where nothing can be made in a folder that is there. */
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

/** File by file, each of them whole, the page that names the others last. */
async function moveInto(folder: string, from: string): Promise<void> {
  const names = await readdir(from, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const isPage = (file: string) => dirname(file) === from && file.endsWith('.html')
  await mkdir(join(folder, 'data'), { recursive: true })
  for (const file of files.sort((a, b) => Number(isPage(a)) - Number(isPage(b))))
    await writeWhole(join(folder, relative(from, file)), await readFile(file))
}

function refuse(error: unknown, folder: string): never {
  const { code, syscall } = error as NodeJS.ErrnoException
  // A full disk is not the fault of the folder that was named.
  if (code === undefined || syscall === undefined || syscall === 'write') throw error
  throw new SiteError(`${folder} cannot be written (${code}).`, 'Choose another folder: --out DIR')
}
