/** An address out of the texts of its columns, with commas between them; empty where all of them are. */
export function addressOfParts(parts: readonly string[]): string {
  return parts
    .map((part) => wholeNumber(part.trim()))
    .filter((part) => part !== '')
    .join(', ')
}

/** Programs that read a column of ZIPs with gaps as numbers, as pandas does, write them as `78701.0`. */
function wholeNumber(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text
}
