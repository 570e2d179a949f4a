import type { OpenApiDocument, Operation } from '../openapi/types.ts'

/** An operation with where it is asked. */
export interface Entry {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly operation: Operation
}

export interface Group {
  readonly name: string
  readonly description: string
  readonly entries: readonly Entry[]
}

/** The operations of a document under its tags, in its order. */
export function groupsOf({ tags, paths }: OpenApiDocument): readonly Group[] {
  const entries = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET', path, operation: get } as const]),
    ...(post === undefined ? [] : [{ method: 'POST', path, operation: post } as const]),
  ])
  return tags.map((tag) => ({ ...tag, entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)) }))
}
