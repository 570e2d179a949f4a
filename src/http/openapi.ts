import { endpoints } from '../endpoints/table.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import { errorResponses, errorSchemas } from './openapi/error-responses.ts'
import { headers } from './openapi/headers.ts'
import { operationPaths } from './openapi/operations.ts'
import { requestSchema } from './openapi/request-body.ts'
import { schemaComponents } from './openapi/schema-components.ts'
import { servicePaths, serviceSchemas } from './openapi/service-paths.ts'
import { tags } from './openapi/tags.ts'

export interface OpenApiOptions {
  /** Version of the interface. */
  readonly version: string
  /** Whether a key is asked for. */
  readonly auth: boolean
  /** Whether keys have limits. Default: as `auth`, because limits are those of a key. */
  readonly limits?: boolean
}

/** The OpenAPI 3.1 document of the service, made from the table of endpoints; the same options make the same text. */
export function openApiDocument({ version, auth, limits = auth }: OpenApiOptions): OpenApiDocument {
  const asked = { auth, limits }
  return {
    openapi: '3.1.0',
    info: {
      title: 'vicinage',
      version,
      summary: 'Neighbourhood scores, schools and addresses for California, Texas and Florida',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags,
    security: auth ? [{ bearer: [] }] : [],
    paths: { ...operationPaths(endpoints, asked), ...servicePaths },
    components: {
      schemas: schemaComponents(
        endpoints.map(requestSchema).filter((schema) => schema !== null),
        [...endpoints.map(({ response }) => response), ...errorSchemas, ...serviceSchemas],
      ),
      responses: errorResponses(asked),
      headers: headers(asked),
      ...(auth ? { securitySchemes: { bearer } } : {}),
    },
  }
}

const description = [
  'Scores from 0 to 255 for any coordinate in California, Texas and Florida, public schools and school districts, and the coordinate of an address. 0 always means that there is no data for the place; 1-255 lie on the scale of the dimension.',
  'A place without data is no error: it answers 200 with score 0, or with null and a message. Coordinates are decimal degrees, WGS 84. Unknown parameters are ignored; the last of a repeated one counts. A path that does not exist answers 404 `{"detail":"Not Found"}`, another method 405 `{"detail":"Method Not Allowed"}` with the `Allow` header.',
  'The values in the examples are made up.',
].join('\n\n')

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A key of this service in the `Authorization` header: `Bearer`, a space and the key. A key in the query string is not looked at. Whoever runs the service hands out the keys.',
} as const
