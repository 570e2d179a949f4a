import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Library } from '../../src/endpoints/endpoint.ts'
import { createMcpServer, type ToolSet } from '../../src/mcp/index.ts'

export const newClient = () => new Client({ name: 'a-test', version: '0.0.1' })

/** The official client at the other end of a server in this process. */
export async function connected(
  vicinage: Library,
  { tools, onError }: { readonly tools?: ToolSet; readonly onError?: (error: unknown) => void } = {},
): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = newClient()
  await createMcpServer(vicinage, { version: '9.8.7', ...(tools && { tools }), ...(onError && { onError }) }).connect(
    there,
  )
  await client.connect(here)
  return client
}

export interface Answer {
  readonly isError: boolean
  readonly text: string
  readonly body: unknown
}

/** The answer of a tool, whose content is one text. */
export async function call(client: Client, name: string, input?: unknown): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const { content, isError = false, structuredContent } = result as CallToolResult
  const [item, ...others] = content
  if (item?.type !== 'text' || others.length > 0) throw new Error(`${name} answered no single text.`)
  return { isError, text: item.text, body: structuredContent }
}

/** Arguments out of the examples in a tool's own `inputSchema`. */
export function exampleOf({ inputSchema }: Tool): Record<string, unknown> {
  const properties = Object.entries(inputSchema.properties ?? {}) as [string, { type?: string; examples: unknown[] }][]
  return Object.fromEntries(
    properties.map(
      ([
        name,
        {
          type,
          examples: [example],
        },
      ]) => [name, type === 'array' && typeof example === 'string' ? example.split(',') : example],
    ),
  )
}
