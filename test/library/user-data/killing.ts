import type { ChildProcess } from 'node:child_process'
import { expect } from 'vitest'

/** Number of moments at which a run is killed. Set `KILLS=20` for more. */
export const KILLS = Number(process.env.KILLS ?? 5)

/** Resolves to how a child process ended and what it wrote to stderr. */
export function ended(child: ChildProcess): Promise<{ code: number | null; signal: string | null; err: string }> {
  let err = ''
  child.stdout?.resume()
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, err })))
}

/**
 * Kills a child process after `after` milliseconds, counted from when `hasBegun` first returns true, or from now if it
 * is null. A child that never begins is killed after `patience` milliseconds. Resolves when the child has ended.
 */
export async function killed(
  child: ChildProcess,
  { after, hasBegun, patience }: { after: number; hasBegun: (() => boolean) | null; patience: number },
): ReturnType<typeof ended> {
  const end = ended(child)
  const kill = () => child.kill('SIGKILL')
  let timer = setTimeout(kill, hasBegun === null ? after : patience)
  const watching = setInterval(() => {
    if (hasBegun === null || !hasBegun()) return
    clearInterval(watching)
    clearTimeout(timer)
    timer = setTimeout(kill, after)
  }, 1)
  const how = await end
  clearTimeout(timer)
  clearInterval(watching)
  return how
}

/**
 * Kills a run `KILLS` times. A run that ends before its moment does not count.
 *
 * @param kill kills a run at the moment of this number, from 0 to `KILLS`, checks what it left and returns how it ended
 */
export async function killedOften(
  kill: (moment: number) => Promise<{ readonly code: number | null; readonly signal: string | null }>,
): Promise<void> {
  let kills = 0
  for (let runs = 0; kills < KILLS && runs < 6 * KILLS; runs++) {
    const { code, signal } = await kill(runs % KILLS)
    if (signal === 'SIGKILL') kills++
    else expect(code).toBe(0)
  }
  expect(kills).toBe(KILLS)
}
