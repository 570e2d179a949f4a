import { type CallToolResult, Client, InMemoryTransport, type Tool } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { createMcpServer, type McpOptions } from '../../../src/faces/mcp/index.ts'
import { toolSets } from '../../../src/faces/mcp/tools.ts'
import type { Library } from '../../../src/library/contract/endpoint.ts'

/**
 * Creates the official client, which negotiates 2025-11-25 by default. With `revision`, it is pinned to 2026-07-28,
 * which has no sessions.
 */
export const newClient = (revision?: '2026-07-28') =>
  new Client({ name: 'a-test', version: '0.0.1' }, revision && { versionNegotiation: { mode: { pin: revision } } })

/** Returns the official client, connected to a server in this process. */
export async function connected(vicinage: Library, options: Omit<McpOptions, 'version'> = {}): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = newClient()
  await createMcpServer(vicinage, { version: '9.8.7', ...options }).connect(there)
  await client.connect(here)
  return client
}

export interface Answer {
  readonly isError: boolean
  readonly text: string
  readonly body: unknown
}

/** Calls a tool that answers with one text and possibly a picture. */
export async function call(client: Client, name: string, input?: unknown): Promise<Answer> {
  const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const { content, isError = false, structuredContent } = result as CallToolResult
  const [item, ...others] = content
  if (item?.type !== 'text' || others.some(({ type }) => type !== 'image'))
    throw new Error(`${name} answered no text, with a picture or without.`)
  return { isError, text: item.text, body: structuredContent }
}

const described = [...toolSets.core, ...toolSets.all]

/**
 * Returns arguments for a tool, from the examples in its definition. The tools in the brief list have few examples of
 * their own.
 */
export function exampleOf({ name, inputSchema }: Tool): Record<string, unknown> {
  const names = Object.keys(inputSchema.properties ?? {}).join()
  const tool = described.find(({ name: other, input }) => other === name && Object.keys(input.shape).join() === names)!
  const { properties } = z.toJSONSchema(tool.input, { io: 'input' })
  const examples = Object.entries(properties as Record<string, { type?: string; examples?: unknown[] }>)
  return Object.fromEntries(
    examples.flatMap(([name, { type, examples }]) => {
      if (examples === undefined) return []
      const [example] = examples
      return [[name, type === 'array' && typeof example === 'string' ? example.split(',') : example]]
    }),
  )
}
