import { existsSync } from 'node:fs'
import { VicinageError } from './errors.ts'

/** A package that an adapter needs is not installed: the message has the command that installs it. */
export class MissingPackageError extends VicinageError {
  override readonly name = 'MissingPackageError'
  readonly code = 'package_missing'
}

/**
 * Loads an adapter whose packages are optional peers.
 *
 * @throws {MissingPackageError} when one of them is not there
 */
export async function withPeers<Module>(who: string, packages: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    throw peerError(who, packages, error)
  }
}

/** What to throw where a package was looked for: that it is not there, or the failure as it is. */
export function peerError(who: string, packages: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  const missing = code === 'ERR_MODULE_NOT_FOUND' ? /Cannot find package '([^']+)'/.exec(message)?.[1] : undefined
  if (missing === undefined) return error
  return new MissingPackageError(`${who} needs the package ${missing}: ${installing(packages, import.meta.url)}`)
}

/**
 * The command that installs packages beside this one: a global folder of packages is in no application, which would
 * have a package.json.
 */
export function installing(packages: string, own: string): string {
  const [folder] = own.split('node_modules/vicinage/')
  const isGlobal = folder !== own && !existsSync(new URL('package.json', folder))
  return `npm install ${isGlobal ? '--global ' : ''}${packages}`
}
