import { refusedArgument, UnexpectedError, VicinageError } from '../errors.ts'
import { describe, isOfKind, type OptionKind } from './options.ts'

const guardedFunctions = new WeakSet<object>()

/** Checks whether a function throws only errors with a code: see `guarded`. */
export function isGuarded(fn: unknown): boolean {
  return guardedFunctions.has(fn as object)
}

/**
 * Wraps a public function so that every error it throws is a `VicinageError`. An error thrown by the JavaScript engine
 * becomes a `ValidationError` if an argument does not match the signature, otherwise an `UnexpectedError`. If the
 * caller aborted a signal, the signal's reason is thrown unchanged. Arguments are only checked after an error, so that
 * calls stay fast.
 *
 * @param signature name of the function and its arguments, such as
 * `edge(dimension: string, place: object, options?: object)`; prefix it with `async ` if the function returns a promise
 */
// biome-ignore lint/suspicious/noExplicitAny: a function of any arguments
export function guarded<F extends (...args: any[]) => any>(signature: string, fn: F): F {
  if (isGuarded(fn)) return fn
  const inner: (...args: unknown[]) => unknown = fn
  // Arguments are written out because a rest parameter would allocate a list per call.
  const guard = signature.startsWith('async ')
    ? async function (this: unknown, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) {
        try {
          return await inner.call(this, a, b, c, d, e)
        } catch (error) {
          throw codedError(error, signature, [a, b, c, d, e])
        }
      }
    : function (this: unknown, a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) {
        try {
          return inner.call(this, a, b, c, d, e)
        } catch (error) {
          throw codedError(error, signature, [a, b, c, d, e])
        }
      }
  guardedFunctions.add(guard)
  return guard as unknown as F
}

/**
 * Runs the body of a public function and converts every error to an error with a code; see `guarded`.
 *
 * @param args the arguments of the function
 */
export function attempt<Result>(signature: string, args: readonly unknown[], body: () => Result): Result {
  try {
    const result = body()
    if (!(result instanceof Promise)) return result
    return result.catch((error) => {
      throw codedError(error, signature, args)
    }) as Result
  } catch (error) {
    throw codedError(error, signature, args)
  }
}

/**
 * Guards the functions of an object in place, and returns the object. `signatures` maps function names to their
 * arguments, such as `(dimension: string, options?: object)`.
 */
export function guardMethods<Methods extends object>(
  methods: Methods,
  signatures: Readonly<Record<string, string>>,
  defaultSignature = '()',
): Methods {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    if (typeof value !== 'function') continue
    const signature = (signatures[name] ?? defaultSignature).replace(/^(async )?/, (before) => before + name)
    Object.assign(methods, { [name]: guarded(signature, value) })
  }
  return methods
}

/**
 * Marks a function as guarded without wrapping it. Used for functions that are called millions of times, where the
 * extra call would be too slow. They create errors with codes themselves.
 */
export function alreadyGuarded<F extends object>(fn: F): F {
  guardedFunctions.add(fn)
  return fn
}

/** Returns an error with a code for whatever a function threw. */
export function codedError(error: unknown, signature: string, args: readonly unknown[]): unknown {
  if (error instanceof VicinageError || isReasonOfSignal(error, args)) return error
  const [, name, list] = /^(?:async )?([\w.]+)\((.*)\)$/.exec(signature) ?? []
  for (const [i, parameter] of (list ? list.split(', ') : []).entries()) {
    const [argument, kind] = parameter.split(': ')
    const isOptional = argument.endsWith('?')
    if ((isOptional && args[i] === undefined) || isOfKind(args[i], kind as OptionKind)) continue
    const label = argument.replace('?', '')
    return refusedArgument(
      label,
      `${name}() needs ${label} as ${kind === 'object' ? 'an' : 'a'} ${kind}, not ${describe(args[i])}.`,
      null,
    )
  }
  const { message, syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  const reason = String(message ?? error)
  const text =
    syscall !== undefined
      ? `${name}() failed with an operating system error: ${reason}.`
      : `${name}() failed (${reason.slice(0, 80)}). Check the arguments; if they are right, report a bug.`
  return new UnexpectedError(text, { cause: error })
}

/**
 * Checks whether an error is the abort reason of a signal in the arguments. Such an error is thrown to the caller
 * unchanged.
 */
function isReasonOfSignal(error: unknown, args: readonly unknown[]): boolean {
  try {
    return args.some((argument) => {
      const signal = (argument as { readonly signal?: AbortSignal } | null | undefined)?.signal
      return signal?.aborted === true && signal.reason === error
    })
  } catch {
    return false // An object whose getters throw has no signal.
  }
}
