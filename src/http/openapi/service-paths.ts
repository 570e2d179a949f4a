import * as z from 'zod'
import type { JsonSchema, MediaType, Named, PathItem } from './document.ts'
import { requestHeaders } from './headers.ts'
import { schemaReference } from './schema-components.ts'

const health = z.object({ status: z.literal('ok').describe('The service answers.') }).meta({ title: 'Health' })

/** The bodies of the paths about the service itself. */
export const serviceSchemas = [health] as const

/** The paths about the service itself, which need no key and count against no limit. */
export const servicePaths: Named<PathItem> = {
  '/health': path('health', 'Whether the service answers', 'For load balancers and monitors.', {
    'application/json': { schema: schemaReference(health), example: { status: 'ok' } },
  }),
  '/metrics': path(
    'metrics',
    'Figures for Prometheus',
    'Requests and their durations by method, path and status, in the text format of Prometheus. Neither what was asked nor who asked is in it.',
    { 'text/plain': { schema: { type: 'string' } } },
  ),
  '/openapi.json': path('openapi', 'This description', 'The description of the service as OpenAPI 3.1.', {
    'application/json': { schema: { type: 'object' } as JsonSchema },
  }),
}

function path(operationId: string, summary: string, description: string, content: Named<MediaType>): PathItem {
  const answer = { description: 'The answer.', headers: requestHeaders, content }
  return {
    get: { operationId, tags: ['service'], summary, description, security: [], responses: { 200: answer } },
  }
}
