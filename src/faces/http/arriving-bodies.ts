import type { IncomingMessage } from 'node:http'
import { BusyError } from './pool.ts'
import { CutShortError } from './request-body.ts'

/** Limits on bodies that are arriving at a server. */
export interface ArrivingLimits {
  /** Maximum bytes in memory of bodies that are still arriving: for all addresses together, and per address. */
  readonly heldBytes: number
  readonly heldBytesPerAddress: number
  /**
   * Maximum number of pieces, each of at most 64 kB, that are taken from all connections in one turn of the event loop.
   */
  readonly piecesPerTurn: number
  /**
   * Maximum bytes to read and discard of a body that the app does not read. If there are more, the connection is
   * closed.
   */
  readonly discarded: number
}

/**
 * Reads bodies from connections in Node. A connection that is read as fast as it sends takes up to 2 MB in one turn of
 * the event loop, so a hundred such connections would block everyone else. Therefore each connection supplies one piece
 * per turn, the pieces per turn are limited, and so are the bytes held.
 */
export class ArrivingBodies {
  readonly #limits: ArrivingLimits
  /** Callbacks of the readers that wait for a turn, in order of arrival. */
  #waiting: (() => void)[] = []
  #held = 0
  readonly #perAddress = new Map<string, number>()
  readonly #discarded = new WeakSet<IncomingMessage>()

  constructor(limits: ArrivingLimits) {
    this.#limits = limits
  }

  /**
   * Yields the pieces of a body. If the caller stops iterating, the rest of the body is discarded.
   *
   * @throws {BusyError} while iterating, if too many bytes of other bodies are held
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

  /** Reads and drops what is left of a body, so that the connection can carry the next request. */
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
      // The listener for errors stays, because an error without a listener ends the process.
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
