import { existsSync } from 'node:fs'
import { RefusalError } from './errors.ts'

/** Thrown when a package that an adapter needs is not installed. The message contains the command that installs it. */
export class MissingPackageError extends RefusalError {
  override readonly name = 'MissingPackageError'
  readonly code = 'package_missing'
}

/**
 * Loads an adapter that depends on optional peer packages.
 *
 * @throws {MissingPackageError} when one of the packages is not installed
 */
export async function withPeers<Module>(who: string, packages: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    throw peerError(who, packages, error)
  }
}

/**
 * Turns a failed import into a `MissingPackageError` if a package is missing, and returns any other error unchanged.
 */
export function peerError(who: string, packages: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const missing = code === 'ERR_MODULE_NOT_FOUND' ? /Cannot find package '([^']+)'/.exec(message)?.[1] : undefined
  if (missing === undefined) return error
  return new MissingPackageError(`${who} needs the package ${missing}: ${installing(packages, import.meta.url)}`)
}

/**
 * Returns the command that installs packages next to this package. If this package was installed globally, there is no
 * package.json beside `node_modules`, and the command includes `--global`.
 */
export function installing(packages: string, moduleUrl: string): string {
  const [folder] = moduleUrl.split('node_modules/vicinage/')
  const isGlobal = folder !== moduleUrl && !existsSync(new URL('package.json', folder))
  return `npm install ${isGlobal ? '--global ' : ''}${packages}`
}
