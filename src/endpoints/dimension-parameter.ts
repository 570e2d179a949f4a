import type { Parameter } from './parameter.ts'

/** The identifier of one of these dimensions. */
export function dimensionAmong(ids: readonly string[]) {
  return {
    kind: 'literal',
    name: 'dimension',
    in: 'path',
    required: true,
    values: ids,
    description: 'Identifier of the dimension, as the catalogue lists it.',
    example: ids[0] ?? '',
  } as const satisfies Parameter
}
