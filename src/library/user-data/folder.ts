/** Returns the Node modules that the user's data folder needs, or undefined on other platforms. */
function node() {
  const get = globalThis.process?.getBuiltinModule
  const os = get?.('node:os')
  const path = get?.('node:path')
  return os && path && { os, path }
}

/**
 * Returns where a user's own data is kept: `VICINAGE_DATA_HOME` if set, otherwise `vicinage` in `XDG_DATA_HOME` or in
 * the platform's equivalent (`~/.local/share`, on macOS `~/Library/Application Support`, on Windows `%LOCALAPPDATA%`).
 * Null outside Node, and for a user without a home folder.
 */
export function userDataFolder(): string | null {
  const modules = node()
  if (modules === undefined) return null
  const { env, platform } = globalThis.process
  return folderFor({ env, platform, home: getHome(modules.os), path: modules.path })
}

/** Returns the home folder. A process without an entry in the user database, as in some containers, has none. */
function getHome({ homedir }: typeof import('node:os')): string {
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
 * Implements `userDataFolder` for any platform. A relative `XDG_DATA_HOME` counts as not set (XDG Base Directory
 * Specification 0.8).
 */
export function folderFor({ env, platform, home, path }: Place): string | null {
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

/** Kinds of data in the user's data folder. Each has its own subfolder. */
export type UserLayer = 'streets' | 'layers' | 'upgrades'

/** Returns the kind of data that a path in the user's data folder belongs to. Null for any other path. */
export function getUserLayer(path: string): UserLayer | null {
  const layers: readonly UserLayer[] = ['streets', 'layers', 'upgrades']
  return (
    layers.find((layer) => {
      const folder = userLayerFolder(layer)
      return folder !== null && (path === folder || path.startsWith(`${folder}/`))
    }) ?? null
  )
}

/** Returns the subfolder for a kind of data, whether or not it exists. Null if the user has no data folder. */
export function userLayerFolder(layer: UserLayer): string | null {
  const folder = userDataFolder()
  return folder === null ? null : (node()?.path.join(folder, layer) ?? null)
}
