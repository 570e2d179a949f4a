import { expect } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import type { BatchQuestion } from '../../../src/faces/batch/batch-question.ts'
import { BatchError } from '../../../src/faces/batch/errors.ts'

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
