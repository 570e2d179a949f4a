import { types } from 'node:util'
import fc from 'fast-check'
import * as cluster from '../../../src/faces/batch/cluster/index.ts'
import * as batch from '../../../src/faces/batch/index.ts'
import * as map from '../../../src/faces/map/index.ts'
import * as mcp from '../../../src/faces/mcp/index.ts'
import * as http from '../../../src/http.ts'
import * as index from '../../../src/index.ts'
import { VicinageError } from '../../../src/index.ts'
import { fixture } from './fixture.ts'

// biome-ignore lint/suspicious/noExplicitAny: arguments of any kind are the point
type Any = any

/** Calls a public function with arguments of any kind, and returns its answer. */
export type Call = (...given: Any[]) => unknown

const first = async (rows: AsyncIterable<unknown>) => {
  for await (const row of rows) return row
  return null
}

/**
 * Collects every public function by its name in the API reports. Functions read and write only small data in `folder`,
 * and listen to nothing.
 */
export async function publicFunctions(): Promise<Readonly<Record<string, Call>>> {
  const { data, vicinage, folder } = await fixture()
  const entries: Readonly<Record<string, object>> = { index, batch, cluster, map, http, mcp }
  const functions: Record<string, Call> = {}
  for (const [entry, exported] of Object.entries(entries))
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value)))
        functions[`${entry}.${name}`] = value as Call
  for (const [owner, methods] of Object.entries({ vicinage, schools: vicinage.schools, tools: vicinage.tools }))
    for (const [name, value] of Object.entries(methods))
      if (typeof value === 'function') functions[`${owner}.${name}`] = (...given) => value.apply(methods, given)
  const drawing = map.createMap(vicinage) as Any
  for (const name of Object.keys(drawing)) functions[`map.createMap.${name}`] = drawing[name]
  // Defaults that keep calls away from this machine's own data and from folders outside the test's.
  const opening = functions['index.openVicinage']
  const inData = (options: Any) =>
    typeof options === 'object' && options !== null ? { data, userData: false, ...options } : options
  functions['index.openVicinage'] = (options = {}, ...rest) => opening(inData(options), ...rest)
  functions['batch.scoreStream'] = (...given) => first((batch.scoreStream as Call)(...given) as AsyncIterable<unknown>)
  functions['map.tileProtocol'] = (source, request) =>
    (map.tileProtocol as Call)(source) && (map.tileProtocol(vicinage) as Any)(request)
  for (const name of ['http.openKeyFile', 'http.openUsageFile']) {
    const open = functions[name]
    functions[name] = async (path, options) =>
      (
        (await open(
          typeof path === 'string' ? `${folder}/${path.replace(/[^\w.-]/g, '_').slice(0, 60)}` : path,
          options,
        )) as Any
      )?.close()
  }
  // A pool would start threads for a source that can be shared, so such a source is replaced by an empty object. An
  // explorer opens the folder of the fixture instead of a hostile path.
  functions['http.openRequestPool'] = (source, options) =>
    (http.openRequestPool as Call)(!types.isProxy(source) && typeof source?.share === 'function' ? {} : source, options)
  functions['http.openExplorer'] = (source, options) =>
    (http.openExplorer as Call)(typeof source === 'string' ? folder : source, options)
  return functions
}

const LONG = 'x'.repeat(100_000)
const NAMES = [
  'lat',
  'lon',
  'radius',
  'label',
  'layer',
  'dimensions',
  'timeout',
  'limit',
  'signal',
  'type',
  'features',
  'coordinates',
  'geometry',
  'within',
  'where',
  'of',
  'id',
  'score',
  'near',
  'address',
  'country',
  'box',
  'around',
  'data',
  'input',
  'output',
  'west',
  'south',
  'east',
  'north',
  'width',
  'units',
  'percentiles',
  'maxDistance',
  'nces_id',
  'lea_id',
  'level',
  'only',
  'url',
  'rank_by',
  'below',
  'city',
  'state',
  'zip',
  'version',
  'tools',
  'usage',
  'redis',
  'threads',
  'chunk',
  'prefix',
  'noData',
]
const VALUES = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.5,
  30.27,
  -97.74,
  91,
  181,
  1e9,
  -1e9,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  10n,
  '',
  'flood',
  'fire',
  'Austin',
  'TX',
  '78701',
  'constructor',
  '__proto__',
  'http://',
  'file://',
  '::',
  '\u0000',
  '\ud800',
  LONG,
  '30.27',
  'nan',
  [],
  {},
  [undefined],
  new Array(5),
  ['a'],
  [[1, 2]],
  () => null,
  Symbol('s'),
  new Date(Number.NaN),
  new Map(),
  new Float64Array(3),
  new Uint8Array(2),
  AbortSignal.abort(),
  'Polygon',
  'FeatureCollection',
  'Feature',
]

/** Values of any kind. The keys of objects are often names of options. */
export const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
    {
      weight: 4,
      arbitrary: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5, noNullPrototype: false }),
    },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
  ),
})).value

/** Describes what is wrong with the outcome of a call, or returns null. */
export async function faultOf(call: Call, given: readonly unknown[]): Promise<string | null> {
  let answer: unknown
  try {
    answer = await call(...given)
  } catch (error) {
    if (isReasonOfSignal(error, given)) return null
    if (!(error instanceof VicinageError)) return `throws ${String(error).slice(0, 200)}`
    if (!/^[a-z_]+$/.test(error.code)) return `throws an error with the code ${error.code}`
    return error.message.length > 4000 || error.message.includes('x'.repeat(81)) ? 'quotes a long value' : null
  }
  return numberFault(answer, new Set())
}

function isReasonOfSignal(error: unknown, given: readonly unknown[]): boolean {
  return given.some((argument) => {
    const signal = types.isProxy(argument) ? undefined : (argument as Any)?.signal
    return signal?.aborted === true && signal.reason === error
  })
}

/** Finds NaN, and scores out of range, anywhere in an answer. */
function numberFault(answer: unknown, seen: Set<unknown>, name = ''): string | null {
  if (typeof answer === 'number') {
    if (Number.isNaN(answer)) return `answers NaN in ${name}`
    return name === 'score' && !(answer >= 0 && answer <= 255) ? `answers the score ${answer}` : null
  }
  if (typeof answer !== 'object' || answer === null || ArrayBuffer.isView(answer) || seen.has(answer)) return null
  seen.add(answer)
  // Handles of servers and similar objects are not answers.
  if (![Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(answer))) return null
  for (const [key, value] of Object.entries(answer)) {
    const fault = numberFault(value, seen, Array.isArray(answer) ? name : key)
    if (fault !== null) return fault
  }
  return null
}
