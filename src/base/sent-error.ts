import {
  BundleError,
  type ErrorCode,
  NotFoundError,
  NotLoadedError,
  type SuggestedPlace,
  UnexpectedError,
  type ValidationDetail,
  ValidationError,
  VicinageError,
} from './errors.ts'

/** An error as plain data, because error classes cannot be sent between threads. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly detail?: unknown
  readonly suggestions?: readonly SuggestedPlace[]
  readonly fact?: string
  readonly advice?: string | null
  readonly hint?: string
  readonly path?: string
  readonly exitCode?: number
}

/** Returns everything about an error that its receiver can show. */
export function sentError(error: VicinageError): SentError {
  const { exitCode, hint } = error
  return {
    ...error.toJSON(),
    exitCode,
    ...(hint === undefined ? {} : { hint }),
    ...(error instanceof NotLoadedError ? { fact: error.fact, advice: error.advice } : {}),
    ...(error instanceof BundleError && error.path !== undefined ? { path: error.path } : {}),
  }
}

/** Returns an error of the same class as the sent error, or a `ThreadError` if the class exists only in one face. */
export function receivedError(sent: SentError): VicinageError {
  const error = createError(sent)
  const { hint, path } = sent
  return Object.assign(error, hint === undefined ? {} : { hint }, path === undefined ? {} : { path })
}

function createError(sent: SentError): VicinageError {
  const { name, message, detail, suggestions, fact = message, advice } = sent
  const code = sent.code as ErrorCode
  switch (name) {
    case 'ValidationError':
      return new ValidationError(detail as ValidationDetail[], message, code)
    case 'NotFoundError':
      return new NotFoundError(detail as string, code, suggestions)
    case 'NotLoadedError':
      return new NotLoadedError(fact, code, advice ?? '')
    case 'BundleError':
      return new BundleError(message, { code })
    case 'UnexpectedError':
      return new UnexpectedError(message)
    default:
      return new ThreadError(sent)
  }
}

/** Error from a thread whose class exists only in one face. It has the name, code and exit code of the sent error. */
class ThreadError extends VicinageError {
  override readonly name: string
  readonly code: string
  readonly #exitCode: number

  constructor({ name, message, code = 'unexpected', exitCode = 1 }: SentError) {
    super(message)
    this.name = name
    this.code = code
    this.#exitCode = exitCode
  }

  /** @internal */
  override get exitCode(): number {
    return this.#exitCode
  }
}
