import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../../../../src/faces/http/serve.ts'
import { endChildren, startService } from './child-service.ts'
import { batchOf, connect, GOOD } from './connection.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await endChildren()
})

const bytes = new TextEncoder().encode('piece ')
const listening = (fetch: (request: Request) => Response | Promise<Response>) =>
  serve({ app: { fetch } }, { host: '127.0.0.1', port: 0 }, { drain: 0 })
const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

describe('garbage sent by a client during a response', () => {
  it('closes the connection without writing anything into the response', async () => {
    const body = new ReadableStream({
      async pull(controller) {
        await sleep(5)
        controller.enqueue(bytes)
      },
    })
    const serving = await listening(() => new Response(body))
    const connection = await connect(portOf(serving))
    connection.socket.write(GOOD)
    await connection.until(200)
    connection.socket.write('rubbish\r\n\r\n')
    const { responses, rest } = await connection.closed
    expect(responses).toEqual([])
    expect(rest.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    await serving.stop()
  })
})

describe('an app that throws', () => {
  it('before it responds causes a 500 response without internal details', async () => {
    const serving = await listening((request) => {
      if (request.method === 'GET') throw new Error('inside')
      return Promise.reject(new Error('inside'))
    })
    for (const method of ['GET', 'POST']) {
      const response = await fetch(serving.url, { method })
      expect(response.status).toBe(500)
      expect(response.headers.get('x-request-id')).toMatch(/./)
      expect(await response.json()).toEqual({ detail: 'Internal Server Error' })
    }
    await serving.stop()
  })

  it.each([0, 1, 5, 50])(
    'after %i chunks of its response leaves the response visibly truncated, and the server running',
    async (pieces) => {
      const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
      const serving = await listening(({ url }) => {
        let left = url.includes('walkability') ? pieces : 1000
        const body = new ReadableStream({
          async pull(controller) {
            await sleep(0)
            if (left-- === 0) throw new Error('inside')
            controller.enqueue(bytes)
          },
        })
        return url.includes('whole') ? new Response('whole') : new Response(body)
      })
      const connection = await connect(portOf(serving))
      connection.socket.write(GOOD)
      const { responses, rest } = await connection.closed
      expect(responses).toEqual([])
      expect(rest).toMatch(/^HTTP\/1\.1 200 /)
      expect(rest).not.toMatch(/inside|0\r\n\r\n$/)
      expect(reported).toHaveBeenCalled()
      expect(await (await fetch(`${serving.url}/whole`)).text()).toBe('whole')
      await serving.stop()
    },
  )
})

it('the service announces its address on standard error, including the port chosen for `--port 0`', async () => {
  const { url, port, child, ended } = await startService(['--no-auth', '--no-explore'])
  expect((await fetch(`${url}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  const { out, err } = await ended
  expect(port).toBeGreaterThan(0)
  expect(err.split('\n')[0]).toBe(
    `vicinage answers at http://127.0.0.1:${port}/v1, documentation at http://127.0.0.1:${port}/docs. Stop it with Ctrl-C.`,
  )
  expect(out).not.toContain('answers at')
})

describe('disconnecting clients', () => {
  it('cause only JSON lines in the log', async () => {
    const service = await startService(['--no-auth'])
    for (const half of [GOOD, batchOf(5000), batchOf(5000).slice(0, 9000)]) {
      const connections = await Promise.all(Array.from({ length: 10 }, () => connect(service.port)))
      for (const { socket } of connections) socket.write(half)
      await sleep(50)
      for (const { socket } of connections) socket.resetAndDestroy()
    }
    service.child.kill('SIGTERM')
    const { code, out, err } = await service.ended
    expect(code).toBe(0)
    for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('status')
    expect(err.split('\n')).toHaveLength(3)
  })
})
