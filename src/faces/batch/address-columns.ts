import { getMeaning } from '../../answers/geocode/parse/vocabulary.ts'
import { ADDRESS_ORDER, type AddressPart, joinAddress } from './address-parts.ts'
import {
  isDirection,
  isHouseNumber,
  isState,
  isStreetLine,
  isSuffix,
  lookOf,
  mostly,
  valuesIn,
} from './column-values.ts'
import { BatchError } from './errors.ts'
import { endsInSt, groupRank, type HeaderMeaning, headerMeaning } from './header-words.ts'

type Rows = readonly (readonly string[])[]

/** A column that looks like part of an address, or like a latitude or longitude, but is not used. */
export interface UnusedPart {
  readonly column: number
  readonly part: AddressPart | 'latitude' | 'longitude'
  readonly by: 'name' | 'values'
}

/** The columns chosen for an address. */
export interface AddressColumns {
  /** Column indices, in the order in which the values are joined. */
  readonly columns: readonly number[]
  /** Part of the address in each column of `columns`, in the same order. null if the part is unknown. */
  readonly parts: readonly (AddressPart | null)[]
  /** Columns that belong to another address or repeat the chosen columns. */
  readonly unused: readonly UnusedPart[]
  /** Columns that are not chosen although the address is incomplete without them. */
  readonly dropped: readonly UnusedPart[]
}

/** Parts that can identify a place on their own. */
const PLACES: readonly AddressPart[] = ['address', 'street', 'city', 'zip', 'last line']

interface Candidate extends HeaderMeaning {
  readonly column: number
}

/**
 * Chooses the columns of one address by name and checks them against the values of the first rows.
 *
 * @param sample the first rows; null if they cannot be read before the run
 * @param coordinates the coordinate columns; if present, a city or ZIP alone does not count as an address
 * @throws {BatchError} when the columns match more than one address
 */
export function chooseAddress(
  names: readonly string[],
  sample: Rows | null,
  coordinates: { readonly lat: number; readonly lon: number } | null,
): AddressColumns {
  const rows = sample ?? []
  const taken = new Set(coordinates === null ? [] : [coordinates.lat, coordinates.lon])
  const values = names.map((_, column) => valuesIn(rows, column))
  const read = (check: typeof checkedMeaning) =>
    names.flatMap((name, column): Candidate[] => {
      const meaning = taken.has(column) ? null : check(headerMeaning(name), values[column])
      return meaning === null ? [] : [{ ...meaning, column }]
    })
  const checked = read(checkedMeaning)
  // If the values leave no column that can identify a place, only the names decide. For example, plain numbers in a
  // column named "address" look like house numbers, but in a table without a street column, they could be ZIPs.
  const hasPlace = checked.some(({ part }) => PLACES.includes(part))
  const all = withStates(hasPlace ? checked : read((meaning) => meaning), names)
  const group = groupOfAddress(all, names, rows, values)
  const area = groupOfArea(all, group)
  const near = all.filter(
    (candidate) =>
      candidate.group === group || candidate.group === area || (groupRank(candidate.group) === 0 && !candidate.isWeak),
  )
  const used = new Map<AddressPart, Candidate>()
  const street = getStreet(near, names, values, group)
  if (street !== null) used.set(street.part, street)
  for (const part of ADDRESS_ORDER) {
    if (part === 'address' || part === 'street') continue
    const candidate = bestOf(near, part, names, values, group)
    if (candidate !== null) used.set(part, candidate)
  }
  const second = near.find(
    ({ part, column }) => part === 'predirectional' && column !== used.get('predirectional')?.column,
  )
  // If a table has both "StPreDir" and "StDir", "StDir" is the directional after the street name.
  if (second !== undefined && used.has('predirectional') && !used.has('postdirectional'))
    used.set('postdirectional', { ...second, part: 'postdirectional' })
  const whole = used.get('address')
  // Without sample rows, no column is removed here. Instead, `joinAddress` checks each row and skips the columns that
  // repeat the whole address.
  if (whole !== undefined && sample !== null) removeContained(used, whole, values, rows)
  const isPlace =
    street !== null || (coordinates === null && (used.has('city') || used.has('zip') || used.has('last line')))
  const chosen = isPlace ? ADDRESS_ORDER.flatMap((part) => used.get(part) ?? []) : []
  const columns = chosen.map(({ column }) => column)
  const parts = chosen.map(({ part }) => part)
  const unused = unusedParts({ names, values, all, near, taken, chosen, rows })
  return { columns, parts, ...unused }
}

