import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Pages whose commands and programs are run: every page that tells readers to type something. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  // These two pages exist only on the site.
  ...namesIn('docs').filter((name) => name.endsWith('.md') && !/^docs\/(index|playground)\.md$/.test(name)),
  ...namesIn('examples').filter((name) => /(README|SKILL)\.md$/.test(name)),
]

export interface Block {
  readonly page: string
  /** Page and line, such as `docs/reference/api.md:12`, for messages. */
  readonly where: string
  /** Language such as `ts`, `js`, `sh`, `sql` or `python`; empty if the page states none. */
  readonly language: string
  readonly code: string
  /**
   * Output of this block, as the next block shows it. The next block has no language if this block is a command, and
   * the language `text` if this block is a program.
   */
  readonly prints?: string
}

/** Returns the code blocks of a page, in order. */
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

/** Splits a shell block into commands, each with its continuation lines. Comments are left out. */
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

/** Finds vicinage commands in running text and tables, such as `npx vicinage serve --no-auth`. */
export function commandsInText(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replace(/^( *)```[\s\S]*?^\1```$/gm, '')
  // A command may wrap across lines.
  return [...text.matchAll(/`((?:npx )?vicinage [a-z][^`]*)`/g)].map((match) => match[1].replace(/\s+/g, ' '))
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
}
