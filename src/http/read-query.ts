/**
 * The fields of the query of a URL. The last of a repeated name wins, a name without `=` is empty, `+` is a space, and bytes that are not
 * UTF-8 become U+FFFD: as Python's `parse_qsl(keep_blank_values=True)` reads them, which is what FastAPI does.
 */
export function readQuery(url: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  const start = url.indexOf('?')
  if (start === -1) return fields
  const query = url.slice(start + 1)
  if (/[%+#]/.test(query)) {
    // With a `?` of its own: it takes one away.
    for (const [name, value] of new URLSearchParams(`?${query.replace(/#.*/s, '')}`)) fields[name] = value
    return fields
  }
  // The usual query has nothing to decode.
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    if (equals === -1) fields[pair] = ''
    else fields[pair.slice(0, equals)] = pair.slice(equals + 1)
  }
  return fields
}
