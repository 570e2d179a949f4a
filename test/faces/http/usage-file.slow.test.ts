import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryLimits } from '../../../src/faces/http/limits.ts'
import { openUsageFile } from '../../../src/faces/http/usage-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { limitedKey } from './fixtures/keys.ts'

const month = new Date().toISOString().slice(0, 7)
const key = limitedKey({ monthly: 100 })

function usedIn(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8')).used
}

describe('the usage file', () => {
  it('preserves the monthly count across a restart, and is readable only by its owner', async () => {
    const directory = emptyFolder()
    const path = join(directory, 'usage.json')
    const before = memoryLimits({ usage: await openUsageFile(path) })
    expect(readdirSync(directory), 'nothing but its lock before there is something').toEqual(['usage.json.lock'])
    await before.take(key)
    await before.takeMore(key, 29)
    await before.take(limitedKey({ id: '__proto__', monthly: 5 }))
    await before.close()
    expect(readFileSync(path, 'utf8')).toBe(`{"version":1,"month":"${month}","used":{"0a1b2c3d":30,"__proto__":1}}\n`)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory)).toEqual(['usage.json'])

    const after = memoryLimits({ usage: await openUsageFile(path) })
    expect(await after.take(key)).toMatchObject({ windows: [{ remaining: 69 }] })
    await after.close()
    await after.close()
    expect(usedIn(path)).toMatchObject({ '0a1b2c3d': 31 })
  })

  it('is written about once per second, regardless of the number of requests', async () => {
    const path = join(emptyFolder(), 'usage.json')
    const usage = await openUsageFile(path)
    onTestFinished(() => usage.close())
    const limits = memoryLimits({ usage })
    for (let i = 0; i < 50; i++) await limits.take(key)
    await vi.waitFor(() => expect(usedIn(path)).toEqual({ '0a1b2c3d': 50 }), { timeout: 20_000 })
    const { ino } = statSync(path)
    await new Promise((resolve) => setTimeout(resolve, 1300))
    expect(statSync(path).ino, 'no change, no write').toBe(ino)
    await limits.take(key)
    await vi.waitFor(() => expect(usedIn(path)).toEqual({ '0a1b2c3d': 51 }), { timeout: 20_000 })
  })

  it('drops the counts of an earlier month', async () => {
    const path = join(emptyFolder(), 'usage.json')
    writeFileSync(path, '{"version":1,"month":"2020-02","used":{"0a1b2c3d":100,"ffffffff":7}}')
    const limits = memoryLimits({ usage: await openUsageFile(path) })
    expect(await limits.take(key)).toMatchObject({ refused: null, windows: [{ remaining: 99 }] })
    await limits.close()
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, month, used: { '0a1b2c3d': 1 } })
  })

  it('is updated in place if it is behind a symbolic link', async () => {
    const directory = emptyFolder()
    const [path, link] = [join(directory, 'usage.json'), join(directory, 'link.json')]
    writeFileSync(path, `{"version":1,"month":"${month}","used":{}}`)
    symlinkSync(path, link)
    const limits = memoryLimits({ usage: await openUsageFile(link) })
    await limits.take(key)
    await limits.close()
    expect(usedIn(path)).toEqual({ '0a1b2c3d': 1 })
  })

  it('is opened by only one process at a time, whatever path the process uses', async () => {
    const directory = emptyFolder()
    const [path, link] = [join(directory, 'usage.json'), join(directory, 'link.json')]
    writeFileSync(path, `{"version":1,"month":"${month}","used":{}}`)
    symlinkSync(path, link)
    const first = await openUsageFile(path)
    for (const name of [path, link, relative(process.cwd(), path)]) {
      const error = await openUsageFile(name).then(
        () => expect.fail('it was opened twice'),
        (reason) => reason,
      )
      expect(error.name).toBe('LimitsError')
      expect(error.message).toMatch(/^[^\n]+[^.\n]\.$/)
      expect(error.message).toContain(`${name}, which tracks the usage of API keys, is in use`)
      expect(error.message).toContain('--limits redis://…')
      expect(error.message).toContain('usage.json.lock')
    }
    await first.close()
    await (await openUsageFile(link)).close()
    expect(readdirSync(directory).sort()).toEqual(['link.json', 'usage.json'])
  })

  it('is opened only once if several processes find the lock of a process that has ended', async () => {
    const directory = emptyFolder()
    const path = join(directory, 'usage.json')
    // No process has this number, because it is above the system's limit.
    writeFileSync(`${path}.lock`, `4194399 ${hostname()}\n`)
    const opened = await Promise.allSettled([1, 2, 3].map(() => openUsageFile(path)))
    const usages = opened.filter((result) => result.status === 'fulfilled')
    expect(usages).toHaveLength(1)
    await usages[0].value.close()
    expect(readdirSync(directory)).toEqual([])
  })

  it('remains locked by a running process and by a process on another machine', async () => {
    const path = join(emptyFolder(), 'usage.json')
    for (const holder of [`1 ${hostname()}\n`, '4194399 elsewhere.example\n']) {
      writeFileSync(`${path}.lock`, holder)
      await expect(openUsageFile(path)).rejects.toThrow('is in use by another process')
      expect(readFileSync(`${path}.lock`, 'utf8')).toBe(holder)
    }
  })

  it.each([
    ['', 'is damaged'],
    ['{"version":1,"month":"2026-11","used":{"0a1b', 'is damaged'],
    ['null', 'is damaged'],
    ['[]', 'is damaged'],
    ['{"version":1,"month":"2026-11"}', "'used'"],
    ['{"version":1,"month":"November","used":{}}', "'month'"],
    ['{"version":1,"month":"2026-11","used":{"0a1b2c3d":-1}}', "'used.0a1b2c3d'"],
    ['{"version":1,"month":"2026-11","used":{"0a1b2c3d":1.5}}', "'used.0a1b2c3d'"],
    ['{"version":1,"month":"2026-11","used":{"0a1b2c3d":"7"}}', "'used.0a1b2c3d'"],
    ['{"version":1,"month":"2026-11","used":{"0a1b2c3d":1e300}}', "'used.0a1b2c3d'"],
    ['{"version":2,"month":"2026-11","used":{}}', 'was written by a later vicinage (version 2)'],
  ])('is rejected with a one-sentence error and left unchanged if it contains %j', async (text, words) => {
    const path = join(emptyFolder(), 'usage.json')
    writeFileSync(path, text)
    const error = await openUsageFile(path).then(
      () => expect.fail('it was accepted'),
      (reason) => reason,
    )
    expect(error.name).toBe('LimitsError')
    expect(error.message).toMatch(/^[^\n]+[^.\n]\.$/)
    expect(error.message).toContain(path)
    expect(error.message).toContain(words)
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('is rejected if it is a folder', async () => {
    await expect(openUsageFile(emptyFolder())).rejects.toThrow(/cannot be read \(EISDIR\)\.$/)
  })

  it('that cannot be written is reported once, and is written as soon as it can be', async () => {
    const directory = join(emptyFolder(), 'gone')
    mkdirSync(directory)
    const path = join(directory, 'usage.json')
    const complaints: string[] = []
    const usage = await openUsageFile(path, { onError: ({ message }) => complaints.push(message) })
    onTestFinished(() => usage.close())
    const limits = memoryLimits({ usage })
    rmSync(directory, { recursive: true })
    await limits.take(key)
    await vi.waitFor(() => expect(complaints).toHaveLength(1), { timeout: 20_000 })
    expect(complaints).toEqual([
      `The usage of the keys cannot be written to ${path} (ENOENT): it will be lost when the service restarts.`,
    ])
    expect(await limits.take(key)).toMatchObject({ refused: null, windows: [{ remaining: 98 }] })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(complaints).toHaveLength(1)
    mkdirSync(directory)
    await vi.waitFor(() => expect(usedIn(path)).toEqual({ '0a1b2c3d': 2 }), { timeout: 20_000 })
    rmSync(directory, { recursive: true })
    await limits.take(key)
    await limits.close()
    expect(complaints).toHaveLength(2)
  })

  it('loses about a second of counts when the process is killed, and is never half-written', async () => {
    const path = join(emptyFolder(), 'usage.json')
    const file = (name: string) => JSON.stringify(new URL(`../../../src/faces/http/${name}`, import.meta.url).href)
    const script = `
      import { memoryLimits } from ${file('limits.ts')}
      import { openUsageFile } from ${file('usage-file.ts')}
      const limits = memoryLimits({ usage: await openUsageFile(${JSON.stringify(path)}) })
      const key = { ...${JSON.stringify(key)}, monthly: 1e9 }
      setInterval(async () => {
        const { windows } = await limits.take(key)
        console.log(1e9 - windows[0].remaining)
      }, 2)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const seen: { at: number; count: number }[] = []
    createInterface(child.stdout!).on('line', (line) => seen.push({ at: performance.now(), count: Number(line) }))
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    await vi.waitFor(() => expect(seen[seen.length - 1]?.at - seen[0]?.at).toBeGreaterThan(3500), { timeout: 30_000 })
    const killed = performance.now()
    child.kill('SIGKILL')
    await ended
    const { '0a1b2c3d': kept } = usedIn(path) as Record<string, number>
    // Allow a second between writes and another for a slow disk.
    expect(kept).toBeGreaterThanOrEqual(seen.findLast(({ at }) => at < killed - 2000)!.count)
    expect(kept).toBeLessThanOrEqual(seen[seen.length - 1].count + 1)
    const limits = memoryLimits({ usage: await openUsageFile(path) })
    expect(await limits.take(key)).toMatchObject({ refused: kept >= 100 ? 'Monthly quota exceeded' : null })
    await limits.close()
  })
})
