import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * The licences of the packages that bundled files come from, and of what those depend on: some packages are bundles themselves.
 *
 * @throws {Error} for a package without the text of its licence
 */
export async function licencesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []))
  const texts = new Map<string, string>()
  // What a package depends on joins the set while it is walked.
  for (const folder of folders) {
    const { name, version, license, dependencies = {} } = await manifestOf(folder)
    texts.set(`${name} ${version}`, `${name} ${version} (${license})\n\n${(await licenceIn(folder)).trim()}\n`)
    for (const dependency of Object.keys(dependencies))
      if (!dependency.startsWith('@types/')) folders.add(await installed(dependency, folder))
  }
  const rule = `\n${'-'.repeat(80)}\n\n`
  const sorted = [...texts.keys()].sort().map((key) => texts.get(key))
  return ['The scripts and styles beside this file contain code of these packages.\n', ...sorted].join(rule)
}

/** `node_modules/@preact/signals` of a file in it; null for files of the project. */
function folderOf(file: string): string | null {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Where a package is that another one depends on: in its own `node_modules` or in one further up. */
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

/** The text of a licence, in a file of its own or at the end of the README. */
async function licenceIn(folder: string): Promise<string> {
  const names = await readdir(folder)
  const file = names.find((name) => /^(licen[cs]e|copying)(\.(txt|md))?$/i.test(name))
  if (file !== undefined) return readFile(join(folder, file), 'utf8')
  const readme = names.find((name) => /^readme\.md$/i.test(name))
  const section = readme && /^#+ licen[cs]e[\s\S]*/im.exec(await readFile(join(folder, readme), 'utf8'))?.[0]
  if (!section) throw new Error(`The package in ${folder} comes without the text of its licence.`)
  return section
}
