/** Gives the browser a file to keep. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Copies a text; says what became of it. False where the browser did not allow it. */
export async function copyText(what: string, text: string, tell: (words: string) => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    tell(`Copied: ${what}.`)
    return true
  } catch {
    tell('The browser did not allow copying. Select the text and copy it.')
    return false
  }
}
