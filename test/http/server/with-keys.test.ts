import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consoleOf } from '../../cli/console.ts'
import { type ChildService, endChildren, startService } from './child-service.ts'

const QUERY = '?lat=30.25&lon=-97.75'
let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-keys-'))
  file = join(folder, 'keys.json')
})
afterEach(async () => {
  await endChildren()
  await rm(folder, { recursive: true })
})

async function keys(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await consoleOf(['keys', ...args, '--file', file])
  expect(code, err).toBe(0)
  return out.trim()
}

async function ask({ url }: ChildService, token: string | null, query = QUERY) {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/vibe/walkability${query}`, { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}

async function statuses(service: ChildService, token: string, times: number): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < times; i++) all.push((await ask(service, token)).status)
  return all
}

async function stop({ child, ended }: ChildService) {
  child.kill('SIGTERM')
  const { code, out } = await ended
  expect(code).toBe(0)
  return out
}

describe('a service with keys', () => {
  it('answers who has one, takes a new one, refuses a revoked one, all without a restart', async () => {
    const token = await keys('add', 'First')
    const service = await startService(['--keys', file])
    expect(await ask(service, token)).toMatchObject({ status: 200, body: { result: { score: 255 } } })
    expect(await ask(service, null)).toMatchObject({ status: 401, body: { detail: 'Not authenticated' } })
    expect(await ask(service, `${token}x`)).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } })

    const second = await keys('add', 'Second')
    while ((await ask(service, second)).status !== 200) await sleep(100)
    await keys('revoke', 'First')
    while ((await ask(service, token)).status !== 401) await sleep(100)
    expect(await ask(service, token)).toMatchObject({ body: { detail: 'Invalid API key' } })
    expect((await ask(service, second)).status).toBe(200)

    const log = await stop(service)
    expect(log).toContain('"key":"First"')
    for (const secret of [token, second]) expect(log).not.toContain(secret.slice(4, 20))
  })

  it('answers 429 above the rate, and says when to come back', async () => {
    const token = await keys('add', 'Slow', '--rate', '3/min')
    const service = await startService(['--keys', file])
    expect(await statuses(service, token, 3)).toEqual([200, 200, 200])
    const { status, headers, body } = await ask(service, token)
    expect({ status, body }).toEqual({ status: 429, body: { detail: 'Rate limit exceeded' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  it('counts the month through a restart', async () => {
    const token = await keys('add', 'Monthly', '--monthly', '5')
    const before = await startService(['--keys', file])
    expect(await statuses(before, token, 3)).toEqual([200, 200, 200])
    await stop(before)
    const usage = JSON.parse(await readFile(join(folder, 'keys.usage.json'), 'utf8')) as { used: object }
    expect(Object.values(usage.used)).toEqual([3])

    const after = await startService(['--keys', file])
    expect(await statuses(after, token, 3)).toEqual([200, 200, 429])
    expect(await ask(after, token)).toMatchObject({ body: { detail: 'Monthly quota exceeded' } })
    await stop(after)
  })
})

describe('the log', () => {
  const asked = async (...options: readonly string[]) => {
    const token = await keys('add', 'Reader')
    const service = await startService(['--keys', file, ...options])
    await ask(service, token)
    await ask(service, token, '?lat=95')
    await ask(service, 'not-a-token')
    const log = await stop(service)
    expect(log).not.toContain(token.slice(4, 20))
    expect(log).not.toContain('not-a-token')
    return log
  }
  const linesOf = (log: string) =>
    log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
  const line = { method: 'GET', path: '/v1/vibe/walkability', id: expect.any(String), ms: expect.any(Number) }

  it('says who asked for what and what came of it, without the place', async () => {
    const log = await asked()
    expect(linesOf(log)).toMatchObject([
      { ...line, status: 200, key: 'Reader' },
      { ...line, status: 422, key: 'Reader' },
      { ...line, status: 401, key: null },
    ])
    expect(log).not.toMatch(/30\.25|97\.75|lat/)
  })

  it('says the place, too, with --log-queries', async () => {
    expect(linesOf(await asked('--log-queries'))).toMatchObject([
      { ...line, status: 200, query: QUERY },
      { ...line, status: 422, query: '?lat=95' },
      { ...line, status: 401, query: QUERY },
    ])
  })

  it('says nothing with --no-log', async () => {
    expect(await asked('--no-log')).toBe('')
  })
})
