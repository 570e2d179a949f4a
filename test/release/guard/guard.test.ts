import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runBatch, scoreStream } from '../../../src/faces/batch/index.ts'
import { mcpHandler } from '../../../src/faces/mcp/index.ts'
import { openVicinage, VicinageError } from '../../../src/index.ts'
import { runs } from '../../support/runs.ts'
import { fixture } from './fixture.ts'
import { anything, type Call, faultOf, publicFunctions } from './hostile-calls.ts'
import { reportedFunctions } from './public-functions.ts'

let functions: Readonly<Record<string, Call>>
// biome-ignore lint/suspicious/noExplicitAny: wrong arguments are the point
let vicinage: any
beforeAll(async () => {
  functions = await publicFunctions()
  vicinage = (await fixture()).vicinage
})

const place = { lat: 30.27, lon: -97.74 }
const box = { west: -97.8, south: 30.2, east: -97.7, north: 30.3 }
const errorOf = async (ask: () => unknown): Promise<unknown> => {
  try {
    return `no error but ${JSON.stringify(await ask())}`
  } catch (error) {
    return error
  }
}

describe('every public function', () => {
  it('in the API reports is called by this test', () => {
    expect(reportedFunctions().filter((name) => !(name in functions))).toEqual([])
    expect(reportedFunctions().length).toBeGreaterThan(38)
  })

  it.each([
    ['without arguments', []],
    ['with null', [null, null, null, null]],
    ['with numbers', [5, 5, 5, 5]],
    ['with empty objects', [{}, {}, {}, {}]],
    ['with sparse arrays', [new Array(5), new Array(5), new Array(5)]],
    ['with the place second', ['flood', place, null]],
    [
      'with an object that throws',
      [
        new Proxy(
          {},
          {
            get: () => {
              throw new TypeError('trap')
            },
          },
        ),
      ],
    ],
  ])('throws only errors with a code when it is called %s', async (_, given) => {
    const faults: Record<string, string> = {}
    for (const [name, call] of Object.entries(functions)) {
      const fault = await faultOf(call, given)
      if (fault !== null) faults[name] = fault
    }
    expect(faults).toEqual({})
  })

  it('throws only errors with a code and returns no NaN, regardless of the arguments', async () => {
    const names = Object.keys(functions)
    const call = fc.tuple(fc.constantFrom(...names), fc.array(anything, { maxLength: 4 }))
    await fc.assert(
      fc.asyncProperty(call, async ([name, given]) => {
        const fault = await faultOf(functions[name], given)
        if (fault !== null) throw new Error(`${name}: ${fault}`)
      }),
      { numRuns: Number(process.env.VICINAGE_FUZZED_CALLS ?? runs(30_000, 1500)) },
    )
    expect(names.length).toBeGreaterThan(38)
  }, 7_200_000)
})

describe('the error for an invalid argument', () => {
  it.each<[string, () => unknown]>([
    ['edge with null as options', () => vicinage.edge('fire', place, null)],
    ['area with null as options', () => vicinage.area(box, null)],
    ['rank with null as options', () => vicinage.rank('flood', null)],
    ['scores with null as options', () => vicinage.scores(place, null)],
    ['nearest with null as options', () => vicinage.nearest('canopy', place, null)],
    ['scoreColumns without arguments', () => vicinage.scoreColumns()],
    ['dimensions as a string', () => vicinage.scores(place, { dimensions: 'flood' })],
    ['dimensions of openVicinage as a string', () => openVicinage({ dimensions: 'flood' as never })],
    ['dimensions of load as a string', () => vicinage.load({ dimensions: 'flood' })],
    ['an object as the timeout of rank', () => vicinage.rank('flood', { of: 'city', timeout: {} })],
    ['NaN as the timeout of rank', () => vicinage.rank('flood', { of: 'city', timeout: Number.NaN })],
    [
      'an object as the type of an area of find',
      () => vicinage.find({ where: { walkability: { min: 5 } }, within: { type: {} } }),
    ],
    ['withLayer without arguments', () => vicinage.withLayer()],
    ['a number as the signal of openVicinage', () => openVicinage({ signal: 5 as never })],
    ['a number as the signal of load', () => vicinage.load({ signal: 5 })],
    ['an address without a host as data', () => openVicinage({ data: 'http://' })],
    ['a collection of empty slots', () => vicinage.area({ type: 'FeatureCollection', features: new Array(5) })],
    ['a ring of empty slots', () => vicinage.area({ type: 'Polygon', coordinates: [new Array(5)] })],
    ['a list as the address of runBatch', () => runBatch({ address: ['a'] } as never)],
    ['runBatch without arguments', () => (runBatch as Call)()],
    ['a number as the rows of scoreStream', () => (scoreStream as Call)(vicinage, 5)],
    ['an unknown set of MCP tools', () => mcpHandler(vicinage, { version: '1', tools: '' as never })],
    [
      'a set of MCP tools named like a method of every object',
      () => mcpHandler(vicinage, { version: '1', tools: 'toString' as never }),
    ],
    ['NaN as the radius of reverse', () => vicinage.reverse({ ...place, radius: Number.NaN })],
  ])('contains a code: %s', async (_, ask) => {
    const error = await errorOf(ask)
    expect(error).toBeInstanceOf(VicinageError)
    expect((error as VicinageError).code).toMatch(/^(input_invalid|batch_invalid|dimension_unknown)$/)
  })

  it('contains the argument and the expected value', async () => {
    const { message } = (await errorOf(() => vicinage.edge('fire', place, null))) as Error
    expect(message).toBe('edge() needs options as an object, not null.')
    const refused = (await errorOf(() => vicinage.load({ signal: 5 }))) as Error
    expect(refused.message).toBe('signal must be an AbortSignal, not 5.')
  })

  it.each<[string, (long: string) => unknown]>([
    ['a dimension', (long) => vicinage.score(long, place)],
    ['an option', (long) => vicinage.scores(place, { [long]: 1 })],
    ['a city', (long) => vicinage.area({ city: long, state: 'TX' })],
    ['a ZIP', (long) => vicinage.area({ zip: long })],
    ['units', (long) => vicinage.score('flood', place, { units: long })],
    ['the type of a shape', (long) => vicinage.area({ type: long })],
    ['the kind of a ranking', (long) => vicinage.rank('flood', { of: long })],
    ['a format of a batch', (long) => runBatch({ input: 'a.csv', output: 'b.csv', format: long as never })],
    ['the id of a layer', (long) => vicinage.withLayer({ id: long, features: [], score: 'a' })],
    ['an address of data', (long) => openVicinage({ data: `http://[${long}` })],
  ])('quotes at most 80 characters of %s', async (_, ask) => {
    const error = await errorOf(() => ask('x'.repeat(3_000_000)))
    expect(error).toBeInstanceOf(VicinageError)
    expect((error as Error).message).not.toMatch(/x{81}/)
  })

  it('does not replace the reason of an aborted signal', async () => {
    const reason = new Error('enough')
    const { data } = await fixture()
    await expect(openVicinage({ data, userData: false, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
