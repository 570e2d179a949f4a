import { expect } from 'vitest'
import { NotFoundError } from '../../../src/base/errors.ts'
import { type AppOptions, createApp } from '../../../src/faces/http/app.ts'
import { knownKeys } from '../../../src/faces/http/keys.ts'
import type { Endpoint, Library } from '../../../src/library/contract/endpoint.ts'
import { endpoints } from '../../../src/library/contract/table.ts'
import { madeSchools } from '../../library/contract/made-schools.ts'
import { madeUp as madeUpScores } from '../cli/console.ts'
import { madeKey } from './made-keys.ts'

/** Knows one school and one district, the examples of the parameters. */
export const madeUp: Library = {
  ...madeUpScores,
  schools: {
    ...madeSchools,
    schoolByDistrict(question) {
      if (question.lea_id !== '4808940') throw new NotFoundError('School district not found')
      return madeSchools.schoolByDistrict(question)
    },
  },
}

/** An answer with its body read. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export type Asking = (path: string, init?: RequestInit) => Promise<Answered>

export const TOKEN = 'token-of-the-usual-key'
export const EXPIRED = 'token-of-yesterday'

export const twoKeys = knownKeys([madeKey(TOKEN), madeKey(EXPIRED, { expires: Date.UTC(2020) })])

export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

/** Asks an app of these answers and options, and checks of every answer what holds for all of them. */
export function asking(options: AppOptions = {}, answers: Library = madeUp): Asking {
  const app = createApp(answers, options)
  return async (path, init) => {
    const response = await app.fetch(new Request(path.startsWith('http') ? path : `http://localhost${path}`, init))
    const { status, headers } = response
    expect(headers.get('x-request-id')).toMatch(/^[\w.-]{1,64}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    for (const name of ['x-powered-by', 'server']) expect(headers.has(name)).toBe(false)
    return { status, headers, body: await response.text() }
  }
}

/** The request with the examples of an endpoint's parameters; `change` replaces some, `undefined` leaves them out. */
export function requestOf(
  { path, method, parameters }: Endpoint,
  change: Readonly<Record<string, unknown>> = {},
): [path: string, init: RequestInit] {
  const fields = { ...Object.fromEntries(parameters.map(({ name, example }) => [name, example])), ...change }
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    if (place === 'query' && fields[name] !== undefined) query.set(name, String(fields[name]))
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
  const asked = query.size === 0 ? filled : `${filled}?${query}`
  return method === 'GET' ? [asked, { method }] : [asked, { method, body: JSON.stringify(fields) }]
}

/** The endpoint of an identifier such as `risk.flood`. */
export function endpointOf(id: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.id === id)
  if (found === undefined) throw new Error(`no endpoint ${id}`)
  return found
}

/** `[id, endpoint]` of every endpoint, for the names of tests. */
export const everyEndpoint = endpoints.map((endpoint) => [endpoint.id, endpoint] as const)

/** What is asked for throws `error`. */
export function failing(error: unknown): Library {
  return new Proxy({} as Library, {
    get(_, name) {
      if (name === 'build') return 'made-up'
      if (name === 'data') return { version: '2026.11' }
      throw error
    },
  })
}
