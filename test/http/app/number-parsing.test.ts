import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../src/endpoints/endpoint.ts'
import { asking, madeUp } from './made-app.ts'

interface Case {
  readonly input: string
  readonly value?: number | boolean
  readonly error?: string
}

const VECTORS = new URL('../../../../shared/vectors/number-parsing.json', import.meta.url)
const present = existsSync(VECTORS)
const cases: Record<'int' | 'float' | 'bool', Case[]> = present
  ? JSON.parse(readFileSync(VECTORS, 'utf8'))
  : { int: [], float: [], bool: [] }

/** What the school search was asked last. */
let question: Parameters<Answers['schools']['schoolRatings']>[0]
const get = asking(
  {},
  {
    ...madeUp,
    schools: {
      ...madeUp.schools,
      schoolRatings(given) {
        question = given
        return madeUp.schools.schoolRatings(given)
      },
    },
  },
)

describe.skipIf(!present)("the cases of pydantic's own tests, in a query (skipped without ../shared/vectors)", () => {
  it('are there', () => {
    expect(cases.int.length).toBeGreaterThan(50)
    expect(cases.float.length).toBeGreaterThan(20)
    expect(cases.bool.length).toBeGreaterThan(30)
  })

  it.each(cases.float)('float $input', async ({ input, value, error }) => {
    const { status, body } = await ask({ lat: input, lon: '0' })
    if (value === undefined || Number.isNaN(value)) expect(body).toContain(JSON.stringify(error))
    else if (Math.abs(value as number) > 90) expect(body).toContain('_than_equal')
    else expect({ status, lat: question.lat }).toEqual({ status: 200, lat: value })
    if (status === 422) expect(JSON.parse(body).detail).toMatchObject([{ loc: ['query', 'lat'], input }])
  })

  it.each(cases.int)('integer $input', async ({ input, value, error }) => {
    const { status, body } = await ask({ lat: '0', lon: '0', limit: input })
    if (value === undefined) expect(body).toContain(JSON.stringify(error))
    else if ((value as number) > 50) expect(body).toContain('"less_than_equal"')
    else if ((value as number) < 1) expect(body).toContain('"greater_than_equal"')
    else expect({ status, limit: question.limit }).toEqual({ status: 200, limit: value })
    if (status === 422) expect(JSON.parse(body).detail).toMatchObject([{ loc: ['query', 'limit'], input }])
  })

  it.each(cases.bool)('boolean $input', async ({ input, value, error }) => {
    const { status, body } = await ask({ lat: '0', lon: '0', same_district: input })
    if (value === undefined) expect(body).toContain(JSON.stringify(error))
    else expect({ status, same: question.same_district }).toEqual({ status: 200, same: value })
    if (status === 422) expect(JSON.parse(body).detail).toMatchObject([{ loc: ['query', 'same_district'], input }])
  })
})

/** Every byte of a value percent-encoded, so that nothing of it means anything to a query. */
function ask(query: Readonly<Record<string, string>>) {
  const encoded = Object.entries(query).map(([name, value]) => {
    const bytes = Array.from(new TextEncoder().encode(value), (byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return `${name}=${bytes.join('')}`
  })
  return get(`/v1/schools/search/school-ratings?${encoded.join('&')}`)
}
