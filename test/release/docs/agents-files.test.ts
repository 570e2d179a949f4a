import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { llmsFullText, llmsText, SECTIONS } from '../../../.ci/llms.mjs'
import { pages } from './blocks.ts'

describe('llms.txt', () => {
  it('lists every page of the documentation once', () => {
    const named = Object.values(SECTIONS).flatMap((section) => Object.keys(section))
    expect(named.sort()).toEqual(pages.filter((page) => /^(README|docs\/)/.test(page)).sort())
  })

  it('has the parts that llmstxt.org requires: a title, a summary and sections of links', () => {
    const text = llmsText('A summary.')
    const [title, summary, ...sections] = text.trim().split('\n\n')
    expect(title).toBe('# vicinage')
    expect(summary).toBe('> A summary.')
    expect(sections.filter((part) => part.startsWith('## '))).toHaveLength(Object.keys(SECTIONS).length)
    const links = sections.filter((part) => !part.startsWith('## ')).flatMap((part) => part.split('\n'))
    for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\([\w./-]+\.md\): \S/)
  })

  it('has a long version with all pages in full', () => {
    expect(llmsFullText()).toContain(readFileSync('docs/reference/api.md', 'utf8').trim())
  })
})

// agentskills.io defines these fields. A client reads them before it opens the file.
it('the agent skill describes itself as clients expect', () => {
  const [, head] = /^---\n([\s\S]*?)\n---\n\n# /.exec(readFileSync('examples/agent-skill/SKILL.md', 'utf8')) ?? []
  const fields = Object.fromEntries(head.split('\n').map((line) => /^([\w-]+): (.+)$/.exec(line)!.slice(1)))
  expect(
    Object.keys(fields).filter((key) => !['name', 'description', 'license', 'compatibility'].includes(key)),
  ).toEqual([])
  expect(fields.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(fields.description.length).toBeLessThanOrEqual(1024)
  expect(fields.compatibility.length).toBeLessThanOrEqual(500)
})
