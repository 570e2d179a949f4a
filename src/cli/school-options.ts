import type { Command } from 'commander'
import { level, limit } from '../endpoints/known-parameters.ts'
import { readQuestion } from './question.ts'

/** What `--level` and `--limit` hold before they are checked. */
export interface SchoolOptions {
  readonly level?: string
  readonly limit?: string
}

/** Adds the options that searches for schools share. */
export function addSchoolOptions(command: Command): Command {
  return command
    .option('--level <levels>', `some of ${level.values.join(', ')}, comma-separated`, (given, before?: string) =>
      before === undefined ? given : `${before},${given}`,
    )
    .option('--limit <count>', `at most so many schools, ${limit.ge}-${limit.le} (default: ${limit.default})`)
}

/** Throws `UsageError` in the words of a 422 answer. */
export function readSchoolOptions(given: SchoolOptions) {
  return readQuestion([level, limit], { level: given.level, limit: given.limit })
}

/** A sentence where the list may have been cut; none where it is complete. */
export function moreThan(found: number, limitGiven: number): readonly string[] {
  if (found < limitGiven || limitGiven >= limit.le) return []
  return [`At most ${limitGiven} are listed: --limit ${limit.le} for more.`]
}

/** `high school`, `middle or high school`, `school`. */
export function kindOfSchool(levels: readonly string[] | undefined): string {
  if (levels === undefined) return 'school'
  return `${[levels.slice(0, -1).join(', '), ...levels.slice(-1)].filter((word) => word !== '').join(' or ')} school`
}
