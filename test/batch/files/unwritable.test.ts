import { describe, expect, it } from 'vitest'
import { unwritable } from '../../../src/batch/files/unwritable.ts'
import { type BatchError, BatchFailure } from '../../../src/batch/rows.ts'

/** What is made of an error of the system. */
function saidOf(code: string, isOnce = false): BatchError {
  try {
    return unwritable('out.csv', Object.assign(new Error(`${code}: write`), { code, syscall: 'write' }), isOnce)
  } catch (error) {
    return error as BatchError
  }
}

describe('an output that cannot be written', () => {
  it('is a failure where the disk is at fault, which can be mended and gone on with', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
      expect(saidOf(code)).toEqual(
        new BatchFailure('There is no room for out.csv: make space, then go on with --resume.'),
      )
    expect(saidOf('EIO').message).toBe(
      'out.csv cannot be written (EIO: write): go on with --resume when that is mended.',
    )
    expect(saidOf('EIO')).toBeInstanceOf(BatchFailure)
  })

  it('is never gone on with where the input came only once', () => {
    expect(saidOf('ENOSPC', true).message).toBe('There is no room for out.csv: make space, then run it again.')
    expect(saidOf('EIO', true).message).toBe(
      'out.csv cannot be written (EIO: write): run it again when that is mended.',
    )
  })

  it('is refused where another name would do', () => {
    for (const code of ['ENOENT', 'EACCES', 'EROFS']) expect(saidOf(code)).not.toBeInstanceOf(BatchFailure)
  })

  it('is nothing that a fault of the program is taken for', () => {
    const fault = new TypeError('x is undefined')
    expect(() => unwritable('out.csv', fault)).toThrow(fault)
  })
})
