import type { OpenApiDocument, Reference } from '../openapi/types.ts'

/** What a reference of the document stands for, or the thing itself. */
export function resolve<T extends object>(document: OpenApiDocument, thing: T | Reference): T {
  if (!('$ref' in thing)) return thing
  const steps = (thing as Reference).$ref.split('/').slice(1)
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T
}

/** The last part of a reference: the name under which the thing is shared. */
export function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}
