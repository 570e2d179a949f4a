import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Terminal } from '../../../src/faces/cli/terminal.ts'
import { keyFileText } from '../../../src/faces/http/key-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { keyFixture, sha256 } from '../http/fixtures/keys.ts'
import { consoleOf } from './console.ts'

const day = 86_400_000
const expired = keyFixture('old', { name: 'Old one', expires: Date.UTC(2026, 0, 3) })
const lasting = keyFixture('new', { name: 'New one', rate: { requests: 50, seconds: 60 }, monthly: 1_234_567 })
let folder: string
let file: string

beforeEach(async () => {
  folder = emptyFolder()
  file = join(folder, 'keys.json')
})

const keys = (argv: readonly string[], change: Partial<Terminal> = {}) =>
  consoleOf(['keys', ...argv, '--file', file], change)

const stored = async () => JSON.parse(await readFile(file, 'utf8')).keys
const write = () => writeFile(file, keyFileText([expired, lasting]), { mode: 0o600 })

describe('vicinage keys add', () => {
  it('prints only the token on stdout, and notes about it on stderr', async () => {
    const { out, err } = await keys(['add', 'Example', '--rate', '50/minute', '--monthly', '100000'])
    expect(out).toMatch(/^vic_[\w-]{43}\n$/)
    const [key] = await stored()
    expect(key).toMatchObject({
      name: 'Example',
      sha256: sha256(out.trim()),
      rate: '50/min',
      monthly: 100_000,
      expires: null,
    })
    expect(err).toBe(
      `Added key Example (${key.id}) to ${file} (mode 600). Its token is shown only once. Keep it safe.\n`,
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('prints the token and the key as JSON on request', async () => {
    const { out } = await keys(['add', 'Example', '--expires', '2098-12-31', '--json'])
    const [{ id, sha256: hash, created }] = await stored()
    const { token, ...rest } = JSON.parse(out)
    expect(sha256(token)).toBe(hash)
    expect(rest).toEqual({
      ...{ file, id, name: 'Example', rate: null, monthly: null, created },
      ...{ expires: '2099-01-01T00:00:00.000Z', expired: false },
    })
  })

  it('creates keys that expire at the end of the given day in UTC', async () => {
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const today = dayOf(Date.now())
    const { err } = await keys(['add', 'Today', '--expires', today])
    // Skip the check at midnight, when the day of the test has become yesterday.
    if (dayOf(Date.now()) === today) {
      expect(err).toContain('Added key Today')
      expect((await stored())[0].expires).toBe(`${dayOf(Date.parse(today) + day)}T00:00:00.000Z`)
    }
    const past = [dayOf(Date.now() - 2 * day), new Date(Date.now() - 1000).toISOString(), '1999-12-31']
    for (const date of past)
      expect((await keys(['add', 'Past', '--expires', date])).err).toContain('--expires: the date has passed.')
  })

  it('considers two names equal if they look the same, and trims spaces', async () => {
    await keys(['add', ' Pen\u0303a '])
    expect((await stored())[0].name).toBe('Pe\u00f1a')
    expect((await keys(['add', 'Pe\u00f1a'])).err).toContain('already has a key Pe\u00f1a: revoke it first')
    expect((await keys(['revoke', 'Pen\u0303a'])).code).toBe(0)
  })

  it.each([
    [['add', ''], 'NAME: expected 1 to 100 characters'],
    [['add', 'x', '--rate', '50/week'], '--rate: expected N/sec, N/min,'],
    [['add', 'x', '--monthly', '0'], '--monthly: expected a whole number from 1'],
    [['add', 'x', '--monthly', '1e5'], '--monthly: expected'],
    [['add', 'x', '--monthly', '1000000000000'], '--monthly: expected'],
    [['add', 'x', '--monthly', '9'.repeat(400)], '--monthly: expected'],
    [['add', 'x', '--expires', 'tomorrow'], '--expires: expected a date such as 2026-12-31'],
    [['list'], 'There is no key file'],
    [['revoke', 'x'], 'has no key with that name or id.'],
  ])('rejects %j without writing anything', async (argv, reason) => {
    const { code, out, err, opened } = await keys(argv)
    expect(err).toContain(reason)
    expect({ code, out, opened, left: await readdir(folder) }).toEqual({ code: 2, out: '', opened: [], left: [] })
  })

  it('rejects an empty file name and a damaged file', async () => {
    await writeFile(file, 'damaged', { mode: 0o600 })
    for (const argv of [['add', 'x'], ['list'], ['revoke', 'x']]) {
      const { code, err } = await keys(argv)
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(`${file}: the file is damaged`) })
    }
    file = ' '
    const { err } = await keys(['list'])
    file = join(folder, 'keys.json')
    expect(err).toContain('--file is empty.')
  })
})

describe('vicinage keys list', () => {
  it('prints a line for each key, marks expired keys and shows no hashes', async () => {
    await write()
    const { out } = await keys(['list'], { columns: 140 })
    expect(
      out,
    ).toBe(`Old one  ·  ${expired.id}  ·  unlimited rate  ·  unlimited per month  ·  created 2026-01-02 03:04 UTC  ·  expired 2026-01-03 00:00 UTC
New one  ·  ${lasting.id}  ·  50/min  ·  1,234,567 per month  ·  created 2026-01-02 03:04 UTC  ·  never expires
`)
  })

  it.each([20, 40, 60, 80, 140])('fits a terminal of %i columns', async (columns) => {
    await write()
    const { out } = await keys(['list'], { columns, unicode: false })
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(Math.max(40, columns))
    expect(out).toMatch(/^[\n -~]+$/)
  })

  it('prints JSON without hashes', async () => {
    await write()
    const { out } = await keys(['list', '--json'])
    const rest = { created: '2026-01-02T03:04:05.678Z' }
    expect(JSON.parse(out)).toEqual({
      file,
      keys: [
        {
          ...{ id: expired.id, name: 'Old one', rate: null, monthly: null, ...rest },
          ...{ expires: '2026-01-03T00:00:00.000Z', expired: true },
        },
        {
          ...{ id: lasting.id, name: 'New one', rate: '50/min', monthly: 1_234_567, ...rest },
          ...{ expires: null, expired: false },
        },
      ],
    })
    expect(out).not.toContain(lasting.hash)
  })

  it('reports that there are no keys', async () => {
    await writeFile(file, keyFileText([]), { mode: 0o600 })
    expect((await keys(['list'])).out).toBe(`There are no keys in ${file}.\n`)
  })
})

describe('vicinage keys revoke', () => {
  it('revokes a key by name or ID', async () => {
    await write()
    expect((await keys(['revoke', 'Old one'])).out).toBe(`Revoked Old one (${expired.id}).\n`)
    expect((await keys(['revoke', lasting.id])).out).toBe(`Revoked New one (${lasting.id}).\n`)
    expect(await stored()).toEqual([])
  })
})
