import { withPeers } from '../peers.ts'

export const { createMcpServer, mcpHandler } = await withPeers(
  'vicinage/mcp',
  '@modelcontextprotocol/server',
  () => import('./index.ts'),
)
