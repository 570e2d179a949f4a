import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { consoleOf } from '../../cli/console.ts'
import { hasRedis, startRedis } from '../redis-server.ts'
import { endChildren, startService } from './child-service.ts'

const installed = hasRedis()

afterEach(endChildren)

describe.skipIf(!installed)(`two instances${installed ? '' : ' (skipped: redis-server is not installed)'}`, () => {
  it('share the rate and the monthly quota of a key through one Redis, and exit with code 0', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'keys.json')
    const redis = await startRedis()
    try {
      const tokenOf = async (name: string, ...limit: readonly string[]) =>
        (await consoleOf(['keys', 'add', name, '--file', file, ...limit])).out.trim()
      const rated = await tokenOf('Rated', '--rate', '10/hour')
      const monthly = await tokenOf('Monthly', '--monthly', '7')
      const start = () => startService(['--keys', file, '--limits', `redis://127.0.0.1:${redis.port}`])
      const instances = await Promise.all([start(), start()])

      const ask = async (token: string, i: number) => {
        const { url } = instances[i % 2]
        const headers = { Authorization: `Bearer ${token}` }
        return (await fetch(`${url}/v1/vibe/walkability?lat=30&lon=-97`, { headers })).status
      }
      // Ask all at once: checking and counting must be one step.
      const asked = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(rated, i)))
      expect(asked.filter((status) => status === 200)).toHaveLength(10)
      expect(asked.filter((status) => status === 429)).toHaveLength(20)
      const counted = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(monthly, i)))
      expect(counted.filter((status) => status === 200)).toHaveLength(7)
      expect(counted.filter((status) => status === 429)).toHaveLength(23)

      for (const { child } of instances) child.kill('SIGTERM')
      for (const { ended } of instances) expect(await ended).toMatchObject({ code: 0, signal: null })
    } finally {
      await redis.kill()
      await rm(folder, { recursive: true })
    }
  })
})
