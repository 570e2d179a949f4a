/** What NCES writes where it has nothing to say, in small letters. */
const NOTHING = new Set([
  '',
  '-',
  '–',
  'm',
  'n',
  'missing',
  'not reported',
  'not applicable',
  'suppressed',
  '-1',
  '-2',
  '-3',
  '-9',
])

/** The text of a cell, or '' where NCES says nothing. */
export function said(cell: string): string {
  return NOTHING.has(cell.trim().toLowerCase()) ? '' : cell
}

/**
 * Whether a figure with this mark of the data management system (DMS_FLAG) counts. Others are `Missing`, `Not reported`,
 * `Not applicable` and `Suppressed`.
 */
export function isReported(flag: string): boolean {
  return said(flag) !== '' || flag === ''
}
