/** Ours, the smaller first. */
const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** The smallest encoding that an `Accept-Encoding` header allows (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | null): Encoding {
  const allowed = new Set<string>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) allowed.add(name)
  }
  return ENCODINGS.find((encoding) => allowed.has(encoding)) ?? 'identity'
}
