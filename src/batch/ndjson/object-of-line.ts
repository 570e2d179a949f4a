/** The object that a line of JSON holds; undefined where it holds none. Of a key that stands twice, the last value counts. */
export function objectOfLine(line: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
