import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { LogStream, requestLog } from '../../src/http/log.ts'

const TOKEN = 'vic_abcdefghijklmnopqrstuvwxyz'

function logged(write: (logger: pino.Logger) => void): Record<string, unknown>[] {
  let text = ''
  const out = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const lines = new LogStream(out, () => {})
  write(pino({ base: null }, lines))
  lines.flush()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('leaves tokens out of warnings and of the errors behind an answer, whatever they quote', () => {
  const line = { id: '1', method: 'GET', path: '/', status: 500, ms: 1, key: null }
  const lines = logged((logger) => {
    logger.warn(new Error(`Unexpected token in ${TOKEN}`))
    requestLog(logger, false)(line, '', new Error(`No ${TOKEN.replace('_', '%5F')} here`))
    requestLog(logger, true)({ ...line, status: 422 }, `?lat=${TOKEN}`, undefined)
  })
  expect(JSON.stringify(lines)).not.toContain('abcdefghij')
  expect(lines).toMatchObject([
    { msg: 'Unexpected token in vic_…' },
    { status: 500, err: { message: 'No vic_… here' } },
    { status: 422, query: '?lat=vic_…' },
  ])
})

it('has the same fields in the lines of usual answers and of others, and each its own', () => {
  const line = { id: '1', method: 'GET', path: '/v1/dimensions', status: 200, ms: 1, key: 'shop' }
  const lines = logged((logger) => {
    const log = requestLog(logger, false)
    for (const one of [line, { ...line, id: '2', key: 'other' }, { ...line, status: 422 }, { ...line, method: 'HEAD' }])
      log(one, '?a=1', undefined)
  })
  expect(lines.map(({ level, time, ...fields }) => fields)).toEqual([
    line,
    { ...line, id: '2', key: 'other' },
    { ...line, status: 422 },
    { ...line, method: 'HEAD' },
  ])
})
