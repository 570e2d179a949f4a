import type { IncomingMessage, Server, ServerResponse } from 'node:http'

interface Request extends IncomingMessage {
  readonly query: Record<string, undefined | string | string[]>
}
interface Response extends ServerResponse {
  status(code: number): this
  json(value: unknown): this
}
interface Express {
  get(path: string, handler: (request: Request, response: Response) => void | Promise<void>): this
  listen(port: number, ready?: () => void): Server
}
export default function express(): Express
