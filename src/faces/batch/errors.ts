import { VicinageError } from '../../base/errors.ts'
import { type OptionNames, unknownOption } from '../../base/parameters/options.ts'

/** An invalid input or option. The message is one sentence that says what, where and what to do. */
export class BatchError extends VicinageError {
  /** The name of the class. */
  override readonly name = 'BatchError'
  /**
   * `batch_invalid`. Errors that an interface can help with have their own codes: `columns_unknown`, `columns_unused`,
   * `column_taken`, `header_missing`, `encoding_unknown`, `option_unknown`, `coordinates_swapped`, `dimension_unknown`,
   * `input_empty`. `batch_stopped` is a run that its signal stopped, `batch_failed` one that failed although its
   * options were right.
   */
  readonly code: BatchCode
  /** What is wrong, without the advice. */
  readonly fact: string
  /** Advice in terms of the library and its command line. Other interfaces use their own words. */
  readonly advice: string | null
  /**
   * For `columns_unused`, values of `--address`: `all` uses every column that looks like part of the address, `kept`
   * only those that are used without it. Otherwise null.
   */
  readonly address: AddressChoices | null

  /** The message is the fact followed by the advice. */
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
    return this.code === 'batch_failed' || this.code === 'batch_stopped' ? 1 : 2
  }
}

/** Values of the option `address`: names of columns, separated by commas. */
export interface AddressChoices {
  /** Every column that looks like part of the address. */
  readonly all: string
  /** The columns that are used without the option. */
  readonly kept: string
}

/** Reason why a batch is refused. */
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
  | 'input_empty'
  | 'option_unknown'

/** @throws {BatchError} that names the first unknown option, and the one that was probably meant */
export function checkBatchOptions<Options>(options: Options | undefined, names: OptionNames<Options>): void {
  const wrong = unknownOption(options, names)
  if (wrong !== null)
    throw new BatchError(wrong.message, wrong.code === 'option_unknown' ? 'option_unknown' : 'batch_invalid')
}

/**
 * A run that failed although its options were right: the disk is full, the input is damaged, a worker crashed, Redis is
 * gone.
 */
export class BatchFailure extends BatchError {
  constructor(message: string) {
    super(message, 'batch_failed')
  }
}

/** Returns the error of a run that its signal stopped. */
export function stoppedRun(canResume: boolean): BatchError {
  const advice = canResume ? 'continue it with `resume: true` or --resume.' : null
  return new BatchError('The run was stopped.', 'batch_stopped', advice)
}

/**
 * Rethrows an error about the options as a `BatchFailure`. For `catch` around work that has begun, where the options
 * are no longer the cause.
 */
export function failed(error: unknown): never {
  throw error instanceof BatchError && error.code === 'batch_invalid' ? new BatchFailure(error.message) : error
}
