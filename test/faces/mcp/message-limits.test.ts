import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageLimits, type RefusedMessage } from '../../../src/faces/mcp/message-limits.ts'

function taking(chunks: readonly Buffer[]) {
  const passed: Buffer[] = []
  const refused: RefusedMessage[] = []
  const take = messageLimits(
    (bytes) => passed.push(bytes),
    (message) => refused.push(message),
  )
  for (const chunk of chunks) take(chunk)
  return { passed: Buffer.concat(passed).toString(), refused }
}

const deep = `${'['.repeat(101)}${']'.repeat(101)}`

it('messageLimits passes every complete line through unchanged, however it is split', () => {
  const line = fc.oneof(
    fc.json(),
    fc.string().map((text) => text.replaceAll('\n', '')),
    fc.constant(''),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (lines, size) => {
      const text = lines.map((one) => `${one}\n`).join('')
      const bytes = Buffer.from(text)
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(taking(chunks)).toEqual({ passed: bytes.toString(), refused: [] })
    }),
  )
})

it.each([
  ['first', `{"jsonrpc":"2.0","id":5,"params":${deep}}`, '5'],
  ['first, without a version', `{ "id" : "a b" , "params":${deep}}`, '"a b"'],
  ['last', `{"params":${deep},"jsonrpc":"2.0","id":-3}\r`, '-3'],
  ['before the version', `{"params":${deep},"id":8,"jsonrpc":"2.0"}`, '8'],
  ['only in its parameters', `{"params":{"arguments":${deep},"id":9}}`, 'null'],
  ['with an escape', `{"id":"\\"","params":${deep}}`, 'null'],
  ['too long', `{"id":"${'x'.repeat(101)}","params":${deep}}`, 'null'],
  ['missing', deep, 'null'],
])('messageLimits drops a message that is nested too deeply, and reports its ID or null (ID: %s)', (_, line, id) => {
  const ping = '{"id":1}\n'
  expect(taking([Buffer.from(`${ping}${line}\n${ping}`)])).toEqual({
    passed: ping + ping,
    refused: [{ id, excess: 'More than 100 levels' }],
  })
})

it('messageLimits passes on the beginning of a line over 10 MB, so that the protocol layer rejects it', () => {
  const { passed } = taking(Array.from({ length: 11 }, () => Buffer.alloc(1_000_000, 'x')))
  expect(passed.length).toBeGreaterThan(STDIO_DEFAULT_MAX_BUFFER_SIZE)
})
