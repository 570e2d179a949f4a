import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aloneIn } from '../../data-build/fetch/folder-lock.ts'
import { SourceError } from '../../data-build/read/source-error.ts'

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'vicinage-lock-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

describe('a folder that is being filled', () => {
  it('lets no second run in, and is free again afterwards, failed or not', async () => {
    const directory = folder()
    const outcome = await aloneIn(directory, async () => {
      await expect(aloneIn(directory, async () => 'second')).rejects.toThrow(SourceError)
      await expect(aloneIn(directory, async () => 'second')).rejects.toThrow(`process ${process.pid} is filling`)
      return 'first'
    })
    expect(outcome).toBe('first')
    await expect(aloneIn(directory, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(existsSync(join(directory, 'fetching.lock'))).toBe(false)
    expect(await aloneIn(directory, async () => 'third')).toBe('third')
  })

  // A process number above the system's limit belongs to no process.
  it.each(['4194399\n', '', 'garbage', '-1'])(
    'is taken over when its lock is of no running process: %j',
    async (text) => {
      const directory = folder()
      writeFileSync(join(directory, 'fetching.lock'), text)
      expect(await aloneIn(directory, async () => 'mine')).toBe('mine')
    },
  )
})
