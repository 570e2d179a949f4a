/** Where two JSON values differ first, as `input.size (120 then, 100 now)`; null where they are the same. */
export function firstDifference(then: unknown, now: unknown, path = ''): string | null {
  if (isObject(then) && isObject(now)) {
    for (const key of new Set([...Object.keys(then), ...Object.keys(now)])) {
      const found = firstDifference(then[key], now[key], path === '' ? key : `${path}.${key}`)
      if (found !== null) return found
    }
    return Array.isArray(then) === Array.isArray(now) ? null : `${path} (of another kind)`
  }
  return then === now ? null : `${path} (${shown(then)} then, ${shown(now)} now)`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
