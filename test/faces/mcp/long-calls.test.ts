import { describe, expect, it } from 'vitest'
import { NotFoundError, refusedArgument } from '../../../src/base/errors.ts'
import { BusyError, type PoolAnswer, type PoolTask, type RequestPool } from '../../../src/faces/http/pool.ts'
import { toolTask } from '../../../src/faces/mcp/tool-task.ts'
import type { ToolSet } from '../../../src/faces/mcp/tools.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { libraryFixture } from '../cli/console.ts'
import { call, connected } from './connected.ts'

const threadLibrary = libraryFixture as unknown as Vicinage

/** Returns a pool whose only thread is `answer`, and the tasks that it gets. */
function poolOf(answer: (task: PoolTask) => Promise<PoolAnswer>) {
  const tasks: PoolTask[] = []
  const pool: RequestPool = {
    run: (task) => {
      tasks.push(task)
      return answer(task)
    },
    close: async () => {},
  }
  return { tasks, pool }
}

/** Answers like a worker thread with the given library, on a clone of the input. */
const onThread =
  (library = threadLibrary) =>
  async ({ input }: PoolTask): Promise<PoolAnswer> => {
    const { head, body } = await toolTask(library, structuredClone(input) as Parameters<typeof toolTask>[1])
    return { head, body: new TextEncoder().encode(body as string) }
  }

const wide = { lat: 30, lon: -97, radius: 10_000_000 }
const find = { where: { walkability: { min: 1 } }, within: { state: 'CA' } }
const long: readonly (readonly [name: string, tools: ToolSet, input: object])[] = [
  ['find', 'core', { ...find, within: 'CA' }],
  ['rank', 'core', { dimension: 'walkability', of: 'zip' }],
  ['scores', 'core', { places: Array.from({ length: 12 }, () => wide) }],
  ['areas_find', 'all', find],
  ['scores', 'all', wide],
]

describe('a long tool call', () => {
  it.each(long)(
    'to %s in the set %s is processed by a worker thread, with the same answer',
    async (name, tools, input) => {
      const { tasks, pool } = poolOf(onThread())
      const answer = await call(await connected(libraryFixture, { tools, pool }), name, input)
      expect(tasks.map(({ kind }) => kind)).toEqual(['tool'])
      expect(tasks[0].milliseconds).toBeGreaterThan(5)
      expect(answer).toEqual(await call(await connected(libraryFixture, { tools }), name, input))
    },
  )

  it('uses a worker thread, unlike a short or rejected call', async () => {
    const { tasks, pool } = poolOf(onThread())
    const client = await connected(libraryFixture, { tools: 'all', pool })
    expect((await call(client, 'scores', { lat: 30, lon: -97 })).isError).toBe(false)
    expect((await call(client, 'areas_find', { ...find, where: 5 })).isError).toBe(true)
    expect(tasks).toEqual([])
  })

  it.each([
    [
      'exceeds its deadline',
      refusedArgument('request', 'The request takes longer than 10 seconds', null, 'limit_exceeded'),
      /longer than 10/,
    ],
    ['asks about an unknown place', new NotFoundError('There is no such place.', 'not_found'), /no such place/],
    ['meets busy worker threads', new BusyError(7), /busy.*7 s/],
    ['breaks its worker thread', new Error('SECRET'), /Internal Server Error/],
  ])('that %s gets a tool error', async (_, error, text) => {
    const { pool } = poolOf(() => Promise.reject(error))
    for (const tools of ['core', 'all'] as const) {
      const [name, , input] = long.find((row) => row[1] === tools)!
      const answer = await call(await connected(libraryFixture, { tools, pool }), name, input)
      expect(answer.isError).toBe(true)
      expect(answer.text).toMatch(text)
      expect(answer.text).not.toContain('SECRET')
    }
  })

  it('is processed on the main thread if the worker has a different data build', async () => {
    const { tasks, pool } = poolOf(onThread({ ...threadLibrary, build: 'of tomorrow' } as Vicinage))
    const answer = await call(await connected(libraryFixture, { tools: 'all', pool }), 'areas_find', find)
    expect([tasks.length, answer.isError]).toEqual([1, false])
  })

  it('reports an internal error of a worker thread to the host, but not to the client', async () => {
    const errors: unknown[] = []
    const broken = {
      ...threadLibrary,
      find: () => {
        throw new TypeError('a bug')
      },
    } as unknown as Vicinage
    const { pool } = poolOf(onThread(broken))
    const client = await connected(libraryFixture, { tools: 'all', pool, onError: (error) => errors.push(error) })
    expect((await call(client, 'areas_find', find)).text).toBe('{"detail":"Internal Server Error"}')
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('TypeError: a bug') })])
  })
})
