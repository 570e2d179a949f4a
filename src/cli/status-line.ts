/** Milliseconds between two looks at the progress: on a terminal, and in a log. */
const ON_TERMINAL = 200
const IN_LOG = 10_000

/** A line that is written over on a terminal; a line from time to time in a log. */
export interface StatusLine {
  /** `words` is asked for the text when it is time to show it; `withBar` on a terminal. */
  show(words: (withBar: boolean) => string): void
  /** Takes it away. */
  end(): void
}

export function statusLine(say: (text: string) => void, isTerminal: boolean): StatusLine {
  let shown = performance.now()
  let isOpen = false
  return {
    show(words) {
      if (performance.now() - shown < (isTerminal ? ON_TERMINAL : IN_LOG)) return
      shown = performance.now()
      isOpen = isTerminal
      say(isTerminal ? `\r\u001b[K${words(true)}` : `${words(false)}\n`)
    },
    end() {
      if (isOpen) say('\r\u001b[K')
      isOpen = false
    },
  }
}
