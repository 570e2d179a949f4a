/** Characters that stand for others. */
const ENCODED = /[%+]/

/** Without a prototype, so that no name of a field is one of an object; a class, because engines are slow with `Object.create(null)`. */
class Fields {
  [name: string]: string
}
Object.setPrototypeOf(Fields.prototype, null)

/**
 * The fields of a query, given from its `?` on. The last of a repeated name wins, a name without `=` is empty, `+` is a space, and bytes
 * that are not UTF-8 become U+FFFD: as Python's `parse_qsl(keep_blank_values=True)` reads them, which is what FastAPI does.
 */
export function readQuery(query: string): Record<string, string> {
  const fields = new Fields()
  if (ENCODED.test(query)) {
    for (const [name, value] of new URLSearchParams(query)) fields[name] = value
    return fields
  }
  // The usual query has nothing to decode.
  for (let start = 1, end: number; start < query.length; start = end + 1) {
    end = query.indexOf('&', start)
    if (end === -1) end = query.length
    if (end === start) continue
    const pair = query.slice(start, end)
    const equals = pair.indexOf('=')
    if (equals === -1) fields[pair] = ''
    else fields[pair.slice(0, equals)] = pair.slice(equals + 1)
  }
  return fields
}
