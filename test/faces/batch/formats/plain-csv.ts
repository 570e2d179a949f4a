/**
 * Reads CSV character by character. Slow and simple, so that tests can check the fast reader against it. Every line is
 * a row, even an empty one.
 */
export function readCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'after' = 'start'
  let isEmpty = true
  const endField = () => {
    row.push(field)
    field = ''
    state = 'start'
  }
  const endRow = () => {
    if (state === 'plain') field = field.replace(/\r$/, '')
    endField()
    rows.push(row)
    row = []
    isEmpty = true
  }
  for (const char of text) {
    isEmpty = false
    if (state === 'quoted') {
      if (char === '"') state = 'after'
      else field += char
    } else if (char === '"' && state === 'start') state = 'quoted'
    else if (char === '"' && state === 'after') {
      field += '"'
      state = 'quoted'
    } else if (char === delimiter) endField()
    else if (char === '\n') endRow()
    else {
      field += char
      state = 'plain'
    }
  }
  if (!isEmpty) endRow()
  return rows
}

/** Writes a string as a field, in quotes if it needs them or if `always` is true. */
export function writeField(text: string, delimiter: string, always = false): string {
  const must = text.startsWith('"') || [delimiter, '\n', '\r'].some((char) => text.includes(char))
  return must || always ? `"${text.replaceAll('"', '""')}"` : text
}
