import { sizeWords } from './words.ts'

/** The line at the foot of a terminal that says what is under way; silent anywhere else. */
export interface ProgressLine {
  arrived(path: string, chunk: number, bytes: number, total: number | null): void
  finished(path: string): void
  /** Writes a lasting line above it. */
  print(line: string): void
  clear(): void
}

/** Drawn at most five times a second. */
const PAUSE_MS = 200

/** `all` is the number of files of the run. */
export function progressLine(stream: NodeJS.WriteStream, all: number, now = () => performance.now()): ProgressLine {
  const started = now()
  const underWay = new Map<string, string>()
  let done = 0
  let received = 0
  let drawn = 0
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001B[K')
  }
  const draw = () => {
    if (!stream.isTTY || now() - drawn < PAUSE_MS) return
    drawn = now()
    const speed = sizeWords(Math.round((received / Math.max(1, now() - started)) * 1000))
    const line = `${done}/${all} files, ${sizeWords(received)}, ${speed}/s  ${[...underWay.values()].join('  ')}`
    stream.write(`\r\u001B[K${line.slice(0, (stream.columns || 80) - 1)}`)
  }
  return {
    arrived(path, chunk, bytes, total) {
      received += chunk
      const share = total ? `${Math.floor((bytes / total) * 100)} %` : sizeWords(bytes)
      underWay.set(path, `${path.slice(path.lastIndexOf('/') + 1)} ${share}`)
      draw()
    },
    finished(path) {
      done++
      underWay.delete(path)
    },
    print(line) {
      clear()
      stream.write(`${line}\n`)
      drawn = 0
    },
    clear,
  }
}
