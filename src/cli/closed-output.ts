const { stdout, stderr } = process

/** Ends the process when its output is closed: a reader that has seen enough (`vicinage dimensions | head -1`) is no failure. */
export function endAtClosedOutput(): void {
  for (const stream of [stdout, stderr]) stream.on('error', end)
}

/** Undoes that: a service goes on when nobody reads its log or what it says any more. */
export function outliveOutput(): void {
  for (const stream of [stdout, stderr]) stream.off('error', end).on('error', () => {})
}

function end(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  // Whoever was writing says what to do about it, if it is standard output that is full.
  if (this === stdout) stderr.write(`vicinage: Standard output cannot be written (${error.code}).\n`)
  process.exit(1)
}
