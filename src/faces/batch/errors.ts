import { VicinageError } from '../../base/errors.ts'
import { type OptionNames, unknownOption } from '../../base/parameters/options.ts'
import { receivedError, type SentError, sentError } from '../../base/sent-error.ts'

/**
 * Error for an invalid input or option, or for a run that failed or was stopped. The message is one sentence that says
 * what is wrong, where, and what to do.
 */
export class BatchError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'BatchError'
  /**
   * `batch_invalid` for most invalid inputs and options. Errors that an interface can help to fix have their own codes:
   * `columns_unknown`, `columns_unused`, `column_taken`, `header_missing`, `encoding_unknown`, `option_unknown`,
   * `coordinates_swapped`, `dimension_unknown`, `input_empty`. `input_damaged` means that the input is cut off, damaged
   * or has a quote that is never closed. `batch_stopped` means that the signal stopped the run. `batch_failed` means
   * that the run failed although its input and options were valid.
   */
  readonly code: BatchCode
  /** Description of the problem, without the advice. */
  readonly fact: string
  /** Advice for users of the library or its command line. Other interfaces replace it with their own advice. */
  readonly advice: string | null
  /**
   * Possible values of `--address` for a `columns_unused` error, otherwise null. `all` uses every column that looks
   * like part of the address. `kept` uses only the columns that are used by default.
   */
  readonly address: AddressChoices | null

  /** Creates the message from the fact and the advice. */
  constructor(
    fact: string,
    code: BatchCode = 'batch_invalid',
    advice: string | null = null,
    address: AddressChoices | null = null,
  ) {
    super(advice === null ? fact : `${fact.replace(/\.$/, ':')} ${advice}`)
    this.fact = fact
    this.code = code
    this.advice = advice
    this.address = address
  }

  /** @internal */
  override get exitCode(): number {
    return FAILURES.has(this.code) ? 1 : 2
  }
}

/** Codes of errors that do not concern the command line, so that the command exits with 1. */
const FAILURES: ReadonlySet<BatchCode> = new Set(['batch_failed', 'batch_stopped', 'input_damaged'])

/** Values of the `address` option: column names separated by commas. */
export interface AddressChoices {
  /** Every column that looks like part of the address. */
  readonly all: string
  /** The columns that are used without the option. */
  readonly kept: string
}

/** Code of a `BatchError`. */
export type BatchCode =
  | 'batch_failed'
  | 'batch_invalid'
  | 'batch_stopped'
  | 'column_taken'
  | 'columns_unknown'
  | 'columns_unused'
  | 'coordinates_swapped'
  | 'dimension_unknown'
  | 'encoding_unknown'
  | 'header_missing'
  | 'input_damaged'
  | 'input_empty'
  | 'option_unknown'

/** @throws {BatchError} with the first unknown option and the closest valid name */
export function checkBatchOptions<Options>(options: Options | undefined, names: OptionNames<Options>): void {
  const wrong = unknownOption(options, names)
  if (wrong !== null)
    throw new BatchError(wrong.message, wrong.code === 'option_unknown' ? 'option_unknown' : 'batch_invalid')
}

/**
 * Error for a run that failed although its input and options were valid: the disk is full, a worker crashed, or Redis
 * is gone.
 */
export class BatchFailure extends BatchError {
  constructor(fact: string, advice: string | null = null) {
    super(fact, 'batch_failed', advice)
  }
}

/** Returns the error for an input that is cut off, damaged, or has a quote that is never closed. */
export function damagedInput(fact: string, advice: string | null = null): BatchError {
  return new BatchError(fact, 'input_damaged', advice)
}

/** Returns the error for an input without content. `-` is standard input. */
export function emptyInput(input = 'The input', problem = 'is empty'): BatchError {
  return new BatchError(
    `${input === '-' ? 'Standard input' : input} ${problem}.`,
    'input_empty',
    'check that it is the right file.',
  )
}

/** An error of a batch thread as plain data. */
export interface SentBatchError extends SentError {
  readonly address?: AddressChoices | null
}

/** Returns everything about an error that the main thread can show. */
export function sentBatchError(error: unknown): SentBatchError {
  if (error instanceof BatchError) {
    const { fact, advice, address } = error
    return { ...sentError(error), fact, advice, address }
  }
  if (error instanceof VicinageError) return sentError(error)
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message }
}

/** Returns an error of the same class as the error that a batch thread sent. */
export function receivedBatchError(sent: SentBatchError): Error {
  const { name, message, code, fact = message, advice, address } = sent
  if (code === undefined) return new Error(message)
  return name === 'BatchError' ? new BatchError(fact, code as BatchCode, advice, address) : receivedError(sent)
}

/** Returns the error for a run that was stopped by its signal. */
export function stoppedRun(canResume: boolean): BatchError {
  const advice = canResume ? 'continue it with `resume: true` or --resume.' : null
  return new BatchError('The run was stopped.', 'batch_stopped', advice)
}

/**
 * Rethrows a `batch_invalid` error as a `BatchFailure`. Used for errors after work has started, when the options are no
 * longer the cause.
 */
export function failed(error: unknown): never {
  throw error instanceof BatchError && error.code === 'batch_invalid'
    ? new BatchFailure(error.fact, error.advice)
    : error
}
