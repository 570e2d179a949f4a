/** Feature fields that expressions read. */
export interface StyleFeature {
  readonly properties: Readonly<Record<string, unknown>> | null
  readonly geometry: { readonly type: string }
}

type Evaluate = (feature: StyleFeature, zoom: number) => unknown

/**
 * Compiles a value of a MapLibre style to a function of feature and zoom. Supports only the expressions that the map
 * layers of this project use (test/explorer/app/ground.test.ts compares each with MapLibre's code).
 *
 * @throws {Error} if an expression is not supported
 */
export function compile(value: unknown): Evaluate {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return () => value
  const [name, ...args] = value
  if (name === 'literal') return () => args[0]
  if (name === 'zoom') return (_, zoom) => zoom
  if (name === 'geometry-type') return ({ geometry }) => geometry.type.replace('Multi', '')
  if (name === 'match') return match(args)
  if (name === 'step') return step(args)
  if (name === 'interpolate') return interpolate(args.slice(1))
  const operator = operators[name]
  if (operator === undefined) throw new Error(`A style uses the unknown expression ${JSON.stringify(name)}.`)
  const [a, b, ...others] = args.map(compile)
  if (name === 'get') return (feature, zoom) => feature.properties?.[a(feature, zoom) as string] ?? null
  if (b === undefined) return (feature, zoom) => operator(a(feature, zoom))
  if (others.length === 0) return (feature, zoom) => operator(a(feature, zoom), b(feature, zoom))
  return (feature, zoom) => operator(...[a, b, ...others].map((operand) => operand(feature, zoom)))
}

// biome-ignore lint/suspicious/noExplicitAny: the language has no types
const operators: Readonly<Record<string, (...values: any[]) => unknown>> = {
  get: () => null,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '!': (a) => !a,
  '-': (a, b) => (b === undefined ? -a : a - b),
  all: (...values) => values.every(Boolean),
  any: (...values) => values.some(Boolean),
  in: (part, whole) => whole.includes(part),
  length: (text) => text.length,
  concat: (...values) => values.join(''),
}

function match([input, ...branches]: readonly unknown[]): Evaluate {
  const evaluate = compile(input)
  const other = compile(branches.at(-1))
  const outputs = new Map<unknown, Evaluate>()
  for (let i = 0; i + 1 < branches.length; i += 2) outputs.set(branches[i], compile(branches[i + 1]))
  return (feature, zoom) => (outputs.get(evaluate(feature, zoom)) ?? other)(feature, zoom)
}

function step([input, ...pairs]: readonly unknown[]): Evaluate {
  const evaluate = compile(input)
  const outputs = pairs.filter((_, i) => i % 2 === 0).map(compile)
  const stops = pairs.filter((_, i) => i % 2 === 1) as number[]
  return (feature, zoom) => {
    const at = evaluate(feature, zoom) as number
    const next = stops.findIndex((stop) => at < stop)
    return outputs[next === -1 ? stops.length : next](feature, zoom)
  }
}

function interpolate([input, ...pairs]: readonly unknown[]): Evaluate {
  const evaluate = compile(input)
  const stops = pairs.filter((_, i) => i % 2 === 0) as number[]
  const outputs = pairs.filter((_, i) => i % 2 === 1).map(compile)
  return (feature, zoom) => {
    const at = evaluate(feature, zoom) as number
    const value = (i: number) => outputs[i](feature, zoom) as number
    if (at <= stops[0]) return value(0)
    const next = stops.findIndex((stop) => at < stop)
    if (next === -1) return value(stops.length - 1)
    const part = (at - stops[next - 1]) / (stops[next] - stops[next - 1])
    return value(next - 1) + part * (value(next) - value(next - 1))
  }
}
