/**
 * The absolute address of a web page, `http://www.cayugaisd.com`; null for placeholders (`NOT AVAILABLE`, `N`), e-mail
 * addresses, private network addresses and what is no address. The scheme is `http` unless the source says `https`, the
 * host is in lower case, bare slashes after it are left out; path and query stay as they are. Of several, the first.
 */
export function readableWebsite(raw: string): string | null {
  const { secure, rest } = cutScheme(firstAddress(raw))
  const address = rest.replace(rest.includes('(') ? /["'>.,;|\s]+$/ : /["'>).,;|\s]+$/, '')
  if (/^[^/?#]*@/.test(address) || !URL.canParse(`http://${address}`)) return null
  const url = new URL(`${secure ? 'https' : 'http'}://${address}`)
  if (!isPublicHost(url.hostname, address)) return null
  return url.href.replace(/^(https?:\/\/[^/?#]+)\/+$/, '$1')
}

/** The first of several addresses. A blank within a path, `/spec serv.ccs`, belongs to it. */
function firstAddress(raw: string): string {
  // "www.pacecenter.org /locations".
  const text = raw
    .trim()
    .replace(/\\/g, '/')
    .replace(/\s+(?=\/)|(?<=\/)\s+/g, '')
  const [first, next = ''] = text.split(
    /(?:\s+(?:and|or|&)\s+|[,;|](?:\s+|(?=https?:|www\.))|\s+(?=\S+\.\S*\.|https?:|www\.))/i,
  )
  const [beforeBlank, ...others] = first.split(/\s+/)
  const hasPath = /[^/:]\/[^/]/.test(beforeBlank)
  const address = hasPath && next === '' ? [beforeBlank, ...others].join('%20') : beforeBlank
  return address.replace(/^["'<(]+/, '')
}

/**
 * Cuts off the scheme however it is spelled and however often: `HTTP:/`, `http//`, `http://http:www.…`, `ttp://`. The
 * innermost counts: `http://https:/oes.…` is https.
 */
function cutScheme(address: string): { secure: boolean; rest: string } {
  let rest = address
  let secure = false
  for (;;) {
    const scheme = /^h?ttp(s?)(?::\/*|\/\/+)/i.exec(rest)
    if (!scheme) return { secure, rest: rest.replace(/^\/+/, '').replace(/^w{3,4}[,.]+(?=.)/i, 'www.') }
    secure = scheme[1] !== ''
    rest = rest.slice(scheme[0].length)
  }
}

/** A name of labels that ends in letters, or a public IPv4 address that the source wrote as one. */
function isPublicHost(host: string, written: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host))
    return written.startsWith(host) && !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|2[2-5]\d)\./.test(host)
  const labels = host.split('.')
  if (labels.length < 2 || host.length > 253 || !/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(labels.at(-1)!)) return false
  // "www.hialeaheduacademy" lacks its ending.
  if (labels[0] === 'www' && labels.length < 3) return false
  return labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
}
