import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { consoleOf } from '../../cli/console.ts'
import { type ChildService, endChildren, runCommand, startService } from './child-service.ts'

const QUERY = '?lat=30.25&lon=-97.75'
let folder: string
let file: string

beforeEach(async () => {
  folder = emptyFolder()
  file = join(folder, 'keys.json')
})
afterEach(async () => {
  await endChildren()
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
  it('serves clients with a key and applies added and revoked keys without a restart', async () => {
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

  it('preserves the monthly count across a restart', async () => {
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

describe('a second service with the same key file', () => {
  it('does not start while the first service is running', async () => {
    await keys('add', 'Shared', '--monthly', '5')
    const first = await startService(['--keys', file])
    const { code, out, err } = await runCommand(['serve', '--keys', file, '--port', '0']).ended
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^vicinage: .*keys\.usage\.json, .* is in use by another process: .*--limits redis:.*\.\n.+\n$/)
    await stop(first)
    await stop(await startService(['--keys', file]))
    expect(await readdir(folder)).toEqual(['keys.json'])
  })

  it('starts after the first service was killed', async () => {
    const token = await keys('add', 'Shared', '--monthly', '5')
    const first = await startService(['--keys', file])
    first.child.kill('SIGKILL')
    await first.ended
    const second = await startService(['--keys', file])
    expect(await statuses(second, token, 2)).toEqual([200, 200])
    await stop(second)
  })
})

describe('a service whose log is no longer read', () => {
  it('keeps responding and counting, and reports the lost log once', async () => {
    const token = await keys('add', 'Monthly', '--monthly', '100')
    const service = await startService(['--keys', file])
    const said = () => service.err().match(/continues without a log: .*\(EPIPE\)/g)?.length ?? 0
    service.child.stdout.destroy()
    let asked = 0
    for (; said() === 0; asked++) {
      expect((await ask(service, token)).status).toBe(200)
      await sleep(100)
    }
    for (let i = 0; i < 5; i++, asked++) {
      expect((await ask(service, token)).status).toBe(200)
      await sleep(100)
    }
    service.child.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
    expect(said()).toBe(1)
    const usage = JSON.parse(await readFile(join(folder, 'keys.usage.json'), 'utf8')) as { used: object }
    expect(Object.values(usage.used)).toEqual([asked])
  })

  it('keeps responding even if standard error is closed', async () => {
    const service = await startService(['--no-auth'])
    service.child.stdout.destroy()
    service.child.stderr.destroy()
    for (let i = 0; i < 8; i++) {
      expect((await ask(service, null)).status).toBe(200)
      await sleep(100)
    }
    service.child.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
  })
})

describe('the request log', () => {
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

  it('contains the key, path and status of each request, but not its coordinates', async () => {
    const log = await asked()
    expect(linesOf(log)).toMatchObject([
      { ...line, status: 200, key: 'Reader' },
      { ...line, status: 422, key: 'Reader' },
      { ...line, status: 401, key: null },
    ])
    expect(log).not.toMatch(/30\.25|97\.75|lat/)
  })

  it('contains the query of each request with --log-queries', async () => {
    expect(linesOf(await asked('--log-queries'))).toMatchObject([
      { ...line, status: 200, query: QUERY },
      { ...line, status: 422, query: '?lat=95' },
      { ...line, status: 401, query: QUERY },
    ])
  })

  it.each(['requests', 'queries'])('of %s hides a token in the path, the query or the request ID', async (what) => {
    const options = what === 'queries' ? ['--log-queries'] : []
    const token = await keys('add', 'Careless')
    const service = await startService(['--keys', file, ...options])
    const encoded = token.replace(/[_-]/g, (sign) => (sign === '_' ? '%5f' : '%2D'))
    for (const secret of [token, encoded])
      for (const path of [`/${secret}`, `/v1/schools/school/${secret}`, `/v1/vibe/walkability?key=${secret}&lat=1`])
        await (await fetch(service.url + path, { headers: { 'X-Request-Id': token } })).text()
    const log = await stop(service)
    expect(linesOf(log)).toHaveLength(6)
    expect(log).toContain('"path":"/v1/schools/school/vic_…"')
    if (options.length > 0) expect(log).toContain('"query":"?key=vic_…&lat=1"')
    for (const secret of [token, encoded]) expect(log).not.toContain(secret.slice(6, 16))
  })

  it('is empty with --no-log', async () => {
    expect(await asked('--no-log')).toBe('')
  })
})
