/** Identifiers of our own: unlike those of other processes, then counted. Made by the first request: workers have no randomness before. */
let here: string | undefined
let requests = 0

export function nextId(): string {
  here ??= crypto.randomUUID().slice(0, 8)
  requests++
  return `${here}-${requests}`
}
