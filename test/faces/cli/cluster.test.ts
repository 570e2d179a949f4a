import { describe, expect, it } from 'vitest'
import type { ClusterStatus } from '../../../src/faces/batch/cluster/status.ts'
import { statusText } from '../../../src/faces/cli/commands/cluster.ts'
import { consoleOf } from './console.ts'

const style = { width: 200, color: false, unicode: true, units: 'us' } as const

const refusal = async (...argv: string[]) => (await consoleOf(['cluster', ...argv])).err

describe('vicinage cluster', () => {
  it('rejects missing and invalid options, without repeating a password', async () => {
    expect(await refusal('status')).toContain("Required option '--redis <url>' not specified")
    expect(await refusal('submit', 'a.csv', 'b.csv', '--redis', 'redis://localhost', '--piece', '9MB')).toContain(
      "--piece: expected 1MB to 8MB, got '9MB'.",
    )
    expect(await refusal('worker', '--redis', 'redis://localhost', '--threads', '0')).toContain('--threads: expected')
    const secret = await refusal('status', '--redis', 'http://user:secret@localhost')
    expect(secret).toContain('The Redis URL begins with http:')
    expect(secret).not.toContain('secret')
  })

  it('prints runs, workers and failed jobs', () => {
    expect(statusText({ redis: 'localhost:6379', runs: [], data: [] }, style)).toBe(
      'There are no runs at localhost:6379.\nThere are no workers.\n',
    )
    expect(
      statusText(statusFixture, style),
    ).toBe(`/data/in.csv  ·  to /data/out.csv  ·  25%  ·  1,000 rows  ·  12 jobs under way  ·  run a1
/data/old.csv  ·  to /data/x.csv  ·  failed at 0%  ·  0 rows  ·  last seen 2026-01-02 03:04 UTC  ·  run b2
  The input makes no sense.
2 workers  ·  data build 5f96, 2 bundles, 3 street indexes, vicinage 1.2.3  ·  10 jobs waiting  ·  2 being answered
  one:17
  two:18
  failed once and will be retried: bytes or row groups 5 to 9 of run a1: /data/in.csv cannot be found on two.
`)
  })
})

const data = { id: 'd', version: '1.2.3', build: '5f96', bundles: ['a.bundle', 'b.bundle'], streets: 3 }
const times = { began: '2026-01-02T03:00:00.000Z', seen: '2026-01-02T03:04:05.000Z' }
const statusFixture: ClusterStatus = {
  redis: 'localhost:6379',
  runs: [
    {
      ...{ id: 'a1', input: '/data/in.csv', output: '/data/out.csv', state: 'running', ...times },
      ...{ rows: 1000, share: 0.25, underWay: 12, data },
    },
    {
      ...{ id: 'b2', input: '/data/old.csv', output: '/data/x.csv', state: 'failed', ...times },
      ...{ rows: 0, share: 0, underWay: 0, reason: 'The input makes no sense.', data },
    },
  ],
  data: [
    {
      data,
      workers: ['one:17', 'two:18'],
      waiting: 10,
      active: 2,
      failed: [{ run: 'a1', start: 5, end: 9, attempts: 1, reason: '/data/in.csv cannot be found on two.' }],
    },
  ],
}
