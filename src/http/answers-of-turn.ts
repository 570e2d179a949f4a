import type { ServerResponse } from 'node:http'
import type { Answer } from './asked.ts'

/**
 * Writes the answers of one turn of the event loop together at its end. Requests that have come together are answered together: while
 * one answer is written, the caller reads the one before, and is woken once, not for each of them.
 */
export class AnswersOfTurn {
  #waiting: { readonly response: ServerResponse; readonly answer: Answer<string> }[] = []

  add(response: ServerResponse, answer: Answer<string>): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#write())
    this.#waiting.push({ response, answer })
  }

  #write(): void {
    const all = this.#waiting
    this.#waiting = []
    for (const { response, answer } of all) write(response, answer)
    // By then each answer is out in one piece with its headers; `end(body)` would add an empty one, which takes longer to write.
    process.nextTick(() => {
      for (const { response } of all) response.end()
    })
  }
}

function write(response: ServerResponse, { status, headers, body }: Answer<string>): void {
  const bytes = Buffer.byteLength(body)
  headers['Content-Length'] = `${bytes}`
  response.writeHead(status, headers)
  // The bytes of UTF-8 as Latin 1, which is written faster.
  response.write(bytes === body.length ? body : Buffer.from(body).toString('latin1'), 'latin1')
}
