import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDiskFault } from '../../base/locks/disk-faults.ts'
import { type NewFile, OutputFolderError, putFolder } from '../../base/locks/put-folder.ts'

/** Matches the file names of sites written by any version. */
const SITE_FILES =
  /^(index\.html|icon\.svg|THIRD-PARTY-LICEN[CS]ES\.txt|preview\.png|basemap\.pmtiles|data|[\w-]+\.(css|js))$/
const DATA_FILES = /^((manifest|sources|first-map)\.json|[a-z0-9-]+\.bundle)$/

/**
 * Writes a site into a folder that does not exist, is empty, or contains an earlier site. The site is first written to
 * a temporary folder beside the target. Once complete, the temporary folder replaces the target. With `force`, a site
 * can also be written into a folder with other files, which are kept.
 *
 * @throws {OutputFolderError} when the folder contains something else, or cannot be written
 */
export async function writeSite(folder: string, files: AsyncIterable<NewFile>, force: boolean): Promise<void> {
  // Follows a symbolic link, so that its target is replaced instead of the link.
  const target = await realpath(folder).catch(() => resolve(folder))
  const contents = await getContents(target).catch((error) => refuse(error, folder))
  if (contents === 'file') throw new OutputFolderError(`${folder} is a file.`, 'Name a folder with --out DIR')
  if (contents === 'others' && !force)
    throw new OutputFolderError(
      `${folder} contains files that are not part of a site.`,
      'Choose another folder, or write the site beside them with --force; files with the same names are replaced.',
    )
  await putFolder(target, files, contents === 'nothing' ? 'new' : contents === 'site' ? 'replaced' : 'beside').catch(
    (error) => refuse(error, folder),
  )
}

async function getContents(folder: string): Promise<'nothing' | 'file' | 'site' | 'others'> {
  const existing = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (existing === null) return 'nothing'
  if (!existing.isDirectory()) return 'file'
  const names = await readdir(folder)
  if (names.length === 0) return 'site'
  const getText = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '')
  if (!names.every((name) => SITE_FILES.test(name)) || !(await getText('index.html')).includes('vicinage'))
    return 'others'
  const data = await readdir(join(folder, 'data')).catch(() => [] as string[])
  return data.includes('manifest.json') && data.every((name) => DATA_FILES.test(name)) ? 'site' : 'others'
}

function refuse(error: unknown, folder: string): never {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined || isDiskFault(error)) throw error
  throw new OutputFolderError(`${folder} cannot be written (${code}).`, 'Choose another folder with --out DIR')
}
