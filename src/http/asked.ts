/** A request, as far as an answer depends on it: out of a `Request`, or as Node has read it. */
export interface Asked {
  readonly method: string
  readonly path: string
  /** From the question mark on, without a fragment; empty without one. */
  readonly query: string
  header(name: 'authorization' | 'x-request-id'): string | null
}

/** What is answered, before it becomes a `Response` or is written by Node. */
export interface Answer<Body extends AnswerBody = AnswerBody> {
  readonly status: number
  /** A plain object: Node writes it without building `Headers`. */
  readonly headers: Record<string, string>
  readonly body: Body
}

export type AnswerBody = string | Uint8Array | ReadableStream | null

/** How the requests to one path are answered. */
export type Question = (asked: Asked) => Answer<string> | Promise<Answer<string>>

/** `path` is that of the router, which decodes it. */
export function askedOf(request: Request, path: string): Asked {
  return new AskedByFetch(request, path)
}

export function responseOf({ status, headers, body }: Answer): Response {
  // No bytes of ours are in memory that threads share, which the type alone would allow.
  return new Response(body as BodyInit | null, { status, headers })
}

class AskedByFetch implements Asked {
  readonly path: string
  readonly #request: Request

  constructor(request: Request, path: string) {
    this.path = path
    this.#request = request
  }

  get method(): string {
    return this.#request.method
  }

  get query(): string {
    const { url } = this.#request
    const end = url.indexOf('#')
    const whole = end === -1 ? url : url.slice(0, end)
    const start = whole.indexOf('?')
    return start === -1 ? '' : whole.slice(start)
  }

  header(name: string): string | null {
    return this.#request.headers.get(name)
  }
}
