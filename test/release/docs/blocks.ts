import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pages whose commands and programs are run: all that people are told to type. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  // Two pages are of the site alone.
  ...namesIn('docs').filter((name) => name.endsWith('.md') && !/^docs\/(index|playground)\.md$/.test(name)),
  ...namesIn('examples').filter((name) => /(README|SKILL)\.md$/.test(name)),
]

/** A block of code of a page. */
export interface Block {
  readonly page: string
  /** `docs/reference/api.md:12`, for messages. */
  readonly where: string
  /** `ts`, `js`, `sh`, `sql`, `python` …; empty where nothing is said. */
  readonly language: string
  readonly code: string
  /**
   * What the next block says that this one prints: of a command the block has no language, of a program the language
   * `text`.
   */
  readonly prints?: string
}

/** The blocks of code of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(page, 'utf8')
  const found = [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)].map((match) => ({
    page,
    where: `${page}:${text.slice(0, match.index).split('\n').length + 1}`,
    language: match[2],
    code: match[3].replaceAll(`\n${match[1]}`, '\n').slice(match[1].length),
    end: match.index + match[0].length,
    start: match.index,
  }))
  return found.map(({ end, start: _, ...block }, i) => {
    const next = found[i + 1]
    const isAnswer = next?.language === (block.language === 'sh' ? '' : 'text') && isBlank(text.slice(end, next.start))
    return isAnswer ? { ...block, prints: next.code } : block
  })
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** The commands of a shell block, each with the lines that belong to it; comments are left out. */
export function commandsOf(code: string): readonly string[] {
  const commands: string[] = []
  let open = ''
  for (const line of code.split('\n')) {
    if (open === '' && (line.trim() === '' || line.startsWith('#'))) continue
    open = open === '' ? line : `${open}\n${line}`
    const bare = open.replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, '')
    const isComplete = !/['"]/.test(bare.replace(/#.*$/gm, '')) && !/\\$/.test(open)
    if (!isComplete || (bare.match(/\{ /g) ?? []).length > (bare.match(/^\}/gm) ?? []).length) continue
    commands.push(open.replace(/\s{2,}# .*$/gm, '').trim())
    open = ''
  }
  return open === '' ? commands : [...commands, open]
}

/** Commands of vicinage that stand in a sentence or a table, such as `npx vicinage serve --no-auth`. */
export function commandsInText(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replace(/^( *)```[\s\S]*?^\1```$/gm, '')
  return [...text.matchAll(/`((?:npx )?vicinage [a-z][^`]*)`/g)].map((match) => match[1])
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
}
