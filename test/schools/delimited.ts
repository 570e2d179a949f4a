/** Text of a table: one line of headings, one for each row; a column that a row does not name is empty. */
export function delimited(
  headings: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
  delimiter = ',',
): string {
  const cell = (value: string | number) => {
    const written = String(value)
    return written.includes(delimiter) || written.includes('\n') ? `"${written}"` : written
  }
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
  return lines.map((cells) => `${cells.map(cell).join(delimiter)}\r\n`).join('')
}
