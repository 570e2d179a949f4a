import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { isDiskFault } from '../../../base/locks/disk-faults.ts'
import { type NewFile, OutputFolderError, putFolder } from '../../../base/locks/put-folder.ts'
import type { DataFolder } from '../../../data/bundle/folder.ts'
import { dataInUse } from '../../../library/user-data/data-in-use.ts'
import { type CopyChoice, copiedFiles } from './copy-data.ts'

/** Names of the files in a data folder of any version. */
const DATA_FILES = /^((manifest|sources|validation)\.json|[a-z0-9-]+\.(bundle|squares))$/

/** Number of files and bytes written. */
export interface WrittenCopy {
  readonly files: number
  readonly bytes: number
}

/**
 * Writes a smaller data folder, which only appears once it is complete. A folder that already has content is not
 * changed. With `force`, an earlier copy is replaced.
 *
 * @param data source folder with the whole data; undefined for the package's data, which includes the user's official
 * updates unless `userData` is false
 * @param signal aborts writing and removes the unfinished folder
 * @throws {OutputFolderError} if the folder is not empty, is the data folder or inside the data folder, or cannot be
 * written
 */
export async function copyData(
  data: string | undefined,
  out: string,
  choice: CopyChoice,
  {
    force,
    signal,
    userData,
  }: { readonly force: boolean; readonly signal?: AbortSignal; readonly userData?: boolean | undefined },
): Promise<WrittenCopy> {
  const folder = await dataInUse({ data, userData })
  const target = await realTarget(out)
  await refuseInside(folder, target, out)
  const content = await getContent(target).catch((error) => refuse(error, out))
  if (content === 'file') throw new OutputFolderError(`${out} is a file.`, 'Name a folder with --out DIR')
  if (content === 'others')
    throw new OutputFolderError(
      `${out} contains files that are not vicinage data.`,
      'Choose another folder with --out DIR',
    )
  if (content === 'data' && !force)
    throw new OutputFolderError(`${out} contains vicinage data.`, 'To replace the data, add --force')
  const written = { files: 0, bytes: 0 }
  const counted = countedFiles(copiedFiles(folder, choice), written, signal)
  await putFolder(target, counted, content === 'nothing' ? 'new' : 'replaced').catch((error) => refuse(error, out))
  return written
}

async function* countedFiles(
  files: AsyncIterable<NewFile>,
  written: { files: number; bytes: number },
  signal?: AbortSignal,
) {
  for await (const file of files) {
    signal?.throwIfAborted()
    written.files++
    written.bytes += file.bytes.length
    yield file
  }
}

/** Resolves symbolic links in the path of a folder that may not exist yet. */
async function realTarget(out: string): Promise<string> {
  const path = resolve(out)
  const parent = dirname(path)
  return realpath(path).catch(async () =>
    parent === path ? path : join(await realTarget(parent), relative(parent, path)),
  )
}

async function refuseInside({ pathOf }: DataFolder, target: string, out: string): Promise<void> {
  const path = pathOf?.('geography.bundle')
  if (!path) return
  const data = await realTarget(dirname(path))
  if (!isWithin(target, data) && !isWithin(data, target)) return
  const where =
    target === data ? 'is the data folder' : `${isWithin(target, data) ? 'is inside' : 'contains'} the data folder`
  throw new OutputFolderError(`${out} ${where}.`, 'Choose another folder with --out DIR')
}

function isWithin(folder: string, around: string): boolean {
  const path = relative(around, folder)
  return path === '' || !(path === '..' || path.startsWith(`..${'/'}`) || path.startsWith('..\\'))
}

async function getContent(folder: string): Promise<'nothing' | 'empty' | 'file' | 'data' | 'others'> {
  const existing = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (existing === null) return 'nothing'
  if (!existing.isDirectory()) return 'file'
  const names = await readdir(folder)
  if (names.length === 0) return 'empty'
  return names.includes('manifest.json') && names.every((name) => DATA_FILES.test(name)) ? 'data' : 'others'
}

function refuse(error: unknown, out: string): never {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined || isDiskFault(error)) throw error
  throw new OutputFolderError(`${out} cannot be written (${code}).`, 'Choose another folder with --out DIR')
}
