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
