import * as ts from 'typescript'

/** Line width of the text that is generated from declarations. */
export const COLUMNS = 120

/** Documentation comment of a declaration. */
export interface Comment {
  /** Paragraphs. */
  readonly text: readonly string[]
  readonly tags: readonly { readonly name: string; readonly text: string }[]
}

/** Reads the comment of a declaration. An error reads "`Name` when …", a parameter "`name`: …". */
export function commentOf(node: ts.Node): Comment {
  const last = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)
  const text = ts.getTextOfJSDocComment(last?.comment) ?? ''
  const tags = (last?.tags ?? []).map((tag) => {
    const said = joined(ts.getTextOfJSDocComment(tag.comment) ?? '')
    if (ts.isJSDocThrowsTag(tag)) {
      const name = tag.typeExpression?.type.getText()
      return { name: 'throws', text: `\`${name}\` ${said}` }
    }
    if (ts.isJSDocParameterTag(tag)) return { name: 'param', text: `\`${tag.name.getText()}\`: ${said}` }
    return { name: tag.tagName.text, text: said }
  })
  return { text: text === '' ? [] : text.split(/\n\s*\n/).map(joined), tags }
}

/** Joins the lines of a paragraph. Items of a list keep separate lines. */
function joined(text: string): string {
  return text.replace(/\s*\n(?!\s*- )\s*/g, ' ').trim()
}

/** Breaks a paragraph or an item of a list into lines. */
export function wrapped(text: string): string {
  return text
    .split('\n')
    .map((item) => lines(item, COLUMNS).join(item.startsWith('- ') ? '\n  ' : '\n'))
    .join('\n')
}

/** Writes a comment above a declaration; empty if there is no text. */
export function comment(text: string, indent: string): string {
  if (text === '') return ''
  const line = `${indent}/** ${text} */`
  if (line.length <= COLUMNS && !text.includes('\n')) return `${line}\n`
  const all = text.split('\n').flatMap((item) => lines(item, COLUMNS - indent.length - 3))
  return `${indent}/**\n${all.map((part) => `${indent} * ${part}\n`).join('')}${indent} */\n`
}

function lines(text: string, width: number): string[] {
  const all: string[] = []
  // Code is not broken, because some readers show a line end within it.
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = all.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) all.push(word)
    else all[all.length - 1] = `${last} ${word}`
  }
  return all
}

/** Makes a code block of declarations. */
export function code(parts: readonly string[]): string {
  return `\`\`\`typescript\n${parts.join('\n\n')}\n\`\`\``
}
