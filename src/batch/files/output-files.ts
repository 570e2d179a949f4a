import { realpath, stat } from 'node:fs/promises'
import { BatchError } from '../rows.ts'

/** The files of a run's output. */
export interface OutputFiles {
  /** As the user calls the output. */
  readonly name: string
  readonly output: string
  readonly part: string
  readonly journal: string
  readonly lock: string
}

/** A link stays a link: the file behind it is what is written. */
export async function outputFiles(name: string): Promise<OutputFiles> {
  if (name === '') throw new BatchError('The output has no name.')
  const output = await realpath(name).catch(() => name)
  const beside = (what: string) => `${output}.vicinage-${what}`
  return { name, output, part: beside('part'), journal: beside('journal'), lock: beside('lock') }
}

/** Throws a `BatchError` when the output can never be written: it is no file, or the run reads it. */
export async function refuseOutput({ name, output, ...beside }: OutputFiles, input: string): Promise<void> {
  const there = await statsOf(output)
  if (there?.isDirectory()) throw new BatchError(`${name} is a folder, name a file.`)
  if (there && !there.isFile()) throw new BatchError(`${name} is no file: name one, or - for standard output.`)
  const read = input === '-' ? null : await statsOf(input)
  for (const path of [output, beside.part, beside.journal, beside.lock]) {
    const written = await statsOf(path)
    if (read && written && read.dev === written.dev && read.ino === written.ino)
      throw new BatchError(`${input} would be read and written at once: name another output than ${name}.`)
  }
}

/** Throws a `BatchError` when something is in the place of the output that the run was not told to replace. */
export async function refuseOccupied(
  { name, output, journal }: OutputFiles,
  { resume, force }: { readonly resume: boolean; readonly force: boolean },
): Promise<void> {
  if (force) return
  if (!resume && (await statsOf(journal)))
    throw new BatchError(
      `An interrupted run has left ${journal}: go on with --resume, or begin anew and overwrite with --force.`,
    )
  if (await statsOf(output)) throw new BatchError(`${name} is there already: overwrite it with --force.`)
}

/** Numbers of files are larger than doubles on some systems. */
function statsOf(path: string) {
  return stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
