import type { SourceFolder } from '../read/source-folder.ts'
import { maskedNumber } from './masked-number.ts'
import { filesLike } from './newest-file.ts'
import type { StudentGroups } from './school.ts'
import { readTextTable } from './text-table.ts'

const wanted = {
  campus: { headings: ['CAMPUS'] },
  white: { headings: ['CPETWHIC'] },
  asian: { headings: ['CPETASIC'] },
  black: { headings: ['CPETBLAC'] },
  hispanic: { headings: ['CPETHISC'] },
  pacificIslander: { headings: ['CPETPCIC'] },
  nativeAmerican: { headings: ['CPETINDC'] },
  twoOrMore: { headings: ['CPETTWOC'] },
  male: { headings: ['CPETMALC'] },
  female: { headings: ['CPETFEMC'] },
} as const

/**
 * Students by race and sex by campus number, from the campus tables of the Texas Academic Performance Reports in
 * `schools/tx` (names that end in `student_demographics.csv`; at hand for Houston alone). Masked counts are negative there.
 */
export async function readStudentGroups(sources: SourceFolder): Promise<ReadonlyMap<string, StudentGroups>> {
  const groups = new Map<string, StudentGroups>()
  for (const path of filesLike(sources, 'schools/tx', /student_demographics\.csv(\.gz)?$/)) {
    for (const { campus, ...row } of await readTextTable(sources, path, wanted)) {
      const count = (name: keyof StudentGroups) => {
        const value = maskedNumber(row[name], path, wanted[name].headings[0])
        return value === null || value < 0 ? null : value
      }
      groups.set(campus.replace(/^'/, '').padStart(9, '0'), {
        white: count('white'),
        asian: count('asian'),
        black: count('black'),
        hispanic: count('hispanic'),
        pacificIslander: count('pacificIslander'),
        nativeAmerican: count('nativeAmerican'),
        twoOrMore: count('twoOrMore'),
        male: count('male'),
        female: count('female'),
      })
    }
  }
  return groups
}
