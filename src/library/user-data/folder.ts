/** Node's modules that the user's data folder needs; undefined on other platforms. */
function node() {
  const get = globalThis.process?.getBuiltinModule
  const [os, path] = [get?.('node:os'), get?.('node:path')]
  return os && path && { os, path }
}

/**
 * Where layers that a user adds are kept: `VICINAGE_DATA_HOME` if set, else `vicinage` in `XDG_DATA_HOME` or what the
 * platform has for it: `~/.local/share`, on macOS `~/Library/Application Support`, on Windows `%LOCALAPPDATA%`. Null
 * outside Node, and for a user without home.
 */
export function userDataFolder(): string | null {
  const modules = node()
  if (modules === undefined) return null
  const { env, platform } = globalThis.process
  return folderFor({ env, platform, home: homeOf(modules.os), path: modules.path })
}

/** A process without an entry in the list of users, as in some containers, has none. */
function homeOf({ homedir }: typeof import('node:os')): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

interface Place {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly home: string
  readonly path: Pick<typeof import('node:path'), 'join' | 'isAbsolute' | 'resolve'>
}

/**
 * `userDataFolder` of any platform. A relative `XDG_DATA_HOME` counts as not set (XDG Base Directory Specification
 * 0.8).
 */
export function folderFor({ env, platform, home, path }: Place): string | null {
  const { VICINAGE_DATA_HOME: own, XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = env
  if (own) return path.resolve(own)
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, NAME)
  if (platform === 'win32' && local && path.isAbsolute(local)) return path.join(local, NAME)
  if (!home) return null
  if (platform === 'win32') return path.join(home, 'AppData', 'Local', NAME)
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', NAME)
  return path.join(home, '.local', 'share', NAME)
}

const NAME = 'vicinage'

/** A layer that the user's data folder may hold; each has a folder of its own in it. */
export type UserLayer = 'streets' | 'layers' | 'upgrades'

/**
 * The folder of a layer in the user's data folder, whether or not there is one; null where the user has no data folder.
 */
export function userLayerFolder(layer: UserLayer): string | null {
  const folder = userDataFolder()
  return folder === null ? null : (node()?.path.join(folder, layer) ?? null)
}
