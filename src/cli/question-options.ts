import type { Command } from 'commander'
import { wholeQuestion } from '../batch/batch-options.ts'
import type { BatchQuestion } from '../batch/question.ts'
import { readDimensions } from './dimension-argument.ts'
import { UsageError } from './usage-error.ts'

/** What is asked about every row, as the commands that answer many rows take it. */
export interface QuestionOptions {
  readonly dimensions?: readonly string[]
  readonly descriptions?: true
  readonly districts?: true
  readonly schools?: number
  readonly geocodeDetails?: true
  readonly prefix?: string
}

/** Adds the options of a question to a command. */
export function withQuestion(command: Command): Command {
  return command
    .option('-d, --dimensions <ids>', 'these dimensions, comma-separated (default: all)', readDimensions)
    .option('--descriptions', 'a text beside each score')
    .option('--districts', 'the school districts')
    .option('--schools <count>', 'so many of the nearest schools', readCount('--schools', 0, 50))
    .option('--geocode-details', 'what an address was found as')
    .option('--prefix <text>', 'stands before the names of added columns')
}

export function questionOf(options: QuestionOptions): BatchQuestion {
  const { dimensions, descriptions, districts, schools = 0, geocodeDetails, prefix = '' } = options
  return wholeQuestion({
    ...(dimensions === undefined ? {} : { dimensions }),
    descriptions: descriptions === true,
    districts: districts === true,
    schools,
    geocodeDetails: geocodeDetails === true,
    prefix,
  })
}

/** Reads a whole number of an option. Throws a `UsageError` for anything else. */
export function readCount(option: string, least: number, most: number): (given: string) => number {
  return (given) => {
    const count = /^\d{1,9}$/.test(given.trim()) ? Number(given) : Number.NaN
    if (!(count >= least && count <= most))
      throw new UsageError(`${option}: expected a whole number, ${least} to ${most}, got '${given.trim()}'.`)
    return count
  }
}
