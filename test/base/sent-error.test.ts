import { describe, expect, it } from 'vitest'
import {
  atPath,
  BundleError,
  NotFoundError,
  NotLoadedError,
  UnexpectedError,
  ValidationError,
  type VicinageError,
} from '../../src/base/errors.ts'
import { LockError } from '../../src/base/locks/lock-error.ts'
import { OutputFolderError } from '../../src/base/locks/put-folder.ts'
import { receivedError, sentError } from '../../src/base/sent-error.ts'
import { BatchError, BatchFailure, receivedBatchError, sentBatchError } from '../../src/faces/batch/errors.ts'

const place = { lat: 30, lon: -97, layer: 'city', label: 'Austin, TX', radius: 9000 }
const detail = [
  { type: 'value_error', loc: ['query', 'lat'], msg: 'too far', input: 91, ctx: { suggestions: [place] } },
]

/** Returns every field that a caller or a command can read. */
function fieldsOf(error: Error): Record<string, unknown> {
  const { name, message, code, fact, advice, hint, address, path, exitCode, detail, suggestions } =
    error as VicinageError & Record<string, unknown>
  const json = JSON.stringify(error)
  return { name, message, code, fact, advice, hint, address, path, exitCode, detail, suggestions, json }
}

describe('an error that was sent between threads', () => {
  const hinted = Object.assign(new NotLoadedError('No schools.', 'schools_not_loaded'), { hint: 'Copy the schools.' })
  const library: [string, VicinageError][] = [
    ['an invalid value', new ValidationError(detail, 'lat is too far', 'limit_exceeded')],
    ['an unknown area', new NotFoundError('There is no such ZIP.', 'area_unknown', [place])],
    ['data that is not loaded', new NotLoadedError('Not loaded.', 'areas_not_loaded', 'Open with `areas: true`.')],
    ['data that cannot be loaded', new NotLoadedError('Not loaded.', 'place_not_loaded')],
    ['data with a hint for commands', hinted],
    [
      'a damaged file',
      atPath(new BundleError('It is cut off.', { code: 'bundle_mismatched' }), '/data') as BundleError,
    ],
    ['a failure', new UnexpectedError('It failed.')],
  ]
  const batch: [string, VicinageError][] = [
    ['a taken column', new BatchError('It is taken.', 'column_taken', 'use --prefix TEXT.')],
    ['unused columns', new BatchError('Two.', 'columns_unused', 'use one.', { all: 'a,b', kept: 'a' })],
    ['an invalid batch', new BatchError('It is not CSV.')],
    ['a failed batch', new BatchFailure('The disk is full.', 'free some space.')],
  ]

  it.each(library)('has the class and all fields of the original: %s', (_, error) => {
    const received = receivedError(structuredClone(sentError(error)))
    expect(fieldsOf(received)).toEqual(fieldsOf(error))
    expect(received).toBeInstanceOf(error.constructor)
  })

  it.each([...library, ...batch])('has all fields of the original after a batch: %s', (_, error) => {
    expect(fieldsOf(receivedBatchError(structuredClone(sentBatchError(error))))).toEqual(fieldsOf(error))
  })

  it.each([
    ['a lock', new LockError('/data/.lock')],
    ['a folder', new OutputFolderError('The folder is not empty.', 'Choose another folder.')],
  ])('keeps name, code, hint and exit code if its class exists in one face only: %s', (_, error) => {
    const { name, code, hint, message, exitCode } = receivedError(structuredClone(sentError(error)))
    expect({ name, code, hint, message, exitCode }).toEqual({
      name: error.name,
      code: error.code,
      hint: error.hint,
      message: error.message,
      exitCode: error.exitCode,
    })
  })

  it('has only a message after a batch if it has no code', () => {
    const received = receivedBatchError(structuredClone(sentBatchError(new TypeError('x is undefined'))))
    expect([received.constructor, received.message]).toEqual([Error, 'x is undefined'])
  })
})
