import type { ErrorCode } from '../errors.ts'

/**
 * Parameters as data, from which HTTP routes, OpenAPI, MCP tools, command-line help and 422 bodies are generated.
 * Bounds are inclusive. An optional parameter without a default is `undefined` if omitted.
 */
export type Parameter =
  | FloatParameter
  | IntegerParameter
  | BooleanParameter
  | StringParameter
  | LiteralParameter
  | LiteralListParameter
  | PointsParameter
  | ObjectParameter

export interface FloatParameter extends Described {
  readonly kind: 'float'
  readonly ge: number
  readonly le: number
  readonly example: number
}

export interface IntegerParameter extends Described {
  readonly kind: 'integer'
  readonly ge: number
  readonly le: number
  readonly default?: number
  readonly example: number
}

export interface BooleanParameter extends Described {
  readonly kind: 'boolean'
  readonly default?: boolean
  readonly example: boolean
}

/** A string. Lengths count Unicode code points. `pattern` is not anchored automatically. */
export interface StringParameter extends Described {
  readonly kind: 'string'
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly example: string
}

/** One of `values`, exactly as written. */
export interface LiteralParameter extends Described {
  readonly kind: 'literal'
  readonly values: readonly string[]
  /**
   * Whether error messages suggest the most similar value. Messages of the hosted service never contain suggestions.
   */
  readonly offersNear?: true
  /** Error code for a value that is not in `values`; `input_invalid` by default. */
  readonly unknownCode?: ErrorCode
  readonly example: string
}

/**
 * A list of items from `values`, given as a comma-separated string or an array. The documentation of request bodies
 * mentions only the array.
 */
export interface LiteralListParameter extends Described {
  readonly kind: 'literals'
  readonly values: readonly string[]
  readonly offersNear?: true
  readonly unknownCode?: ErrorCode
  readonly example: string
}

/** A list of places `{ lat, lon }`. Each item is validated only when its answer is computed. */
export interface PointsParameter extends Described {
  readonly kind: 'points'
  readonly maxItems: number
  readonly example: readonly { readonly lat: number; readonly lon: number }[]
}

/** A JSON object, which is validated only when the answer is computed. */
export interface ObjectParameter extends Described {
  /** Whether a string is also accepted, as an area name. */
  readonly orText?: true
  readonly kind: 'object'
  readonly example: Readonly<Record<string, unknown>>
  /** Accepted values, for the error message. */
  readonly accepts: string
}

interface Described {
  readonly name: string
  /** Part of the request that has the parameter; `body` means a field of its JSON object. */
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  /** Meaning and unit of the parameter. */
  readonly description: string
}

/** Fields that the caller of `required` or `optional` supplies for a kind of parameter. */
type FieldsOf<Kind extends Parameter['kind']> = Omit<
  Extract<Parameter, { readonly kind: Kind }>,
  'kind' | 'name' | 'in' | 'required'
>

export function required<
  Kind extends Parameter['kind'],
  const Name extends string,
  In extends Parameter['in'],
  const R extends FieldsOf<Kind>,
>(kind: Kind, name: Name, place: In, fields: R) {
  return { kind, name, in: place, required: true, ...fields } as const
}

export function optional<
  Kind extends Parameter['kind'],
  const Name extends string,
  In extends Parameter['in'],
  const R extends FieldsOf<Kind>,
>(kind: Kind, name: Name, place: In, fields: R) {
  return { kind, name, in: place, required: false, ...fields } as const
}

export type ParameterValue =
  | number
  | boolean
  | string
  | readonly unknown[]
  | Readonly<Record<string, unknown>>
  | undefined

/** Parsed values of a list of parameters, by name. */
export type ValuesOf<P extends readonly Parameter[]> = { readonly [Q in P[number] as Q['name']]: ValueOf<Q> }

type ValueOf<P extends Parameter> = P extends { readonly required: true } | { readonly default: number | boolean }
  ? PresentValueOf<P>
  : PresentValueOf<P> | undefined

type PresentValueOf<P extends Parameter> = P extends FloatParameter | IntegerParameter
  ? number
  : P extends BooleanParameter
    ? boolean
    : P extends LiteralListParameter
      ? readonly P['values'][number][]
      : P extends LiteralParameter
        ? P['values'][number]
        : P extends PointsParameter
          ? readonly unknown[]
          : P extends ObjectParameter
            ? Readonly<Record<string, unknown>>
            : string
