import { withPeers } from '../../base/peers.ts'

export const { createMcpServer, mcpHandler } = await withPeers(
  'vicinage/mcp',
  '@modelcontextprotocol/server',
  () => import('./index.ts'),
)
