/** Status of the answer, or `slow` if the request is answered with 408 after its timeout. */
type Outcome = number | 'slow'

interface MalformedRequest {
  readonly name: string
  readonly bytes: Buffer
  readonly outcome: Outcome
}

const path = '/v1/vibe/walkability?lat=30&lon=-97'
const host = 'Host: localhost'
const chunked = 'Transfer-Encoding: chunked'

function request(line: string, headers: readonly string[], body = ''): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`
}
const get = (...headers: string[]) => request(`GET ${path} HTTP/1.1`, [host, ...headers])
const of = (target: string, method = 'GET') => request(`${method} ${target} HTTP/1.1`, [host])
const version = (version: string) => request(`GET ${path} ${version}`, [host])
const withHost = (...hosts: string[]) =>
  request(
    `GET ${path} HTTP/1.1`,
    hosts.map((name) => `Host: ${name}`),
  )
const post = (headers: readonly string[], body: string) =>
  request('POST /v1/scores/batch HTTP/1.1', [host, ...headers], body)
const inChunks = (body: string, ...headers: string[]) => post([chunked, ...headers], body)

const list: readonly (readonly [name: string, text: string | Buffer, outcome: Outcome])[] = [
  // Host
  ['no Host', request(`GET ${path} HTTP/1.1`, []), 400],
  ['no Host, HTTP/1.0', request(`GET ${path} HTTP/1.0`, []), 200],
  ['two Hosts', withHost('localhost', 'elsewhere.example'), 400],
  ['two Hosts, the same', withHost('localhost', 'localhost'), 400],
  ['two Hosts, HTTP/1.0', request(`GET ${path} HTTP/1.0`, [host, host]), 400],
  ['Host with a space', withHost('a b'), 400],
  ['Host with an open bracket', withHost('[::1'), 400],
  ['Host with a path', withHost('localhost/x'), 400],
  ['Host with a user', withHost('user@localhost'), 400],
  ['Host with a query', withHost('localhost?x'), 400],
  ['Host with a port out of range', withHost('localhost:99999'), 400],
  ['Host with a port of letters', withHost('localhost:http'), 400],
  ['Host of percents', withHost('%'), 400],
  ['Host of 15 kB', withHost('a'.repeat(15_000)), 200],
  // Method
  ['lower-case method', of(path, 'get'), 400],
  ['method with @', of(path, 'G@T'), 400],
  ['method of nobody', of(path, 'BREW'), 400],
  ['empty method', of(path, ''), 400],
  ['method of 100 kB', of(path, 'G'.repeat(100_000)), 400],
  ['method of another path', of('/v1/scores/batch', 'GET'), 405],
  ['TRACE', of(path, 'TRACE'), 405],
  ['PROPFIND', of(path, 'PROPFIND'), 405],
  ['QUERY', request(`QUERY ${path} HTTP/1.1`, [host, 'Content-Length: 0']), 405],
  ['CONNECT', of('localhost:80', 'CONNECT'), 400],
  ['CONNECT to a path', of(path, 'CONNECT'), 400],
  // Version
  ['no version, and nothing more', `GET ${path}\r\n`, 'slow'],
  ['no version, with headers', request(`GET ${path}`, [host]), 200],
  ['HTTP/3.0', version('HTTP/3.0'), 400],
  ['HTTP/1.2', version('HTTP/1.2'), 400],
  ['HTTP/1.11', version('HTTP/1.11'), 400],
  ['HTTP/1', version('HTTP/1'), 400],
  ['HTTP/-1.1', version('HTTP/-1.1'), 400],
  ['http/1.1', version('http/1.1'), 400],
  ['HTTPS/1.1', version('HTTPS/1.1'), 400],
  ['ICE/1.0', version('ICE/1.0'), 400],
  ['version after two spaces', version(' HTTP/1.1'), 200],
  // Target
  ['no target', of(''), 400],
  ['target without a slash', of('v1'), 400],
  ['target that looks like a user', of('@elsewhere.example/'), 400],
  ['target of two words', of('/v1 /v1'), 400],
  ['NUL in the target', of('/v1\0'), 400],
  ['emoji in the target', of('/😀'), 400],
  ['backslash in the path', of('/v1\\vibe'), 400],
  ['half of a percent code', of('/v1/%zz'), 404],
  ['path of dots', of('/v1/../../../../etc/passwd'), 404],
  ['path of encoded dots', of('/v1/%2e%2e/%2e%2e/etc/passwd'), 404],
  ['two slashes', of('//elsewhere.example/v1'), 404],
  ['*', of('*'), 400],
  ['OPTIONS *', of('*', 'OPTIONS'), 400],
  ['absolute form', of(`http://localhost${path}`), 200],
  ['absolute form, another host', of('http://elsewhere.example/nothing'), 404],
  ['absolute form without a host', of('http://'), 400],
  ['absolute form, port out of range', of('http://localhost:99999/'), 400],
  ['absolute form, ftp', of('ftp://localhost/'), 400],
  ['absolute form, file', of('file:///etc/passwd'), 400],
  ['target of 20 kB', of(`/${'a'.repeat(20_000)}`), 431],
  // Lines
  ['bare LF', get().replaceAll('\r\n', '\n'), 400],
  ['bare LF between headers', get('X-One: 1\nX-Two: 2'), 400],
  ['bare CR in a header', get('X-One: 1\rX-Two: 2'), 400],
  ['header folded over two lines', get('X-One: 1\r\n 2'), 400],
  ['space before the first header', request(`GET ${path} HTTP/1.1`, [` ${host}`, host]), 400],
  ['empty lines first', `\r\n\r\n${get()}`, 200],
  ['nothing but empty lines', '\r\n'.repeat(2000), 'slow'],
  // Headers
  ['header without a colon', get('nonsense'), 400],
  ['space before the colon', get('X-One : 1'), 400],
  ['header without a name', get(': 1'), 400],
  ['header name with a bracket', get('X(One): 1'), 400],
  ['header name of emoji', get('😀: 1'), 400],
  ['NUL in a header', get('X-One: a\0b'), 400],
  ['DEL in a header', get('X-One: a\x7fb'), 400],
  ['bytes above 127 in a header', Buffer.from(get('X-One: \xff\xfe'), 'latin1'), 200],
  ['header of 20 kB', get(`X-One: ${'a'.repeat(20_000)}`), 431],
  ['header name of 20 kB', get(`${'a'.repeat(20_000)}: 1`), 431],
  ['200 headers', get(...Array.from({ length: 200 }, (_, i) => `X-${i}: 1`)), 200],
  ['5000 headers', get(...Array.from({ length: 5000 }, (_, i) => `X-${i}: 1`)), 431],
  ['headers of prototypes', get('__proto__: 1', 'constructor: 1', 'toString: 1'), 200],
  ['two X-Request-Ids', get('X-Request-Id: a', 'X-Request-Id: b'), 200],
  ['Connection that contradicts itself', get('Connection: close, keep-alive'), 200],
  ['Upgrade: websocket', get('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'), 200],
  ['Upgrade: h2c', get('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'), 200],
  ['Expect: nonsense', get('Expect: nonsense'), 417],
  ['Expect: 100-continue', post(['Expect: 100-continue', 'Content-Length: 2'], '{}'), 422],
  // Length of the body
  ['Content-Length twice', post(['Content-Length: 2', 'Content-Length: 3'], '{}'), 400],
  ['Content-Length twice, the same', post(['Content-Length: 2', 'Content-Length: 2'], '{}'), 400],
  ['Content-Length of two numbers', post(['Content-Length: 2, 2'], '{}'), 400],
  ['Content-Length negative', post(['Content-Length: -2'], '{}'), 400],
  ['Content-Length with a plus', post(['Content-Length: +2'], '{}'), 400],
  ['Content-Length hexadecimal', post(['Content-Length: 0x2'], '{}'), 400],
  ['Content-Length of a fraction', post(['Content-Length: 2.0'], '{}'), 400],
  ['Content-Length empty', post(['Content-Length:'], '{}'), 400],
  ['Content-Length beyond 2^64', post(['Content-Length: 99999999999999999999'], '{}'), 400],
  ['Content-Length beyond the limit', post(['Content-Length: 9007199254740991'], '{}'), 413],
  ['Content-Length and Transfer-Encoding', post(['Content-Length: 5', chunked], '0\r\n\r\n'), 400],
  ['Transfer-Encoding and Content-Length', post([chunked, 'Content-Length: 5'], '0\r\n\r\n'), 400],
  ['Transfer-Encoding unknown', post(['Transfer-Encoding: cow'], '0\r\n\r\n'), 400],
  ['Transfer-Encoding not chunked at last', post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'), 400],
  ['Transfer-Encoding with a space before the colon', post(['Transfer-Encoding : chunked'], '0\r\n\r\n'), 400],
  ['Transfer-Encoding with a vertical tab', post(['Transfer-Encoding: \x0bchunked'], '0\r\n\r\n'), 400],
  ['fewer bytes than Content-Length', post(['Content-Length: 200'], '{}'), 'slow'],
  ['body of a GET', request(`GET ${path} HTTP/1.1`, [host, 'Content-Length: 5'], 'hello'), 200],
  // Chunks
  ['chunk size of letters', inChunks('zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['chunk size negative', inChunks('-2\r\n{}\r\n0\r\n\r\n'), 400],
  ['chunk size beyond 2^64', inChunks('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'), 400],
  ['chunk size with 0x', inChunks('0x2\r\n{}\r\n0\r\n\r\n'), 400],
  ['chunk size empty', inChunks('\r\n{}\r\n0\r\n\r\n'), 400],
  ['chunk size before a bare LF', inChunks('2\n{}\n0\n\n'), 400],
  ['chunk longer than its size', inChunks('2\r\n{}{}\r\n0\r\n\r\n'), 400],
  ['chunk extension', inChunks('2;a=b\r\n{}\r\n0\r\n\r\n'), 422],
  ['chunk extension of 20 kB', inChunks(`2;a=${'b'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 400],
  ['Host in the trailer', inChunks('2\r\n{}\r\n0\r\nHost: elsewhere.example\r\n\r\n', 'Trailer: Host'), 422],
  ['no last chunk', inChunks('2\r\n{}\r\n'), 'slow'],
  // Other protocols, and none
  ['TLS', Buffer.from('16030100c8010000c40303c0ffee', 'hex'), 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n', 400],
  ['PROXY', 'PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n', 400],
  ['Redis', '*1\r\n$4\r\nPING\r\n', 400],
  ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 400],
  ['noise', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7919 + 13) % 256)), 400],
  ['NUL bytes', Buffer.alloc(1000), 400],
  ['emoji', '😀😀😀\r\n\r\n', 400],
  ['a megabyte without a line', 'a'.repeat(2 ** 20), 400],
  ['nothing', '', 'slow'],
]

/** Requests that no good client sends. Some are answered anyway because they do no harm or HTTP allows them. */
export const malformedRequests: readonly MalformedRequest[] = list.map(([name, text, outcome]) => ({
  name,
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  outcome,
}))
