import type { ServerResponse } from 'node:http'
import type { Answer } from './asked.ts'

/**
 * Writes the answers of one turn of the event loop together at its end. Requests that have come together are answered together: while
 * one answer is written, the caller reads the one before, and is woken once, not for each of them.
 */
export class AnswersOfTurn {
  #waiting: { readonly response: ServerResponse; readonly answer: Answer<string> }[] = []

  add(response: ServerResponse, answer: Answer<string>): void {
    if (this.#waiting.length === 0) setImmediate(() => this.write())
    this.#waiting.push({ response, answer })
  }

  /** Writes what is waiting now. */
  write(): void {
    const all = this.#waiting
    this.#waiting = []
    for (const { response, answer } of all) {
      const { status, headers, body } = answer
      headers['Content-Length'] = `${Buffer.byteLength(body)}`
      response.writeHead(status, headers).end(body)
    }
  }
}
