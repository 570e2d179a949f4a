import { dimensions } from '../catalog.ts'
import { BundleError } from '../library.ts'

/** Reason why a data file could not be loaded: the HTTP status or a key of `sentences`. */
type Trouble = number | keyof typeof sentences

/** Number of seconds without receiving a byte after which a request fails. */
export const PATIENCE = 30

const sentences = {
  offline: 'SUBJECT could not be loaded: this device is offline. Connect to the internet, then try again.',
  unreachable:
    'SUBJECT could not be loaded: the server cannot be reached, or the connection was lost. Try again in a moment.',
  stalled: `SUBJECT could not be loaded: the server has sent nothing for ${PATIENCE} seconds. Try again in a moment.`,
  damaged:
    'SUBJECT is damaged, or from another version: try again in a minute; if the problem persists, tell whoever runs this page.',
  unfinished: 'A part of this page could not be loaded. Reload the page; your place and view are kept.',
  outdated: 'This page is out of date: reload it to get the newer version.',
}

/**
 * Thrown when a file could not be loaded. The message tells readers of the page in plain words what happened and what
 * to do.
 */
export class LoadError extends BundleError {
  readonly file: string
  readonly trouble: Trouble

  constructor(file: string, trouble: Trouble) {
    super(
      typeof trouble === 'number' ? answered(file, trouble) : sentences[trouble].replace('SUBJECT', getSubject(file)),
    )
    this.file = file
    this.trouble = trouble
  }
}

/** Describes the contents of a file for readers who do not know the files: `The data for noise levels`. */
function getSubject(file: string): string {
  const id = file.replace(/\.bundle$/, '')
  const name = dimensions.find((dimension) => dimension.id === id)?.name.toLowerCase() ?? OTHER_DATA.get(id)
  return name === undefined ? file : `The data for ${name}`
}

const OTHER_DATA = new Map([
  ['geography', 'all scores'],
  ['places', 'cities and ZIP codes'],
  ['public-places', 'schools and other public places'],
  ['streets', 'streets'],
  ['streets-brands', 'streets'],
  ['landmarks', 'landmarks'],
  ['areas', 'outlines of cities and ZIP codes'],
  ['neighborhoods', 'neighborhoods'],
  ['neighborhoods-gnis', 'neighborhoods'],
  ['neighborhoods-zillow', 'neighborhoods'],
  ['schools', 'schools'],
  ['districts', 'school districts'],
  ['base-map', 'roads and place names'],
])

function answered(file: string, status: number): string {
  const subject = getSubject(file)
  if (status === 404) return `${subject} is missing from the server: tell whoever runs this site.`
  if (status >= 500 || status === 429)
    return `${subject} could not be loaded: the server has a problem (error ${status}). Try again in a moment.`
  return `${subject} could not be loaded: the server refuses the request (error ${status}). Reload the page, or tell whoever runs this site.`
}
