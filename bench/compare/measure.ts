import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

export interface Measured {
  readonly seconds: number
  /** CPU seconds of all processes, including the server's. */
  readonly cpuSeconds: number
  /** Peak resident memory of all processes together, sampled every 50 ms. Shared pages are counted once. */
  readonly peakMb: number
}

const SAMPLE_INTERVAL = 50 // ms

/**
 * Runs a bash script and measures it together with its child processes and the server that it uses. Linux only, because
 * it reads /proc.
 */
export async function measure(script: string, server?: number): Promise<Measured> {
  const serverBefore = server === undefined ? 0 : await cpuSeconds(server)
  const started = performance.now()
  const shell = spawn('bash', ['-c', `set -eo pipefail; ${script}; times >&3`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let times = ''
  shell.stdio[2]!.on('data', (text) => {
    output += text
  })
  shell.stdio[3]!.on('data', (text) => {
    times += text
  })
  const ended = new Promise<number | null>((resolve) => shell.once('close', resolve))
  let running = true
  const watched = (async () => {
    let peak = 0
    while (running) {
      peak = Math.max(peak, await residentMb([shell.pid!, ...(server === undefined ? [] : [server])]))
      await setTimeout(SAMPLE_INTERVAL)
    }
    return peak
  })()
  const code = await ended
  const seconds = (performance.now() - started) / 1000
  running = false
  const peakMb = await watched
  if (code !== 0) throw new Error(`${script}\n${output}`)
  const serverAfter = server === undefined ? 0 : await cpuSeconds(server)
  return { seconds, cpuSeconds: shellTimes(times) + serverAfter - serverBefore, peakMb }
}

/** Adds up the output of `times`: user and system time of the shell and its children, in the form 0m1.234s. */
function shellTimes(text: string): number {
  return [...text.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/**
 * Returns the user and system time of a process and all of its children, including those that have ended. The
 * resolution is 0.01 s.
 */
async function cpuSeconds(pid: number): Promise<number> {
  const all = await Promise.all((await family(pid)).map((process) => procFile(process, 'stat')))
  return all.reduce((sum, stat) => {
    const fields = stat.replace(/^.*\) /, '').split(' ')
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) / 100
  }, 0)
}

async function residentMb(pids: readonly number[]): Promise<number> {
  const all = (await Promise.all(pids.map(family))).flat()
  const statuses = await Promise.all(all.map((pid) => procFile(pid, 'status')))
  const kilobytes = (kind: string) =>
    statuses.map((status) => Number(new RegExp(`^Rss${kind}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0))
  const anonymous = kilobytes('Anon').reduce((sum, kilobyte) => sum + kilobyte, 0)
  return (anonymous + Math.max(0, ...kilobytes('File')) + Math.max(0, ...kilobytes('Shmem'))) / 1000
}

/** Returns a process and all of its descendants. */
async function family(pid: number): Promise<number[]> {
  const children = (await procFile(pid, `task/${pid}/children`)).split(' ').filter(Boolean).map(Number)
  return [pid, ...(await Promise.all(children.map(family))).flat()]
}

/** Reads a file of a process in /proc. Returns an empty string if the process has ended. */
function procFile(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
}
