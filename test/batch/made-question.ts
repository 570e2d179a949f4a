import { expect } from 'vitest'
import type { BatchQuestion } from '../../src/batch/batch-question.ts'
import { BatchError } from '../../src/batch/errors.ts'
import type { DimensionId } from '../../src/dimensions/catalog.ts'

/** A question for scores alone, unless `more` asks for more. */
export function questionOf(dimensions: readonly DimensionId[], more: Partial<BatchQuestion> = {}): BatchQuestion {
  return {
    dimensions,
    descriptions: false,
    districts: false,
    schools: 0,
    geocodeDetails: false,
    bands: false,
    noData: 0,
    prefix: '',
    ...more,
  }
}

/** The sentence by which a BatchError refuses. */
export function refusalOf(refused: () => unknown): string {
  try {
    refused()
  } catch (error) {
    expect(error).toBeInstanceOf(BatchError)
    return (error as BatchError).message
  }
  throw new Error('not refused')
}
