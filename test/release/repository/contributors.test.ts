import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DATA_VERSION } from '../../../data-build/data-version.ts'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'

const FORMS = '.github/ISSUE_TEMPLATE'
const PAGES = [`.github/CODE_OF_CONDUCT.md`, '.github/pull_request_template.md', 'docs/internals/roadmap.md']

// Rules of GitHub's form schema. GitHub silently ignores a form that breaks a rule.
const id = z.string().regex(/^[A-Za-z0-9_-]+$/)
const text = z.string().trim().min(1)
const validations = z.strictObject({ required: z.boolean() }).optional()
const field = { label: text, description: text.optional() }
const typed = { placeholder: text.optional(), value: text.optional() }
const form = z.strictObject({
  name: text,
  description: text,
  title: z.string().optional(),
  labels: z.array(text).optional(),
  body: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: text }) }),
        z.strictObject({
          type: z.literal('input'),
          id,
          attributes: z.strictObject({ ...field, ...typed }),
          validations,
        }),
        z.strictObject({
          type: z.literal('textarea'),
          id,
          attributes: z.strictObject({ ...field, ...typed, render: text.optional() }),
          validations,
        }),
        z.strictObject({
          type: z.literal('dropdown'),
          id,
          attributes: z.strictObject({
            ...field,
            options: z.array(text).min(1),
            multiple: z.boolean().optional(),
            default: z.number().int().optional(),
          }),
          validations,
        }),
        z.strictObject({
          type: z.literal('checkboxes'),
          id,
          attributes: z.strictObject({
            ...field,
            options: z.array(z.strictObject({ label: text, required: z.boolean().optional() })).min(1),
          }),
        }),
      ]),
    )
    .min(1),
})

const files = readdirSync(FORMS).filter((file) => file !== 'config.yml')
const formOf = (file: string) => form.parse(parseYaml(readFileSync(join(FORMS, file), 'utf8')))

describe('issue forms', () => {
  it('exist for a score, an address, a source and a bug, with unique names', () => {
    expect(files.sort()).toEqual(['bug.yml', 'data-source.yml', 'wrong-address.yml', 'wrong-score.yml'])
    const names = files.map((file) => formOf(file).name)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(files)('follow the schema, with unique ids, labels and options: %s', (file) => {
    const fields = formOf(file).body.flatMap((part) => (part.type === 'markdown' ? [] : [part]))
    for (const of of [(part: (typeof fields)[0]) => part.id, (part: (typeof fields)[0]) => part.attributes.label])
      expect(new Set(fields.map(of)).size).toBe(fields.length)
    for (const part of fields) {
      if (part.type !== 'dropdown') continue
      const { options } = part.attributes
      expect(new Set(options).size).toBe(options.length)
      // GitHub adds "None" to a dropdown that is not required.
      expect(options.map((option) => option.toLowerCase())).not.toContain('none')
    }
    expect(fields.some((part) => 'validations' in part && part.validations?.required)).toBe(true)
  })

  it('name only commands that exist', () => {
    const texts = [...files.map((file) => join(FORMS, file)), '.github/pull_request_template.md']
    const commands = texts.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/`npx vicinage ([\w-]+)/g)])
    const names = commands.map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining(['explain', 'geocode', 'streets', 'data']))
    expect(names.filter((name) => name !== '--version' && !existsSync(`src/faces/cli/commands/${name}.ts`))).toEqual([])
  })

  it('for a wrong score require the place, one of the fourteen dimensions, and local knowledge', () => {
    const { body } = formOf('wrong-score.yml')
    const asked = new Map(body.flatMap((part) => (part.type === 'markdown' ? [] : [[part.id, part] as const])))
    for (const name of ['place', 'dimension', 'local-knowledge'])
      expect(asked.get(name)).toMatchObject({ validations: { required: true } })
    expect(asked.get('dimension')?.attributes).toMatchObject({ options: dimensions.map((dimension) => dimension.id) })
  })

  it('are optional: blank issues are allowed, because the probe workflow opens issues without a form', () => {
    expect(parseYaml(readFileSync(join(FORMS, 'config.yml'), 'utf8'))).toEqual({ blank_issues_enabled: true })
  })
})

describe('CITATION.cff', () => {
  const citation = parseYaml(readFileSync('CITATION.cff', 'utf8')) as Record<string, unknown>

  it('contains all fields that the Citation File Format requires, without naming a person', () => {
    expect(citation).toMatchObject({ 'cff-version': '1.2.0', type: 'software', title: 'vicinage' })
    expect(citation.message).toEqual(expect.any(String))
    expect(citation.authors).toEqual([{ name: 'The vicinage authors' }])
  })

  it('contains the version of the package and the edition of the data', () => {
    expect(citation.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
    // Editions are strings. As a number, 2026.10 would become 2026.1.
    expect(citation.references).toMatchObject([{ type: 'data', version: DATA_VERSION }])
  })
})

describe('pages for contributors', () => {
  it.each(PAGES)('contain only working links and no mail address: %s', (page) => {
    const content = readFileSync(page, 'utf8')
    const links = [...content.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link]) => link)
    const dead = links.filter((link) => !/^https:/.test(link) && !existsSync(join(dirname(page), link)))
    expect(dead).toEqual([])
    expect(content).not.toMatch(/\w@\w+\.\w/)
  })

  it('contain only existing scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const named = PAGES.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/`npm (?:run )?([\w:-]+)`/g)])
    expect(named.length).toBeGreaterThan(3)
    for (const [, name] of named) expect(scripts).toHaveProperty([name])
  })

  it('are tracked in the repository, where GitHub looks for them', () => {
    const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
    expect(tracked).toEqual(
      expect.arrayContaining(['CITATION.cff', 'CONTRIBUTING.md', 'SECURITY.md', ...PAGES.slice(0, 2)]),
    )
  })
})
