import { effect } from '@preact/signals'
import { dimensions } from '../dimensions/catalog.ts'
import { dimension, other, place } from './view.ts'
import { nameOf } from './words.ts'

/** Keeps the title of the document: `Austin, TX 78701 · Walkability · vicinage`. */
export function followTitle(): void {
  effect(() => {
    const { name } = dimensions.find(({ id }) => id === dimension.value)!
    const compared = other.value === null ? '' : ` and ${nameOf(other.value)}`
    const where = place.value === null ? '' : `${nameOf(place.value)}${compared} · `
    document.title = `${where}${name} · vicinage`
  })
}
