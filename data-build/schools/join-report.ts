/** Result of joining one list of records to another. */
export interface Join {
  /** Name of the join: `CDE Dashboard 2018 → CDE directory`. */
  readonly name: string
  readonly matched: number
  readonly of: number
  /** Unmatched records, described so that a person can look them up. */
  readonly unmatched: readonly string[]
}

/** Records what a build joined and what it could not join. Every dropped record has a line in the report. */
export class JoinReport {
  readonly #joins: Join[] = []
  readonly #notes: string[] = []

  join(join: Join): void {
    this.#joins.push(join)
  }

  /** Counts the records that are in another list. `label` describes the unmatched records. */
  match<T>(name: string, records: readonly T[], isMatched: (record: T) => boolean, label: (record: T) => string): void {
    const unmatched = records.filter((record) => !isMatched(record)).map(label)
    this.join({ name, matched: records.length - unmatched.length, of: records.length, unmatched })
  }

  /** Counts the students of the records that are in another list. An unknown number counts as 0. */
  students<T>(
    name: string,
    records: readonly T[],
    isMatched: (record: T) => boolean,
    count: (record: T) => number | null | undefined,
  ): void {
    const sum = (subset: readonly T[]) => subset.reduce((total, record) => total + (count(record) ?? 0), 0)
    this.join({ name, matched: sum(records.filter(isMatched)), of: sum(records), unmatched: [] })
  }

  /** Adds a general remark, such as a state whose files are absent. */
  note(sentence: string): void {
    this.#notes.push(sentence)
  }

  get joins(): readonly Join[] {
    return this.#joins
  }

  get notes(): readonly string[] {
    return this.#notes
  }

  /** Returns one line for each join, then the notes. */
  summary(): readonly string[] {
    return [...this.#joins.map(line), ...this.#notes]
  }

  /** Returns the summary, then every list of records that did not match. */
  text(): string {
    const lists = this.#joins
      .filter((join) => join.unmatched.length > 0)
      .map((join) => [`${join.name}: ${join.unmatched.length} without a partner`, ...join.unmatched.map(indented)])
    return `${[this.summary(), ...lists].map((lines) => lines.join('\n')).join('\n\n')}\n`
  }
}

function line({ name, matched, of }: Join): string {
  const share = of === 0 ? '' : ` (${((100 * matched) / of).toFixed(1)}%)`
  return `${name}: ${matched} of ${of}${share}`
}

function indented(words: string): string {
  return `  ${words}`
}
