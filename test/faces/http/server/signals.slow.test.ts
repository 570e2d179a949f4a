import { connect as connectSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { builtCommand, type ChildService, endChildren, startService } from './child-service.ts'
import { batchOf, connect, GOOD } from './connection.ts'

/** Number of runs of the accept queue test; the figures in docs/reference/http.md are from `RUNS=20`. */
const RUNS = Number(process.env.RUNS ?? 2)

const signals = ['SIGTERM', 'SIGINT'] as const

afterEach(endChildren)

/** Counts of one client that kept sending requests until the service was gone. */
interface Seen {
  /** Number of complete answers. */
  answers: number
  /** Number of complete answers with `Connection: close`. */
  announced: number
  /** Text of each incomplete answer. */
  readonly broken: string[]
  /** Number of requests that were sent on an accepted connection and not answered. */
  unanswered: number
  /** Error code with which a new connection failed. */
  gone: string
}

/** Number of requests on a connection before the client opens another one. */
const REQUESTS = 20

async function askUntilGone({ port }: ChildService): Promise<Seen> {
  const seen: Seen = { answers: 0, announced: 0, broken: [], unanswered: 0, gone: '' }
  while (seen.gone === '') {
    const connection = await connect(port).catch((error: NodeJS.ErrnoException) => {
      seen.gone = error.code ?? 'unknown'
    })
    if (connection === undefined) break
    for (let asked = 1; asked <= REQUESTS; asked++) {
      connection.socket.write(GOOD)
      const answer = await connection.next()
      if (answer !== undefined) seen.answers++
      // The service may be gone before it accepts a new connection, which counts as a refused connection.
      else if (asked > 1) seen.unanswered++
      const announced = answer?.headers.connection === 'close'
      if (announced) seen.announced++
      if (answer === undefined || announced) break
    }
    connection.socket.destroy()
    const { rest } = await connection.closed
    if (rest !== '') seen.broken.push(rest)
  }
  return seen
}

describe.each(signals)('%s', (signal) => {
  it('under load allows all requests to finish and be logged, then ends the process with code 0', async () => {
    const service = await startService(['--no-auth'], builtCommand)
    const callers = Array.from({ length: 50 }, () => askUntilGone(service))
    while (service.out().split('\n').length < 200) await sleep(20)
    const slow = await connect(service.port)
    slow.socket.write(batchOf(10_000))
    await slow.until(100_000)
    slow.socket.pause()

    service.child.kill(signal)
    const seen = await Promise.all(callers)
    // Read the rest of the large answer after every other client is gone.
    slow.socket.resume()
    const { responses, rest } = await slow.closed
    expect(rest).toBe('')
    expect(responses).toHaveLength(1)
    expect(JSON.parse(responses[0].body).results).toHaveLength(10_000)

    const { code, out, err } = await service.ended
    expect(code).toBe(0)
    for (const { broken, unanswered, gone } of seen) {
      expect([broken, unanswered]).toEqual([[], 0])
      expect(gone).toMatch(/^(ECONNREFUSED|ECONNRESET)$/)
    }
    expect(seen.some(({ announced }) => announced > 0)).toBe(true)
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: number })
    expect(lines.every(({ status }) => status === 200)).toBe(true)
    expect(lines).toHaveLength(1 + seen.reduce((sum, { answers }) => sum + answers, 0))
    expect(err).toMatch(/vicinage is finishing open requests and will then stop\.\n$/)
  })

  it('sent twice ends the process immediately', async () => {
    const service = await startService(['--no-auth'], builtCommand)
    const connection = await connect(service.port)
    connection.socket.write(batchOf(10_000))
    await connection.until(100_000)
    // A client that does not read would delay the shutdown by ten seconds.
    connection.socket.pause()
    service.child.kill(signal)
    await new Promise((resolve) => service.child.stderr.once('data', resolve))
    service.child.kill(signal)
    expect(await service.ended).toMatchObject({ code: null, signal })
    connection.socket.destroy()
  })
})

describe('the shutdown', () => {
  it('is not delayed by connections that are silent, idle or in the middle of a request', async () => {
    const service = await startService(['--no-auth'], builtCommand)
    const starts = ['', 'GET / HT', GOOD, `${GOOD}GET`]
    const connections = await Promise.all(starts.map(() => connect(service.port)))
    for (const [i, { socket }] of connections.entries()) socket.write(starts[i])
    await Promise.all(connections.slice(2).map(({ until }) => until(1)))
    // Answers under way get ten seconds; shutting down everything else takes half a second.
    const late = new Promise((resolve) => setTimeout(resolve, 8000, 'late').unref())
    service.child.kill('SIGTERM')
    expect(await Promise.race([service.ended, late])).toMatchObject({ code: 0, signal: null })
    for (const { closed } of connections) expect((await closed).rest).toBe('')
  })
})

describe('SIGHUP', () => {
  it('allows open requests to finish, like the other signals', async () => {
    const service = await startService(['--no-auth'], builtCommand)
    const connection = await connect(service.port)
    // The batch is small enough for a busy machine to answer it within the ten seconds that a shutdown allows.
    connection.socket.write(batchOf(2000))
    await connection.until(1)
    service.child.kill('SIGHUP')
    expect(JSON.parse((await connection.next())!.body).results).toHaveLength(2000)
    expect(await service.ended).toMatchObject({ code: 0, signal: null })
  })
})

describe('a full accept queue', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
    'is processed completely before the service stops (run %i)',
    async () => {
      const service = await startService(['--no-auth'], builtCommand)
      const clients = Array.from({ length: 1000 }, () => askOnce(service.port))
      // By now every client has written its request, and the service has accepted some of them.
      await sleep(20)
      service.child.kill('SIGTERM')
      const outcomes = await Promise.all(clients)
      const count = (outcome: string) => outcomes.filter((one) => one === outcome).length
      expect({ reset: count('ECONNRESET'), cut: count('cut'), known: count('200') + count('ECONNREFUSED') }).toEqual({
        ...{ reset: 0, cut: 0, known: 1000 },
      })
      expect(count('200')).toBeGreaterThan(100)
      expect(await service.ended).toMatchObject({ code: 0 })
    },
  )
})

/**
 * Connects and sends one request. Returns `200`, the error code of the connection, or `cut` if it closed without a
 * complete answer.
 */
function askOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectSocket({ port, host: '127.0.0.1' })
    let got = ''
    socket.on('connect', () => socket.write(GOOD))
    socket.on('data', (piece) => {
      got += piece.toString('latin1')
      if (/^HTTP\/1.1 200/.test(got) && /\r\n\r\n.*\}$/s.test(got)) socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    socket.on('close', () => resolve(/^HTTP\/1.1 200/.test(got) ? '200' : 'cut'))
  })
}
