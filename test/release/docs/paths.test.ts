import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A repository path as comments, strings and pages write it: `src/base/geo`, `test/faces/map/ramps.test.ts`. */
const PATH = /(?<![\w/.@~-])(?:src|test|bench|docs|data-build|examples)\/[\w*][\w./*-]*/g
/** Endings that a path may omit. `test/data/bundle/round-trip` is enough for a reader. */
const ENDINGS = ['', '.ts', '.tsx', '.test.ts', '.slow.test.ts']
/** Pages about earlier versions, which use the names of that time. */
const HISTORY = new Set(['CHANGELOG.md', 'docs/guide/migration.md'])
/** Paths that must not exist, because a test needs that. */
const ABSENT = new Set(['test/cli/no-such-folder', 'examples/node-script/none.csv', 'src/no-such-file'])

/**
 * Returns the paths in a string that do not exist. If a path contains a star, only the folder before the star is
 * checked.
 */
function deadPaths(text: string): readonly string[] {
  return [...text.matchAll(PATH)]
    .map(([path]) => path.replace(/[.*/]+$/, ''))
    .map((path) => (path.includes('*') ? path.slice(0, path.indexOf('*')).replace(/[^/]*$/, '') : path))
    .filter((path) => !ABSENT.has(path) && !ENDINGS.some((ending) => existsSync(`${path}${ending}`)))
}

it('the path check finds a path that does not exist, and ignores paths within URLs', () => {
  expect(deadPaths('see src/none/file.ts and https://example.org/docs/none.md')).toEqual(['src/none/file.ts'])
})

it('comments, strings and documents name only paths that exist', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
  const dead = files
    .filter((file) => /\.(ts|tsx|mjs|js|md|json|yml|html|css)$|^\.ci\/run$/.test(file))
    .filter((file) => !HISTORY.has(file) && !file.startsWith('dist-data/') && file !== 'package-lock.json')
    .filter((file) => file !== 'test/release/docs/paths.test.ts' && existsSync(file))
    .flatMap((file) => deadPaths(readFileSync(file, 'utf8')).map((path) => `${file}: ${path}`))
  expect(dead).toEqual([])
})
