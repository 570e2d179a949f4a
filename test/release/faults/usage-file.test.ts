import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryLimits } from '../../../src/faces/http/limits.ts'
import { openUsageFile } from '../../../src/faces/http/usage-file.ts'
import { limitedKey } from '../../faces/http/fixtures/keys.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { drawFaults, type Fault } from './draw-faults.ts'
import { failOnce, restore } from './failing-file-system.mjs'

const key = limitedKey({ monthly: 1000 })

afterEach(() => {
  restore()
  vi.useRealTimers()
})

/**
 * Counts five requests: three before the file is written for the first time, and two after. Returns the error messages.
 */
async function countFive(folder: string) {
  const complaints: string[] = []
  const path = join(folder, 'usage.json')
  const usage = await openUsageFile(path, { onError: ({ message }) => complaints.push(message) })
  const limits = memoryLimits({ usage })
  for (let i = 0; i < 3; i++) await limits.take(key)
  vi.advanceTimersByTime(1000)
  const isWritten = () => existsSync(path) && countIn(path) === usage.used.get(key.id)
  while (complaints.length === 0 && !isWritten()) await new Promise((done) => setImmediate(done))
  for (let i = 0; i < 2; i++) await limits.take(key)
  await limits.close()
  return complaints
}

/** Returns the requests of the key that are in the file. */
function countIn(path: string): number {
  return JSON.parse(readFileSync(path, 'utf8')).used[key.id]
}

/** Counts five requests twice, the first time with a fault. Lists what is wrong afterwards. */
async function wrongAfter(fault: Fault): Promise<string[]> {
  const folder = emptyFolder()
  const calls = failOnce({ folder, ...fault })
  const refused = await countFive(folder).then(
    (complaints) => {
      // Users see at most one message.
      if (complaints.length > 1) return `two complaints: ${complaints.join(' ')}`
      return complaints.every((text) => text.endsWith('it will be lost when the service restarts.'))
        ? null
        : complaints[0]
    },
    (error) => `refused: ${error}`,
  )
  const wrong = refused === null ? [] : [refused]
  const left = readdirSync(folder).join()
  if (left !== 'usage.json') wrong.push(`left behind: ${left}`)
  failOnce({ folder })
  await countFive(folder)
  const count = countIn(join(folder, 'usage.json'))
  if (count !== 10) wrong.push(`counts ${count} of 10 requests`)
  return wrong.map((what) => `${fault.code} at ${fault.at}, ${calls[fault.at - 1]?.replace(folder, '')}: ${what}`)
}

it('the usage file counts every request if a file operation fails once, and no other file is left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const folder = emptyFolder()
  const calls = failOnce({ folder })
  expect(await countFive(folder)).toEqual([])
  expect(
    calls.filter((call) => call.startsWith('rename')),
    'the file is written twice',
  ).toHaveLength(2)
  const wrong: string[] = []
  for (const fault of drawFaults(calls.length, 3 * calls.length)) wrong.push(...(await wrongAfter(fault)))
  expect(wrong).toEqual([])
})
