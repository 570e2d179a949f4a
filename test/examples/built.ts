import { existsSync } from 'node:fs'

/** The examples import the package by its name, which is what `npm run build` makes. Says so where it is not there. */
export function isBuilt(): boolean {
  const built = existsSync('dist/index.js') && existsSync('dist/http.js') && existsSync('dist/batch.js')
  if (!built) console.warn('skipped before npm run build: the examples import what it makes')
  return built
}
