interface Reply {
  code(code: number): this
  send(value: unknown): this
}
interface Instance {
  setErrorHandler(handler: (error: unknown, request: unknown, reply: Reply) => unknown): this
  get<Route extends { Params: unknown }>(path: string, handler: (request: { params: Route['Params'] }) => unknown): this
  inject(url: string): Promise<{ readonly statusCode: number; readonly body: string }>
}
export default function fastify(): Instance
