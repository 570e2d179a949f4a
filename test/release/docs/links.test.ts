import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { pages } from './blocks.ts'

const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: readonly string[] }
const isPacked = (file: string) =>
  ['README.md', 'LICENSE', 'package.json'].includes(file) ||
  files.some((pattern) => file === pattern || file.startsWith(`${pattern}/`) || globOf(pattern).test(file))
const globOf = (pattern: string) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)

/** Returns the anchors of a page, formed from its headings as GitHub and npm do. */
function anchorsOf(page: string): readonly string[] {
  const headings = readFileSync(page, 'utf8')
    .replace(/^( *)```[\s\S]*?^\1```$/gm, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, text]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  )
}

it('links in the tarball lead to files in the tarball and to headings that exist', () => {
  const dead = [...pages, 'CHANGELOG.md'].filter(isPacked).flatMap((page) => {
    const text = readFileSync(page, 'utf8').replace(/^( *)```[\s\S]*?^\1```$/gm, '')
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
      if (/^[a-z]+:/.test(link)) return []
      const [path, anchor] = link.split('#')
      const file = path === '' ? page : relative('.', join(dirname(page), path))
      const isFolder = files.includes(file) || files.some((one) => file.startsWith(`${one}/`))
      if (!existsSync(file) || !(isPacked(file) || isFolder)) return [`${page}: ${link} is not in the tarball`]
      if (anchor !== undefined && !anchorsOf(file).includes(anchor)) return [`${page}: ${link} has no such heading`]
      return []
    })
  })
  expect(dead).toEqual([])
})
