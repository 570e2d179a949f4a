/** What the page takes; `vicinage batch` has no limits. */
export const MOST_ROWS = 100_000
/** Of the file, and of what is in it when it is compressed. */
export const MOST_BYTES = 50 << 20
