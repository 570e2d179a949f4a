/** What has to be drawn before a page can be printed. */
const preparations = new Set<() => Promise<void>>()
/** Milliseconds that printing waits for it: on a slow line it goes without. */
const PATIENCE = 8000

/** Adds such a thing. Returns what takes it away. */
export function prepareToPrint(draw: () => Promise<void>): () => void {
  if (preparations.size === 0) addEventListener('keydown', printByKey)
  preparations.add(draw)
  return () => {
    preparations.delete(draw)
    if (preparations.size === 0) removeEventListener('keydown', printByKey)
  }
}

/** Draws what is needed, then prints. The menu of a browser prints at once, with what is there. */
export async function printPage(): Promise<void> {
  const drawn = Promise.allSettled([...preparations].map((draw) => draw()))
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
  print()
}

function printByKey(event: KeyboardEvent): void {
  if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  void printPage()
}
