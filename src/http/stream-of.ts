/**
 * A body that is made as it is read: between two pieces other requests get their turn. Where a piece fails, the answer breaks off and
 * `onError` hears why.
 */
export function streamOf(pieces: Iterable<string>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      await nextTurn()
      try {
        const { done, value } = iterator.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        onError(error)
        controller.error(error)
      }
    },
    cancel() {
      iterator.return?.()
    },
  })
}

// Timers wait a millisecond at least, so platforms with `setImmediate` use that.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve)
  })
}
