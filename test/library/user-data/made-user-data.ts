import { onTestFinished, vi } from 'vitest'

/** The user's data folder is here until the test ends. */
export function userDataAt(folder: string): string {
  vi.stubEnv('VICINAGE_DATA_HOME', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}
