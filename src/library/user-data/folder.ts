/** Returns the Node modules that this file needs; undefined on other platforms. */
function node() {
  const get = globalThis.process?.getBuiltinModule
  const os = get?.('node:os')
  const path = get?.('node:path')
  return os && path && { os, path }
}

/**
 * Returns the path of the user's data folder: `VICINAGE_DATA_HOME` if it is set, otherwise `vicinage` in
 * `XDG_DATA_HOME` or the platform's equivalent (`~/.local/share`, on macOS `~/Library/Application Support`, on Windows
 * `%LOCALAPPDATA%`). Returns null outside Node, and for a user without a home folder.
 */
export function userDataFolder(): string | null {
  const modules = node()
  if (modules === undefined) return null
  const { env, platform } = globalThis.process
  return folderFor({ env, platform, home: getHome(modules.os), path: modules.path })
}

/** Returns the home folder, or an empty string for a user who is not in the user database, as in some containers. */
function getHome({ homedir }: typeof import('node:os')): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}

/** Inputs that determine the path of the user's data folder. */
interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly home: string
  readonly path: Pick<typeof import('node:path'), 'join' | 'isAbsolute' | 'resolve'>
}

/**
 * Returns the path of the user's data folder on any platform. Ignores a relative `XDG_DATA_HOME`, as the XDG Base
 * Directory Specification 0.8 requires.
 */
export function folderFor({ env, platform, home, path }: Environment): string | null {
  const { VICINAGE_DATA_HOME: dataHome, XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = env
  if (dataHome) return path.resolve(dataHome)
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, NAME)
  if (platform === 'win32' && local && path.isAbsolute(local)) return path.join(local, NAME)
  if (!home) return null
  if (platform === 'win32') return path.join(home, 'AppData', 'Local', NAME)
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', NAME)
  return path.join(home, '.local', 'share', NAME)
}

const NAME = 'vicinage'

/** Kinds of data in the user's data folder, each in a subfolder of the same name. */
export type UserLayer = 'streets' | 'layers' | 'upgrades'

/** Returns the kind of data whose subfolder contains a path, or null for a path outside the user's data folder. */
export function getUserLayer(path: string): UserLayer | null {
  const layers: readonly UserLayer[] = ['streets', 'layers', 'upgrades']
  return (
    layers.find((layer) => {
      const folder = userLayerFolder(layer)
      return folder !== null && (path === folder || path.startsWith(`${folder}/`))
    }) ?? null
  )
}

/**
 * Returns the path of the subfolder for a kind of data, even if it does not exist. Returns null if the user has no data
 * folder.
 */
export function userLayerFolder(layer: UserLayer): string | null {
  const folder = userDataFolder()
  return folder === null ? null : (node()?.path.join(folder, layer) ?? null)
}
