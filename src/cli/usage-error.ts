import { existsSync } from 'node:fs'
import { ValidationError, VicinageError } from '../errors.ts'

/** A command line that cannot be answered: one sentence why, and what to do about it. */
export class UsageError extends VicinageError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/**
 * Loads a module whose packages are optional dependencies.
 *
 * @throws {UsageError} that says what to install, when one of them is not there
 */
export async function loadOptional<Module>(load: () => Promise<Module>, packages: string): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const missing = code === 'ERR_MODULE_NOT_FOUND' ? /Cannot find package '([^']+)'/.exec(message)?.[1] : undefined
    if (missing === undefined) throw error
    throw new UsageError(`This command needs the package ${missing}.`, installing(packages, import.meta.url))
  }
}

/**
 * The command that installs packages beside this one: a global folder of packages is in no application, which would
 * have a package.json.
 */
export function installing(packages: string, own: string): string {
  const [folder] = own.split('node_modules/vicinage/')
  const isGlobal = folder !== own && !existsSync(new URL('package.json', folder))
  return `Install: npm install ${isGlobal ? '--global ' : ''}${packages}`
}

/** What the library answers; a refusal of its arguments is one of the command line. */
export function asked<Answer>(ask: () => Answer): Answer {
  try {
    return ask()
  } catch (error) {
    throw error instanceof ValidationError ? new UsageError(error.message.replace(/\.?$/, '.')) : error
  }
}
