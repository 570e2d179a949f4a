import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeFunction, describeTypes, exportsOf, membersDeclaredBy } from './declarations.ts'

const FOLDER = 'docs/reference/api'
const pages = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)
const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]))
const all = [...texts.values()].join('\n')
const entry = exportsOf('src/index.ts')

/** A part of a page that is written from the declarations. */
const REGION = /<!-- (function|types): ([\w., ]+) -->\n[\s\S]*?<!-- end -->/g

const regions = [...all.matchAll(REGION)].map(([, kind, names]) => ({ kind, names: names.split(/,? +/) }))
const namesIn = (kind: string) => regions.filter((region) => region.kind === kind).flatMap(({ names }) => names)

/** Interfaces that an opened vicinage consists of: their functions have sections. */
const OF_VICINAGE = [
  'Vicinage',
  ...[...entry.keys()].filter((name) => /(Functions|Methods)$/.test(name) && name !== 'ScoreMethods'),
]
/** Types that are written for other entries. */
const ELSEWHERE = ['Library']

function isFunctionOrConstant(name: string): boolean {
  return /^[a-z]|^[A-Z_]+$/.test(name)
}

describe('the reference of the library', () => {
  // Update the pages with: npx vitest run --project fast test/release/docs/reference.test.ts --update
  it.each(pages)('shows what the code declares: %s', async (page) => {
    const text = texts.get(page)!.replace(REGION, (_, kind: string, list: string) => {
      const names = list.split(/,? +/)
      const shown = kind === 'types' ? describeTypes(names, entry) : describeFunction(names[0], entry)
      return `<!-- ${kind}: ${list} -->\n\n${shown}\n\n<!-- end -->`
    })
    await expect(text).toMatchFileSnapshot(`../../../${page}`)
  })

  it('has a section for every function and constant', () => {
    const methods = OF_VICINAGE.flatMap((owner) =>
      membersDeclaredBy(owner, entry.get(owner)!).map((name) => `${owner}.${name}`),
    )
    const functions = [...entry.keys()].filter(isFunctionOrConstant)
    expect(namesIn('function').sort()).toEqual([...functions, ...methods].sort())
  })

  it('shows every type once', () => {
    const types = [...entry.keys()].filter((name) => !isFunctionOrConstant(name))
    expect([...namesIn('types'), ...OF_VICINAGE, ...ELSEWHERE].sort()).toEqual([...types].sort())
  })

  it('has an example in every section with a function', () => {
    const without = all
      .split(/^## /m)
      .slice(1)
      .filter((section) => section.includes('<!-- function:') && !/^```ts\n/m.test(section))
      .map((section) => section.split('\n')[0])
    expect(without).toEqual([])
  })

  it('is listed in the index', () => {
    const index = readFileSync('docs/reference/api.md', 'utf8')
    const links = [...texts].flatMap(([page, text]) =>
      [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => `${page.replace('docs/reference/', '')}#${slug(heading)}`),
    )
    expect(links.filter((link) => !index.includes(`(${link})`))).toEqual([])
  })
})

/** Returns the anchor of a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/ /g, '-')
}