/** Treats a column such as "FE_ST" as a state if another column, such as "FE_LINE1", is the street. */
function withStates(candidates: readonly Candidate[], names: readonly string[]): readonly Candidate[] {
  return candidates.map((candidate) => {
    const { part, group, column } = candidate
    if (part !== 'street' || !endsInSt(names[column])) return candidate
    const hasStreet = candidates.some((other) => other !== candidate && other.part === part && other.group === group)
    return hasStreet ? { ...candidate, part: 'state' as const, isLine: false } : candidate
  })
}

/**
 * Returns the meaning of a column, or null if the column is not used. If the values contradict the name, the values
 * decide.
 */
function checkedMeaning(meaning: HeaderMeaning | null, values: readonly string[]): HeaderMeaning | null {
  if (meaning === null || values.length === 0) return meaning
  const as = (part: AddressPart) => ({ ...meaning, part, isLine: false })
  // A name of several words is specific enough to be used even if the values do not confirm it. "Suffix" alone can mean
  // "Jr.", and "State" alone can mean the status of a request.
  const unless = (isConfirmed: boolean) => (isConfirmed || !meaning.isBare ? meaning : null)
  switch (meaning.part) {
    case 'suffix':
      if (mostly(values, isDirection)) return as('postdirectional')
      return unless(mostly(values, isSuffix, 0.3))
    case 'predirectional':
    case 'postdirectional':
      if (mostly(values, isDirection, 0.3)) return meaning
      if (mostly(values, isSuffix)) return as(meaning.part === 'predirectional' ? 'pretype' : 'suffix')
      return unless(false)
    case 'state':
      if (mostly(values, isState, 0.2)) return meaning
      return mostly(values, (text) => isSuffix(text.split(' ').at(-1) ?? '')) ? as('street') : unless(false)
    case 'number':
      return unless(mostly(values, (text) => /\d/.test(text), 0.3))
    case 'zip':
      return unless(mostly(values, (text) => /^\D*\d{5}/.test(text), 0.2))
    case 'street':
      // Some counties name the column of house numbers "SITUS_ADDRESS" and the column of streets "SITUS_STREET".
      if (meaning.isLine && mostly(values, isHouseNumber, 0.9)) return as('number')
      // "FE_ST" can stand for a street or a state.
      if (mostly(values, isState, 0.9)) return as('state')
      return mostly(values, (text) => /[\p{L}\d]/u.test(text), 0.2) ? meaning : null
    case 'city':
      return mostly(values, (text) => /[\p{L}\d]/u.test(text), 0.2) ? meaning : null
    default:
      return meaning
  }
}

/** Returns the column group to read the address from. Prefers the address of the place over the owner's address. */
function groupOfAddress(
  all: readonly Candidate[],
  names: readonly string[],
  rows: Rows,
  values: readonly (readonly string[])[],
): string {
  const strong = all.filter(({ isWeak }) => !isWeak)
  const streets = strong.filter(({ part }) => part === 'address' || part === 'street')
  const anchors =
    streets.length > 0
      ? streets
      : strong.filter(({ part }) => part === 'city' || part === 'zip' || part === 'last line')
  const nearest = Math.min(...anchors.map(({ group }) => groupRank(group)))
  const near = anchors.filter(({ group }) => groupRank(group) === nearest)
  const filled = near.filter(({ column }) => values[column].length > 0)
  const groups = [...new Set((filled.length > 0 ? filled : near).map(({ group }) => group))]
  if (groups.length < 2) return groups[0] ?? ''
  const first = groups.map((group) => {
    const members = anchors.filter((candidate) => candidate.group === group)
    return members.reduce((best, other) => (other.rank < best.rank ? other : best))
  })
  const isSame = first.every(({ column }) => sayTheSame(rows, column, first[0].column))
  if (streets.length > 0 && !(rows.length > 0 && isSame))
    throw new BatchError(
      `More than one column may be the street: ${first.map(({ column }) => `"${names[column].slice(0, 60)}" (column ${column + 1})`).join(' and ')}.`,
      'columns_unknown',
      'choose one of them with --address, or rename the other columns.',
    )
  return groups.includes('') ? '' : groups[0]
}

/**
 * Finds the city and ZIP for a street if the street's column group contains neither. For "Street 1", returns the group
 * of "Ship City" and "Ship Zipcode". Returns null if the street needs no other group, or if it is unclear which group
 * belongs to the street.
 */
function groupOfArea(all: readonly Candidate[], group: string): string | null {
  const isOfArea = ({ part }: Candidate) => part === 'city' || part === 'zip' || part === 'last line'
  const isOfStreet = ({ part }: Candidate) => part === 'street' || part === 'address'
  const sameGroup = all.filter((candidate) => candidate.group === group || groupRank(candidate.group) === 0)
  if (sameGroup.some((candidate) => isOfArea(candidate) || candidate.part === 'address') || !sameGroup.some(isOfStreet))
    return null
  const others = all.filter((candidate) => isOfArea(candidate) && !candidate.isWeak)
  const nearest = Math.min(...others.map((other) => groupRank(other.group)))
  const groups = [...new Set(others.filter((other) => groupRank(other.group) === nearest).map((other) => other.group))]
  const isFree = groups.length === 1 && !all.some((other) => other.group === groups[0] && isOfStreet(other))
  return isFree ? groups[0] : null
}

