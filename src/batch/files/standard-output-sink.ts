import { BatchError } from '../rows.ts'
import type { Sink } from './sink.ts'

/** Writes to standard output, as fast as it is read. */
export async function standardOutputSink(header: Uint8Array): Promise<Sink> {
  const { stdout } = process
  let closed = false
  // Whoever writes is told; without a listener the process would end.
  const told = () => {}
  stdout.on('error', told)
  const write = async (bytes: Uint8Array) => {
    if (closed || bytes.length === 0) return
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>((done) => stdout.write(bytes, done))
    if (error?.code === 'EPIPE') closed = true
    else if (error) throw new BatchError(`Standard output cannot be written: ${error.message}.`)
  }
  await write(header)
  return {
    resumed: null,
    get closed() {
      return closed
    },
    async write({ bytes }) {
      if (bytes instanceof Uint8Array) await write(bytes)
      else for await (const chunk of bytes) await write(chunk)
    },
    async finish(trailer = new Uint8Array(0)) {
      await write(trailer)
      stdout.off('error', told)
    },
    async abandon() {
      stdout.off('error', told)
    },
  }
}
