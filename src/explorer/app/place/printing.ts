/** Steps to complete before the page can be printed. */
const preparations = new Set<() => Promise<unknown>>()
/** Milliseconds to wait for the preparations. If they take longer, the page is printed without them. */
const PATIENCE = 8000

/** Registers a preparation step and returns a function that unregisters it. */
export function prepareToPrint(draw: () => Promise<unknown>): () => void {
  if (preparations.size === 0) addEventListener('keydown', printByKey)
  preparations.add(draw)
  return () => {
    preparations.delete(draw)
    if (preparations.size === 0) removeEventListener('keydown', printByKey)
  }
}

/**
 * Runs the preparations, then prints. The browser's own menu prints immediately, with whatever was prepared in advance.
 */
export async function printPage(): Promise<void> {
  const drawn = Promise.allSettled([...preparations].map((draw) => draw()))
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  // Waits for the next frame, in which the latest changes are drawn.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  print()
}

function printByKey(event: KeyboardEvent): void {
  if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  void printPage()
}
