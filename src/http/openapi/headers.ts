import type { HeaderObject, Named, Reference } from './document.ts'
import type { ServiceOptions } from './service-options.ts'

/** The headers of answers, by name. */
export function headers({ auth, limits }: ServiceOptions): Named<HeaderObject> {
  return { ...always, ...(limits ? { ...ofLimits, ...ofRefusal } : {}), ...(auth ? ofChallenge : {}) }
}

const always = {
  'X-Request-Id': {
    description:
      'Names the request in the log of the service. A request may bring its own: 1-64 letters, digits, `_`, `.` and `-`.',
    required: true,
    schema: { type: 'string' },
    example: '0b9f0c3e-4f0e-4d53-9a53-5f0f3a1c2b7d',
  },
} as const

const ofLimits = {
  'RateLimit-Policy': {
    description:
      'The limits of the key: `q` requests in `w` seconds, for its rate and for the calendar month, UTC. A key without limits gets none of these headers.',
    schema: { type: 'string' },
    example: '"rate";q=50;w=60, "month";q=100000;w=2592000',
  },
  RateLimit: {
    description: 'What is left of each limit: `r` requests until, in `t` seconds, requests are given back.',
    schema: { type: 'string' },
    example: '"rate";r=49;t=60, "month";r=87654;t=1209600',
  },
  'X-RateLimit-Limit': {
    description: 'Requests of the limit that is closest to its end.',
    schema: { type: 'integer', minimum: 0 },
    example: 50,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left of that limit.',
    schema: { type: 'integer', minimum: 0 },
    example: 49,
  },
  'X-RateLimit-Reset': {
    description: 'When requests of that limit are given back, seconds since 1970, UTC.',
    schema: { type: 'integer', minimum: 0 },
    example: 1767225600,
  },
} as const

const ofRefusal = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
} as const

const ofChallenge = {
  'WWW-Authenticate': {
    description: '`Bearer`, with `error="invalid_token"` when a key was sent and is not valid.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
} as const

/** The headers of an answer that no key was asked for or that is no matter of a key. */
export const requestHeaders = references(always)

/** The headers of 401. */
export const challengeHeaders = references({ ...ofChallenge, ...always })

/** The headers of 429. */
export const retryHeaders = references({ ...ofRefusal, ...always, ...ofLimits })

/** The headers of an answer to somebody who was let in. */
export function answerHeaders({ limits }: ServiceOptions): Named<Reference> {
  return references({ ...always, ...(limits ? ofLimits : {}) })
}

function references(named: Named<HeaderObject>): Named<Reference> {
  return Object.fromEntries(Object.keys(named).map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
