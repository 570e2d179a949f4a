import { rename, rm, writeFile } from 'node:fs/promises'

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