/** Checks whether, in every row, one of two columns contains all words of the other. */
function sayTheSame(rows: Rows, a: number, b: number): boolean {
  return rows.every((fields) => {
    const first = getWords(fields[a] ?? '')
    const second = getWords(fields[b] ?? '')
    return first.every((word) => second.includes(word)) || second.every((word) => first.includes(word))
  })
}

/** Returns the street column: a whole address, a street line, or a street name. Skips columns that are mostly empty. */
function getStreet(
  near: readonly Candidate[],
  names: readonly string[],
  values: readonly (readonly string[])[],
  group: string,
): Candidate | null {
  const whole = bestOf(near, 'address', names, values, group)
  const streets = near.filter(({ part }) => part === 'street')
  const line = bestOf(
    streets.filter(({ isLine }) => isLine),
    'street',
    names,
    values,
    group,
  )
  const name = bestOf(
    streets.filter(({ isLine }) => !isLine),
    'street',
    names,
    values,
    group,
  )
  const candidates = [whole, line, name].filter((candidate) => candidate !== null)
  if (candidates.length === 0) return null
  const filled = (candidate: Candidate) => values[candidate.column].length
  const most = Math.max(...candidates.map(filled))
  return candidates.find((candidate) => filled(candidate) >= 0.5 * most) ?? candidates[0]
}

/** Returns the best column for a part. Prefers columns in the address group, then columns without a group. */
function bestOf(
  near: readonly Candidate[],
  part: AddressPart,
  names: readonly string[],
  values: readonly (readonly string[])[],
  group: string,
): Candidate | null {
  const candidates = near.filter((candidate) => candidate.part === part)
  if (candidates.length === 0) return null
  const sameGroup = candidates.filter((candidate) => candidate.group === group)
  const plain = candidates.filter((candidate) => candidate.group === '')
  const pool = sameGroup.length > 0 ? sameGroup : plain.length > 0 ? plain : candidates
  const filled = pool.filter(({ column }) => values[column].length > 0)
  const sure = filled.length > 0 ? filled : pool
  const rank = Math.min(...sure.map((candidate) => candidate.rank))
  const best = sure.filter((candidate) => candidate.rank === rank)
  const [first, ...others] = best
  const differs = others.filter(({ column }) => {
    const a = values[first.column]
    const b = values[column]
    return a.length === 0 || a.join('\n').toUpperCase() !== b.join('\n').toUpperCase()
  })
  if (differs.length > 0 && ['address', 'street', 'city', 'state', 'zip', 'number'].includes(part))
    throw new BatchError(
      `More than one column may be the ${part === 'zip' ? 'ZIP' : part}: ${[first, ...differs].map(({ column }) => `"${names[column].slice(0, 60)}" (column ${column + 1})`).join(' and ')}.`,
      'columns_unknown',
      'choose one of them with --address, or rename the other columns.',
    )
  return first
}

/**
 * Removes columns that only repeat the whole-address column. If the whole-address column is empty in the first rows,
 * the columns cannot be compared, so all other columns are removed.
 */
function removeContained(
  used: Map<AddressPart, Candidate>,
  whole: Candidate,
  values: readonly (readonly string[])[],
  rows: Rows,
): void {
  const hasWhole = values[whole.column].length > 0
  for (const [part, { column }] of used)
    if (part !== 'address' && !(hasWhole && adds(rows, column, [whole.column], part))) used.delete(part)
}

/** A column is worth using if it adds new words in at least this fraction of its filled rows. */
const ADDS = 0.2

/** Checks whether a column adds words that are missing from the used columns. */
function adds(rows: Rows, column: number, used: readonly number[], part: AddressPart | null): boolean {
  let filled = 0
  let news = 0
  for (const fields of rows) {
    const text = joinAddress([fields[column] ?? ''], [part])
    if (text === '') continue
    filled++
    const usedWords = getWords(joinAddress(used.map((other) => fields[other] ?? '')))
    if (usedWords.length > 0 && !getWords(text).every((word) => usedWords.includes(word))) news++
  }
  return news > ADDS * filled
}

/** Splits a string into uppercase words and abbreviates suffixes, directionals, and states. */
function getWords(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map((word) => {
      const { suffix, direction, state } = getMeaning(word)
      return direction || suffix || state || word
    })
}

