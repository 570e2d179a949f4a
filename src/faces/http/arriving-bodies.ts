import type { IncomingMessage } from 'node:http'
import { BusyError } from './pool.ts'
import { CutShortError } from './request-body.ts'

/** Limits on request bodies that are still being received. */
export interface ArrivingLimits {
  /** Maximum bytes held in memory for all bodies that are still arriving. */
  readonly heldBytes: number
  /** Maximum bytes held in memory for the arriving bodies of one address. */
  readonly heldBytesPerAddress: number
  /** Maximum number of pieces (64 kB or less) read from all connections in one turn of the event loop. */
  readonly piecesPerTurn: number
  /**
   * Maximum bytes to read and discard from a body that the app does not read. If the body is longer, the connection is
   * closed.
   */
  readonly discarded: number
}

/**
 * Reads request bodies in Node. Without limits, one connection can deliver up to 2 MB in one turn of the event loop, so
 * a hundred connections would block everyone else. Therefore each connection delivers one piece per turn, and the total
 * pieces per turn and the bytes in memory are limited.
 */
export class ArrivingBodies {
  readonly #limits: ArrivingLimits
  /** Callbacks of readers waiting for a turn, in order of arrival. */
  #waiting: (() => void)[] = []
  #held = 0
  readonly #perAddress = new Map<string, number>()
  readonly #discarded = new WeakSet<IncomingMessage>()

  constructor(limits: ArrivingLimits) {
    this.#limits = limits
  }

  /**
   * Yields the pieces of a body. If the caller stops iterating, the remaining body is discarded.
   *
   * @throws {BusyError} while iterating, if too many bytes of request bodies are held
   * @throws {CutShortError} while iterating, if the client disconnects
   */
  async *pieces(incoming: IncomingMessage, address: string): AsyncGenerator<Uint8Array> {
    let held = 0
    try {
      for await (const piece of this.#read(incoming)) {
        held += piece.length
        this.#hold(address, piece.length)
        yield piece
      }
    } finally {
      this.#hold(address, -held, false)
      void this.discard(incoming)
    }
  }

  /** Reads and discards the remaining body, so that the connection can carry the next request. */
  async discard(incoming: IncomingMessage): Promise<void> {
    if (incoming.readableEnded || incoming.destroyed || this.#discarded.has(incoming)) return
    this.#discarded.add(incoming)
    let remaining = this.#limits.discarded
    try {
      for await (const piece of this.#read(incoming)) {
        remaining -= piece.length
        if (remaining < 0) return void incoming.socket.destroySoon()
      }
    } catch {
      // The client has disconnected, so its body no longer matters.
    }
  }

  #hold(address: string, bytes: number, isRefusable = true): void {
    const { heldBytes, heldBytesPerAddress } = this.#limits
    const heldForAddress = (this.#perAddress.get(address) ?? 0) + bytes
    this.#held += bytes
    if (heldForAddress === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, heldForAddress)
    if (isRefusable && (this.#held > heldBytes || heldForAddress > heldBytesPerAddress)) throw new BusyError()
  }

  async *#read(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
    let wake = () => {}
    const onChange = () => wake()
    incoming.on('readable', onChange).on('end', onChange).on('close', onChange).on('error', onChange)
    try {
      for (;;) {
        const piece: Uint8Array | null = incoming.read()
        if (piece !== null) {
          yield piece
          await this.#turn()
        } else if (incoming.readableEnded) return
        else if (incoming.destroyed) throw new CutShortError()
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      // The error listener stays, because an unhandled error event would end the process.
      incoming.off('readable', onChange).off('end', onChange).off('close', onChange)
    }
  }

  /** Resolves in a later turn of the event loop. */
  #turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(this.#next)
      this.#waiting.push(resolve)
    })
  }

  readonly #next = (): void => {
    const { piecesPerTurn } = this.#limits
    const now = this.#waiting.slice(0, piecesPerTurn)
    this.#waiting = this.#waiting.slice(piecesPerTurn)
    if (this.#waiting.length > 0) setImmediate(this.#next)
    for (const resolve of now) resolve()
  }
}
