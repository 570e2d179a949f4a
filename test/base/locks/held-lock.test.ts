import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { signature } from '../../../src/base/locks/file-lock.ts'
import { releaseLock, takeLock } from '../../../src/base/locks/held-lock.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

function lockOf(text: string): string {
  const folder = emptyFolder()
  const lock = join(folder, 'output.lock')
  writeFileSync(lock, text)
  return lock
}

/** Runs a shell script that first prints a process id, and keeps it alive until the test ends. */
async function pidFrom(script: string): Promise<number> {
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return Number(line)
}

const onLinux = process.platform === 'linux'

it('a lock is never taken over from a running process', async () => {
  const pid = await pidFrom('echo $$; exec sleep 60')
  for (const text of [`${pid} ${hostname()}\n`, `${pid} elsewhere 1\n`]) {
    const lock = lockOf(text)
    expect(await takeLock(lock), text).toBe(false)
    expect(readFileSync(lock, 'utf8')).toBe(text)
  }
})

it.runIf(onLinux)('a lock is taken over if its process ID now belongs to another process', async () => {
  const pid = await pidFrom('echo $$; exec sleep 60')
  const lock = lockOf(`${pid} ${hostname()} 1\n`)
  expect(await takeLock(lock)).toBe(true)
  expect(readFileSync(lock, 'utf8')).toBe(signature())
  await releaseLock(lock)
})

it.runIf(onLinux)('a lock is taken over from a zombie process', async () => {
  // The child becomes a zombie: the shell that started it turns into `sleep`, which never waits for it.
  const pid = await pidFrom('sleep 0.01 & echo $!; exec sleep 60')
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
  const lock = lockOf(`${pid} ${hostname()}\n`)
  expect(await takeLock(lock)).toBe(true)
  await releaseLock(lock)
})
