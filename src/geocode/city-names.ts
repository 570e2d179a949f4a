import { SimilarNames, WORD_APART } from './similar-names.ts'
import { SoundingNames } from './sounding-names.ts'

/** The names of cities, searched for those that a text may mean though it is none of them. Each index is made when it is first needed. */
export class CityNames {
  readonly #names: readonly string[]
  #similar: SimilarNames | null = null
  #sounding: SoundingNames | null = null
  #respaced: ReadonlyMap<string, readonly string[]> | null = null

  /** @param names distinct, as `normaliseCity` writes them */
  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Calls `found` for every name within the tolerance of a typing error. */
  mistyped(text: string, found: (name: string, distance: number) => void): void {
    this.#similar ??= new SimilarNames(this.#names)
    this.#similar.mistyped(text, (name, distance) => found(this.#names[name], distance))
  }

  /** Calls `found` for those that have a word more or less, or go on where the text breaks off. */
  wordApart(text: string, found: (name: string, distance: number) => void): void {
    this.#similar ??= new SimilarNames(this.#names)
    this.#similar.wordApart(text, (name) => found(this.#names[name], WORD_APART))
  }

  /** Of the names that `isOne` lets pass those that sound like the text; none where one of them is spelt too differently. */
  sounding(text: string, isOne: (name: string) => boolean): readonly string[] {
    this.#sounding ??= new SoundingNames(this.#names)
    const sounding = this.#sounding
    const alike = sounding.alike(text).filter((name) => isOne(this.#names[name]))
    return alike.every((name) => sounding.isSpeltAlike(text, name)) ? alike.map((name) => this.#names[name]) : []
  }

  /** The names of the text's letters, where there are several. */
  respaced(text: string): readonly string[] {
    this.#respaced ??= byLetters(this.#names)
    return this.#respaced.get(withoutBlanks(text)) ?? []
  }
}

/** The names that differ by blanks alone, by their letters: a few dozen of thousands. */
function byLetters(all: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const name of all) {
    const letters = withoutBlanks(name)
    const same = names.get(letters)
    if (same === undefined) names.set(letters, [name])
    else same.push(name)
  }
  for (const [letters, same] of names) if (same.length < 2) names.delete(letters)
  return names
}

/** `SPRINGHILL` for `SPRING HILL`. */
export function withoutBlanks(name: string): string {
  return name.includes(' ') ? name.replaceAll(' ', '') : name
}
