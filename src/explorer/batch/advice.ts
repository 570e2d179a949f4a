/** Where on the page a problem of a file is solved. */
export type Remedy = 'columns' | 'header' | 'prefix' | 'other file' | null

export interface Advice {
  readonly sentence: string
  readonly remedy: Remedy
}

/** A sentence of `vicinage batch` for people who have no command line in front of them: without its options, and what to do here. */
export function adviceOf(message: string): Advice {
  const remedy = remedyOf(message)
  const sentence = message.replace(/[:;.] (?:use|[Nn]ame|if it is|convert) .*$/s, '.')
  return { sentence: remedy === null ? sentence : `${sentence} ${WHAT_TO_DO[remedy]}`, remedy }
}

const WHAT_TO_DO: Readonly<Record<NonNullable<Remedy>, string>> = {
  columns: 'Choose the columns below.',
  header: 'Untick “The first line holds names” and choose the columns below.',
  prefix: 'Give the added columns a prefix below.',
  'other file': 'Save it as CSV (in Excel “CSV UTF-8”) and drop that.',
}

function remedyOf(message: string): Remedy {
  if (/--prefix/.test(message)) return 'prefix'
  if (/--no-header/.test(message)) return 'header'
  if (/has a zero at|carriage returns only/.test(message)) return 'other file'
  return /--(?:lat|lon|address)\b|is named twice/.test(message) ? 'columns' : null
}
