import type { BundleSource } from '../../src/bundle/header.ts'
import type { UsedFile } from '../read/source-folder.ts'
import { type Feed, sourceOfFile, sourcesOf } from '../sources.ts'

/**
 * The catalogue's sources of a layer in the form that a bundle's header takes; with `used`, those alone of which a file was
 * read: the catalogue also names editions that take the place of others where they are at hand.
 */
export function sourcesOfFeed(feed: Feed, used?: readonly UsedFile[]): BundleSource[] {
  const read = used && new Set(used.map(({ path }) => sourceOfFile(path)))
  const entered = sourcesOf(feed).filter((source) => read?.has(source) ?? true)
  return entered.map(({ id, agency, title, vintage, licence, address }) => ({
    id,
    agency,
    title,
    vintage,
    licence,
    address,
  }))
}
