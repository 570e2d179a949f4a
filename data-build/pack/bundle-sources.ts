import type { BundleSource } from '../../src/bundle/header.ts'
import { type Feed, sourcesOf } from '../sources.ts'

/** The catalogue's sources of a dimension in the form that a bundle's header takes. */
export function sourcesOfFeed(feed: Feed): BundleSource[] {
  return sourcesOf(feed).map(({ id, agency, title, vintage, licence, address }) => ({
    id,
    agency,
    title,
    vintage,
    licence,
    address,
  }))
}
