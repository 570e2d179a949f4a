type Headers = Readonly<Record<string, string>>

const ANSWER = {
  'Access-Control-Expose-Headers':
    'RateLimit,RateLimit-Policy,Retry-After,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id',
}

/** The headers of an answer to a preflight request, beside those of every answer. */
export const PREFLIGHT: Headers = {
  'Access-Control-Allow-Methods': 'GET,POST',
  'Access-Control-Allow-Headers': 'Authorization,Content-Type,X-Request-Id,Mcp-Protocol-Version',
  'Access-Control-Max-Age': '600',
}

/** The headers that let pages of these origins read an answer; the function gets the `Origin` of a request. */
export function corsHeaders(origins: readonly string[]): (origin: string | undefined) => Headers {
  if (origins.includes('*')) {
    const everybody = { 'Access-Control-Allow-Origin': '*', ...ANSWER }
    return () => everybody
  }
  const others = { ...ANSWER, Vary: 'Origin' }
  const known = new Map(origins.map((origin) => [origin, { 'Access-Control-Allow-Origin': origin, ...others }]))
  return (origin) => (origin === undefined ? others : (known.get(origin) ?? others))
}
