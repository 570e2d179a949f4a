import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError } from '../read/source-error.ts'

const FILE = 'fetching.lock'

/**
 * Runs with a folder to itself: two runs would write into each other's partial files. A lock whose process has ended, as
 * after a crash, is taken over. Throws a `SourceError` when another process is at work in the folder.
 */
export async function aloneIn<T>(directory: string, run: () => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, FILE)
  await take(path)
  try {
    return await run()
  } finally {
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<void> {
  const write = () => writeFile(path, `${process.pid}\n`, { flag: 'wx' })
  try {
    return await write()
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EEXIST') throw cause
  }
  const holder = Number(await readFile(path, 'utf8').catch(() => ''))
  if (holder > 0 && isRunning(holder)) {
    const found = `process ${holder} is filling this folder`
    throw new SourceError({ file: path, found, expectation: 'one run at a time: wait for it, or choose another --out' })
  }
  await rm(path, { force: true })
  await write()
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    return (error as { code?: string }).code === 'EPERM'
  }
}
