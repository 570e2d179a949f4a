import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeFunction, describeTypes, exportsOf, membersDeclaredBy } from './declarations.ts'

const FOLDER = 'docs/reference/api'
const pages = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)
const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]))
const all = [...texts.values()].join('\n')
const entry = exportsOf('src/index.ts')
/** Entries other than the main one, by the page that describes them. */
const entries = new Map(
  Object.entries({
    batch: 'src/faces/batch/index.ts',
    cluster: 'src/faces/batch/cluster/index.ts',
    element: 'src/faces/element/index.ts',
    http: 'src/http.ts',
    map: 'src/faces/map/index.ts',
    mcp: 'src/faces/mcp/index.ts',
  }).map(([page, file]) => [`${FOLDER}/${page}.md`, exportsOf(file)]),
)
const entryOf = (page: string) => entries.get(page) ?? entry

/** A part of a page that is written from the declarations. */
const REGION = /<!-- (function|types): ([\w., ]+) -->\n[\s\S]*?<!-- end -->/g

const regions = [...texts].flatMap(([page, text]) =>
  [...text.matchAll(REGION)].map(([, kind, names]) => ({ page, kind, names: names.split(/,? +/) })),
)
/** Returns the names of the given kind (functions or types) that the pages of an entry show. */
const namesIn = (kind: string, of = entry) =>
  regions.filter((region) => region.kind === kind && entryOf(region.page) === of).flatMap(({ names }) => names)

/** Interfaces of an opened vicinage. Each of their functions has its own section in the reference. */
const OF_VICINAGE = [
  'Vicinage',
  ...[...entry.keys()].filter((name) => /(Functions|Methods)$/.test(name) && name !== 'ScoreMethods'),
]
/** Types that the pages of the main entry do not show, because they are meant for users of other entries. */
const ELSEWHERE = ['Library']

function isFunctionOrConstant(name: string): boolean {
  return /^[a-z]|^[A-Z_]+$/.test(name)
}

describe('the library reference', () => {
  // Update the pages with: npx vitest run --project fast test/release/docs/reference.test.ts --update
  it.each(pages)('matches the declarations in the code: %s', async (page) => {
    const text = texts.get(page)!.replace(REGION, (_, kind: string, list: string) => {
      const names = list.split(/,? +/)
      const shown = kind === 'types' ? describeTypes(names, entryOf(page)) : describeFunction(names[0], entryOf(page))
      return `<!-- ${kind}: ${list} -->\n\n${shown}\n\n<!-- end -->`
    })
    await expect(text).toMatchFileSnapshot(`../../../${page}`)
  })

  it('contains a section for every function and constant', () => {
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

  it.each([...entries])('contains a section for every function of an entry, and shows its types: %s', (page, of) => {
    expect(namesIn('function', of).sort()).toEqual([...of.keys()].filter(isFunctionOrConstant).sort())
    // Types of other entries are documented with those entries.
    const others = [entry, ...entries.values()].filter((other) => other !== of)
    const isShownElsewhere = (name: string) =>
      others.some((other) => other.get(name) === of.get(name) && namesIn('types', other).includes(name))
    const types = [...of.keys()].filter((name) => !isFunctionOrConstant(name))
    expect(types.filter((name) => namesIn('types', of).includes(name) === isShownElsewhere(name))).toEqual([])
    expect(namesIn('types', of).filter((name) => !types.includes(name))).toEqual([])
    expect(texts.get(page)).toContain('## ')
  })

  it('contains an example in every section with a function', () => {
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
