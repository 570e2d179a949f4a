import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { detailJson } from '../endpoints/detail-json.ts'
import type { Answers } from '../endpoints/endpoint.ts'
import { NotFoundError, ValidationError } from '../errors.ts'
import type { McpOptions } from './server.ts'
import type { Tool } from './tool.ts'

/** What a call answers: the body as structured content and as JSON text, or an error with the body that HTTP would send. */
export async function callTool(
  tool: Tool,
  vicinage: Answers,
  input: unknown,
  { onError = () => {}, admitMore }: Pick<McpOptions, 'onError' | 'admitMore'>,
): Promise<CallToolResult> {
  try {
    // Judged before it is counted: a wrong call costs no more than any other.
    const question = tool.question(vicinage, input)
    const refused = (await admitMore?.(question.places - 1)) ?? null
    if (refused !== null) return failure(JSON.stringify({ detail: refused }))
    const body = question.answer() as Record<string, unknown>
    return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
  } catch (error) {
    if (error instanceof ValidationError) return failure(detailJson(error.detail, tool.parameters))
    if (error instanceof NotFoundError) return failure(JSON.stringify({ detail: error.detail }))
    onError(error)
    return failure('{"detail":"Internal Server Error"}')
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
