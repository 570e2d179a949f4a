import type { Counts } from './answer-rows.ts'

/** Where a record has its place: numbers of columns or names of fields. Coordinates come first; an address stands in where they are empty. */
export interface PlaceColumns<Name> {
  readonly coordinates: { readonly lat: Name; readonly lon: Name } | null
  /** Parts of one address, in the order in which they are joined with commas. */
  readonly address: readonly Name[]
}

/** Rows with their answers, as bytes of a file. */
export interface AnsweredRows {
  readonly bytes: Uint8Array
  readonly counts: Counts
}

/**
 * Answers pieces of a text format. Pure: the same piece gives the same bytes on every thread and machine.
 * `piece` holds whole records, as a `RecordSplitter` of the format cuts them, without the header.
 */
export interface ChunkAnswerer {
  answer(piece: Uint8Array): AnsweredRows
}

/** Finds the ends of records in bytes that come bit by bit. */
export interface RecordSplitter {
  /**
   * Where the last record ends that is complete in `bytes`, whose first byte begins a record; 0 where none is complete.
   * Asked again with the rest and more bytes behind it. `last`: nothing comes behind. `at`: where the bytes begin in the input, for messages.
   */
  end(bytes: Uint8Array, last: boolean, at?: number): number
}

/** An input or an option that makes no sense: one sentence that says what, where, and what to do. */
export class BatchError extends Error {
  override readonly name = 'BatchError'
}

/** A run that failed although it was asked well: the disk is full, the input damaged, a thread dead, Redis gone. */
export class BatchFailure extends BatchError {}

/** For `catch` around work that was begun: what goes wrong there is no fault of what was asked. */
export function failed(error: unknown): never {
  throw error instanceof BatchError ? new BatchFailure(error.message) : error
}
