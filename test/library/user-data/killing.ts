import type { ChildProcess } from 'node:child_process'
import { expect } from 'vitest'

/** At how many moments a run is killed: `KILLS=20` looks closer. */
export const KILLS = Number(process.env.KILLS ?? 8)

/** How a child ended, and what it wrote on its error output. */
export function ended(child: ChildProcess): Promise<{ code: number | null; signal: string | null; err: string }> {
  let err = ''
  child.stdout?.resume()
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, err })))
}

/**
 * Kills a child `after` milliseconds, counted from when `hasBegun` is first true, or from now without it. One that
 * never begins is killed after `patience` milliseconds. Resolves when it has ended.
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
 * Has a run killed `KILLS` times. One that ended before its moment does not count.
 *
 * @param kill kills a run at the moment of this number, from 0 to `KILLS`, looks at what it left, and says how it ended
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
