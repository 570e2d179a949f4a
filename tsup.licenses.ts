import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Returns the source files that contribute to the output of a build. */
export function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
}

/**
 * Returns the licenses of the packages that bundled files come from, below a title.
 *
 * @param withDependencies whether to include the dependencies of these packages, because some packages are bundles
 * themselves
 * @throws {Error} for a package without the text of its license
 */
export async function licensesOf(title: string, files: readonly string[], withDependencies = false): Promise<string> {
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []))
  const texts = new Map<string, string>()
  // Dependencies of a package are added to the set during the iteration.
  for (const folder of folders) {
    const { name, version, license, dependencies = {} } = await manifestOf(folder)
    texts.set(`${name} ${version}`, `${name} ${version} (${license})\n\n${(await licenseIn(folder)).trim()}\n`)
    if (!withDependencies) continue
    for (const dependency of Object.keys(dependencies))
      if (!dependency.startsWith('@types/')) folders.add(await installed(dependency, folder))
  }
  const rule = `\n${'-'.repeat(80)}\n\n`
  const sorted = [...texts.keys()].sort().map((key) => texts.get(key))
  return [`${title}\n`, ...sorted].join(rule)
}

/** Returns the package folder of a file, such as `node_modules/@preact/signals`; null for files of the project. */
function folderOf(file: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Finds a dependency of a package: in the package's own `node_modules`, or in one further up. */
async function installed(name: string, from: string): Promise<string> {
  for (let folder = from; folder !== '.'; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (await isPackage(candidate)) return candidate
  }
  return join('node_modules', name)
}

function isPackage(folder: string): Promise<boolean> {
  return manifestOf(folder).then(
    () => true,
    () => false,
  )
}

/** Packages without the text of their license, each with a package of the same author under the same license. */
const TEXT_OF: Readonly<Record<string, string>> = {
  'stream-source': 'slice-source',
  'worker-f': 'read-excel-file',
}

/**
 * Packages whose license text is only in their repository, or in a later version that needs Node 22. The text was
 * copied from there.
 */
const COPIED: Readonly<Record<string, string>> = {
  pmtiles: 'src/explorer/app/map/pmtiles-license.txt',
  'jsonlint-lines-primitives': 'src/explorer/app/map/jsonlint-license.txt',
}

/** Returns the text of a license, from a file of its own or the end of the README. */
async function licenseIn(given: string): Promise<string> {
  const copied = COPIED[basename(given)]
  if (copied !== undefined) return readFile(copied, 'utf8')
  const folder = join(dirname(given), TEXT_OF[basename(given)] ?? basename(given))
  const names = await readdir(folder)
  const file = names.find((name) => /^(licen[cs]e|copying)(\.(txt|md))?$/i.test(name))
  if (file !== undefined) return readFile(join(folder, file), 'utf8')
  const readme = names.find((name) => /^readme\.md$/i.test(name))
  const section = readme && /^#+ licen[cs](?:e|ing)\b[\s\S]*/im.exec(await readFile(join(folder, readme), 'utf8'))?.[0]
  if (!section) throw new Error(`The package in ${folder} comes without the text of its license.`)
  return section
}