interface Table {
  readonly names: readonly string[]
  readonly values: readonly (readonly string[])[]
  readonly rows: Rows
  readonly all: readonly Candidate[]
  readonly near: readonly Candidate[]
  readonly taken: ReadonlySet<number>
  readonly chosen: readonly Candidate[]
}

/** Returns columns that look like part of a place but were not chosen. */
function unusedParts({ names, values, rows, all, near, taken, chosen }: Table): {
  unused: UnusedPart[]
  dropped: UnusedPart[]
} {
  const unused: UnusedPart[] = []
  const dropped: UnusedPart[] = []
  const columns = chosen.map(({ column }) => column)
  const parts = new Set(chosen.map(({ part }) => part))
  const hasStreet = parts.has('street') || parts.has('address')
  const streetColumn = chosen.find(({ part }) => part === 'street' || part === 'address')?.column
  const lacksNumbers =
    streetColumn !== undefined &&
    !parts.has('number') &&
    !mostly(values[streetColumn], (text) => /\d/.test(text.slice(0, 8)), 0.2)
  /** Checks whether a column recognized by its values adds something that the chosen columns lack. */
  const addsPart = (look: AddressPart | 'latitude' | 'longitude', column: number): boolean => {
    if (look === 'latitude' || look === 'longitude' || columns.length === 0) return false
    if (look === 'number') return lacksNumbers
    if (look === 'address') return !hasStreet
    if (look === 'street') return !hasStreet || isBareNumber(values, streetColumn) || lacksNumbers
    if (parts.has(look) || !hasPlaceFor(look, hasStreet || parts.has('number'))) return false
    return adds(rows, column, columns, look)
  }
  for (const [column, name] of names.entries()) {
    if (taken.has(column) || columns.includes(column)) continue
    const candidate = all.find((other) => other.column === column)
    // The names "BLDG_NO" and "FROM_ADDR" do not show whether the column belongs to this address, so the values decide.
    const isUnclear = candidate !== undefined && !near.includes(candidate) && groupRank(candidate.group) === 1
    if (candidate !== undefined && !isUnclear) {
      const item = { column, part: candidate.part, by: 'name' } as const
      const isNear = near.includes(candidate)
      const isNew = columns.length > 0 && isNear && !parts.has(candidate.part) && isLost(candidate.part)
      if (isNew && (rows.length === 0 ? hasParts(chosen) : adds(rows, column, columns, candidate.part)))
        dropped.push(item)
      else if (columns.length === 0 && isNear && isStreetPart(candidate.part)) dropped.push(item)
      else unused.push(item)
      continue
    }
    // A row with coordinates needs no address, so the values of other columns are not examined.
    const look = taken.size > 0 && columns.length === 0 ? null : lookOf(name, values[column])
    if (look === null) continue
    const item = { column, part: look, by: 'values' } as const
    const isNew = addsPart(look, column)
    // In a table with coordinates, the address is only a fallback. A column that is only recognized by its values is
    // then reported as unused instead of stopping the run.
    if (isNew && taken.size === 0) dropped.push(item)
    else unused.push(item)
  }
  const streetParts = chosen.filter(({ part }) => isStreetPart(part) && part !== 'unit' && part !== 'unit type')
  // A house number without a street means that the street is in a column that was not recognized.
  if (!hasStreet && streetParts.length > 0 && !dropped.some(({ part }) => part === 'street')) {
    const street = names.findIndex(
      (_, column) =>
        !taken.has(column) &&
        !columns.includes(column) &&
        mostly(values[column], (text) => /^[\p{L}\d][\p{L}\d .'-]*$/u.test(text) && /\p{L}/u.test(text), 0.8),
    )
    if (street >= 0) dropped.push({ column: street, part: 'street', by: 'values' })
  }
  return { unused, dropped }
}

/** Checks whether the location of an address can change if this part is dropped. A unit type never matters. */
function isLost(part: AddressPart): boolean {
  return part !== 'unit type'
}

function isStreetPart(part: AddressPart): boolean {
  const at = ADDRESS_ORDER.indexOf(part)
  return at >= ADDRESS_ORDER.indexOf('number') && at <= ADDRESS_ORDER.indexOf('unit')
}

/** Checks whether the address is split into parts. A whole-address column is assumed to be complete. */
function hasParts(chosen: readonly Candidate[]): boolean {
  return !chosen.some(({ part }) => part === 'address')
}

/** Checks whether a column with this part can be added to the address. Parts of the street line require a street. */
function hasPlaceFor(look: AddressPart, hasStreet: boolean): boolean {
  return !isStreetPart(look) || hasStreet
}

/** Checks whether the street column only contains house numbers. */
function isBareNumber(values: readonly (readonly string[])[], column: number | undefined): boolean {
  return column !== undefined && mostly(values[column], isHouseNumber, 0.8) && !mostly(values[column], isStreetLine)
}
