export { type McpContext, mcpHandler } from './handler.ts'
export { type AdmitMore, createMcpServer, type McpOptions } from './server.ts'
