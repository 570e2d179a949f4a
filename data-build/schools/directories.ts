/** A list of schools that an agency published. */
export interface SchoolDirectory {
  readonly id: string
  /** Agency and title, for `data_source`. */
  readonly name: string
  /** Calendar year that it speaks of, for `data_vintage`. */
  readonly year: number
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'ca-cde': 'California Department of Education, Public Schools and Districts',
    'tx-ccd': 'National Center for Education Statistics, Common Core of Data (Texas)',
    'fl-hifld': 'National Center for Education Statistics through HIFLD, Public Schools (Florida)',
  }),
)

/** The id of a list of one year: `ca-cde-2018`. */
export function directoryId(list: 'ca-cde' | 'tx-ccd' | 'fl-hifld', year: number): string {
  return `${list}-${year}`
}

/** The directory with this id, whatever the year. Throws an `Error` for an id that no state's list has. */
export function directoryOf(id: string): SchoolDirectory {
  const [, list, year] = /^(.*)-(20\d\d)$/.exec(id) ?? []
  const name = names.get(list)
  if (name === undefined) throw new Error(`No school directory is called "${id}".`)
  return { id, name, year: Number(year) }
}
