/** The parts of OpenAPI 3.1 that the document of this service is made of. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly Tag[]
  /** What every operation asks for unless it says otherwise. */
  readonly security: readonly SecurityRequirement[]
  readonly paths: Named<PathItem>
  readonly components: {
    readonly schemas: Named<JsonSchema>
    readonly responses: Named<ResponseObject>
    readonly headers: Named<HeaderObject>
    readonly securitySchemes?: Named<SecurityScheme>
  }
}

export type Named<T> = Readonly<Record<string, T>>

export interface Reference {
  readonly $ref: string
}

interface Tag {
  readonly name: string
  readonly description: string
}

type SecurityRequirement = Named<readonly string[]>

interface SecurityScheme {
  readonly type: 'http'
  readonly scheme: string
  readonly description: string
}

export interface PathItem {
  readonly get?: Operation
  readonly post?: Operation
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required: boolean; readonly content: Named<MediaType> }
  readonly responses: Named<ResponseObject | Reference>
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example: unknown
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Named<HeaderObject | Reference>
  readonly content: Named<MediaType>
}

export interface HeaderObject {
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Named<{ readonly summary?: string; readonly value: unknown }>
}

/** JSON Schema 2020-12, as far as the schemas of this service use it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly properties?: Named<JsonSchema>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
}

/** What a service requires of its callers. */
export interface ServiceOptions {
  /** Whether a key is required. */
  readonly auth: boolean
  /** Whether keys have limits. */
  readonly limits: boolean
}
