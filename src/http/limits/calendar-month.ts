/** A calendar month, UTC. */
export interface CalendarMonth {
  /** `2026-11`. */
  readonly name: string
  /** First millisecond since 1970. */
  readonly start: number
  /** First millisecond of the next month. */
  readonly end: number
}

/** The month of a moment, milliseconds since 1970. */
export function calendarMonth(now: number): CalendarMonth {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth()
  return { name: date.toISOString().slice(0, 7), start: Date.UTC(year, month), end: Date.UTC(year, month + 1) }
}
