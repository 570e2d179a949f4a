import { crc32 } from 'node:zlib'
import { BatchError } from '../../errors.ts'
import { type Decompress, decompressorOf } from './codec.ts'
import type { Stored } from './encodings.ts'
import type { ColumnChunk } from './footer.ts'
import { type ByteRange, type InputFile, readRange } from './input-file.ts'
import { type DataPage, dataPage, dictionaryPage, type PageHeader, pageHeader } from './page.ts'
import type { PlaceColumn } from './place-column.ts'

const window = 1 << 20 // bytes of a chunk that are read at once, unless a page is larger
const headerRoom = 1 << 16 // bytes in which the header of a page ends, but for rare ones

/** Reads the values of a flat column chunk in their order, page by page. */
export class ColumnReader<Value extends number | string> {
  readonly #file: InputFile
  readonly #column: PlaceColumn
  readonly #chunk: ColumnChunk
  readonly #decompress: Decompress
  readonly #convert: (stored: Stored) => ArrayLike<Value>
  /** Bytes of the file from `#start`, of which those from `#at` are still to be read. */
  #bytes: Uint8Array = new Uint8Array(0)
  #start: number
  #at = 0
  #dictionary: ArrayLike<Value> | undefined
  /** The page with the next row, undecoded until a value of it is needed. */
  #header: PageHeader | undefined
  #stored: Uint8Array = new Uint8Array(0)
  #page: ReadPage<Value> | undefined
  #row = 0
  #value = 0

  /** @throws {BatchError} when nothing reads its codec */
  static async open<Value extends number | string>(
    file: InputFile,
    column: PlaceColumn,
    chunk: ColumnChunk,
    convert: (stored: Stored) => ArrayLike<Value>,
  ): Promise<ColumnReader<Value>> {
    return new ColumnReader(file, column, chunk, await decompressorOf(chunk.codec), convert)
  }

  private constructor(
    file: InputFile,
    column: PlaceColumn,
    chunk: ColumnChunk,
    decompress: Decompress,
    convert: (stored: Stored) => ArrayLike<Value>,
  ) {
    this.#file = file
    this.#column = column
    this.#chunk = chunk
    this.#decompress = decompress
    this.#convert = convert
    this.#start = chunk.start
  }

  /** Puts the values of the next `count` rows into `into`, `absent` where a row has none. */
  async read(into: Record<number, Value>, count: number, absent: Value): Promise<void> {
    for (let done = 0; done < count; ) {
      const left = await this.#rowsLeft()
      const n = Math.min(left, count - done)
      this.#page ??= this.#decode()
      this.#copy(this.#page, into, done, n, absent)
      done += n
    }
  }

  /** Passes over `count` rows; pages of which no row is read are not decoded. */
  async skip(count: number): Promise<void> {
    for (let done = 0; done < count; ) {
      const n = Math.min(await this.#rowsLeft(), count - done)
      if (n < this.#header!.values) {
        this.#page ??= this.#decode()
        const { present } = this.#page
        for (let row = this.#row; row < this.#row + n; row++) if (present === null || present[row] === 1) this.#value++
      }
      this.#row += n
      done += n
    }
  }

  #copy(page: ReadPage<Value>, into: Record<number, Value>, from: number, count: number, absent: Value): void {
    const { present, values, numbers } = page
    let value = this.#value
    if (present === null && numbers === null && into instanceof Float64Array && values instanceof Float64Array) {
      into.set(values.subarray(value, value + count), from)
      value += count
    } else
      for (let i = 0; i < count; i++) {
        if (present !== null && present[this.#row + i] === 0) into[from + i] = absent
        else into[from + i] = values[numbers === null ? value++ : numbers[value++]]
      }
    this.#value = value
    this.#row += count
  }

  /** Rows of the page that are still to be read; goes on to the next page where there are none. */
  async #rowsLeft(): Promise<number> {
    while (this.#header === undefined || this.#row === this.#header.values) {
      const header = await this.#nextHeader()
      this.#stored = await this.#take(header.compressed)
      if (header.checksum !== undefined && crc32(this.#stored) !== header.checksum >>> 0)
        throw this.#damaged('a page does not have its checksum')
      this.#page = undefined
      this.#header = undefined
      if (header.type === 'dictionary')
        this.#dictionary = this.#guarded(() =>
          this.#convert(dictionaryPage(header, this.#stored, this.#column, this.#decompress)),
        )
      else if (header.type === 'data') this.#header = header
      this.#row = 0
      this.#value = 0
    }
    return this.#header.values - this.#row
  }

  #decode(): ReadPage<Value> {
    return this.#guarded(() => {
      const { present, numbers, stored }: DataPage = dataPage(
        this.#header!,
        this.#stored,
        this.#column,
        this.#decompress,
        this.#dictionary?.length ?? 0,
      )
      return { present, numbers, values: stored === null ? this.#dictionary! : this.#convert(stored) }
    })
  }

  async #nextHeader(): Promise<PageHeader> {
    for (let wanted = headerRoom; ; wanted *= 16) {
      const left = this.#chunk.end - this.#start - this.#at
      if (left <= 0) throw this.#damaged('it has fewer values than rows')
      await this.#fill(Math.min(left, wanted))
      try {
        const { header, end } = pageHeader(this.#bytes.subarray(this.#at))
        this.#at += end
        return header
      } catch (error) {
        // The statistics of a page may be long texts.
        if (wanted >= left || wanted > window) throw this.#damaged(message(error))
      }
    }
  }

  async #take(length: number): Promise<Uint8Array> {
    if (this.#start + this.#at + length > this.#chunk.end) throw this.#damaged('a page is longer than the column')
    await this.#fill(length)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Sees to it that `length` bytes are there from `#at`. */
  async #fill(length: number): Promise<void> {
    if (this.#bytes.length - this.#at >= length) return
    const start = this.#start + this.#at
    const range: ByteRange = { start, end: Math.min(this.#chunk.end, start + Math.max(length, window)) }
    this.#bytes = await readRange(this.#file, range)
    this.#start = start
    this.#at = 0
  }

  #guarded<T>(read: () => T): T {
    try {
      return read()
    } catch (error) {
      throw this.#damaged(message(error))
    }
  }

  #damaged(what: string): BatchError {
    return new BatchError(`The column "${this.#column.name}" of the Parquet file cannot be read: ${what}.`)
  }
}

/** Values of a page: those of the rows that have one, by their `numbers` where they stand in a dictionary. */
interface ReadPage<Value> {
  readonly present: Uint8Array | null
  readonly numbers: Uint32Array | null
  readonly values: ArrayLike<Value>
}

function message(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
