import type { PackedContent } from '../../../data-build/pack/blocks.ts'
import type { SectionContent } from '../../../src/data/bundle/write.ts'

/** Returns all sections of a bundle, with the parts of block sections joined. */
export function flatSections({ sections, blocks = [] }: PackedContent): SectionContent[] {
  const joined = blocks.flatMap((list) =>
    list.sections.map(({ name, parts }) => {
      const Elements = parts[0].constructor as new (values: number[]) => SectionContent['data']
      return { name, data: new Elements(parts.flatMap((part) => [...part])) }
    }),
  )
  return [...sections, ...joined]
}

/** Returns a bundle with the given sections, in their original blocks. Sections that are not given are left out. */
export function fromFlat(content: PackedContent, sections: readonly SectionContent[]): PackedContent {
  const byName = new Map(sections.map((section) => [section.name, section]))
  const known = new Set((content.blocks ?? []).flatMap((list) => list.sections.map(({ name }) => name)))
  const blocks = (content.blocks ?? []).map((list) => ({
    name: list.name,
    sections: list.sections.flatMap(({ name, parts }) => {
      const data = byName.get(name)?.data
      if (data === undefined) return []
      let from = 0
      const cut = parts.map(({ length }, i) => {
        from += length
        return data.slice(from - length, i === parts.length - 1 ? undefined : from) as SectionContent['data']
      })
      return [{ name, parts: cut }]
    }),
  }))
  return { ...content, sections: sections.filter(({ name }) => !known.has(name)), blocks }
}
