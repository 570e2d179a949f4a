import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientSettings, clientsText, problemsOfServer, serverJson, skillText } from '../../../.ci/agents.mjs'
import { llmsFullText, llmsText, SECTIONS } from '../../../.ci/llms.mjs'
import { emptyFolder } from '../../support/empty-folder.ts'
import { pages } from './blocks.ts'

describe('llms.txt', () => {
  it('lists every page of the documentation once', () => {
    const named = Object.values(SECTIONS).flatMap((section) => Object.keys(section))
    expect(named.sort()).toEqual(pages.filter((page) => /^(README|docs\/)/.test(page)).sort())
  })

  it('contains the parts required by llmstxt.org: a title, a summary and sections of links', () => {
    const text = llmsText('A summary.')
    const [title, summary, ...sections] = text.trim().split('\n\n')
    expect(title).toBe('# vicinage')
    expect(summary).toBe('> A summary.')
    expect(sections.filter((part) => part.startsWith('## '))).toHaveLength(Object.keys(SECTIONS).length)
    const links = sections.filter((part) => !part.startsWith('## ')).flatMap((part) => part.split('\n'))
    for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\([\w./-]+\.md\): \S/)
  })

  it('is accompanied by a long version that contains all pages in full', () => {
    expect(llmsFullText()).toContain(readFileSync('docs/reference/api.md', 'utf8').trim())
  })
})

it('the agent skill describes itself in the format that clients expect', () => {
  expect(skillText()).toContain('name: vicinage\n')
})

describe('server.json', () => {
  const server = serverJson(
    { mcpName: 'io.github.example/vicinage', repository: 'https://github.com/example/vicinage' },
    '1.2.3',
  )

  it('contains a description of at most 100 characters and the version that it describes', () => {
    expect(server.description.length).toBeLessThanOrEqual(100)
    expect(server.version).toBe('1.2.3')
  })

  it('is validated against a schema, with errors that name the field', async () => {
    const schema = join(emptyFolder(), 'schema.json')
    writeFileSync(schema, JSON.stringify({ properties: { name: { pattern: '^com\\.' } } }))
    expect(await problemsOfServer(server, schema)).toEqual(['/name must match pattern "^com\\."'])
  })
})

describe('the client settings', () => {
  it('start the server with the same command in every client', () => {
    const settings = clientSettings()
    expect(settings.length).toBeGreaterThanOrEqual(5)
    for (const { client, text } of settings)
      expect(text.replaceAll(/[^\w-]+/g, ' '), client).toMatch(/npx (args )?-y vicinage mcp /)
  })

  it('are documented on one page, with valid JSON', () => {
    expect(clientsText()).toMatch(/^# Settings of clients[\s\S]+## Visual Studio Code/)
  })
})
