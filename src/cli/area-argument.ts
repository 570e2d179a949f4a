import { readFile } from 'node:fs/promises'
import type { AreaShape } from '../areas/area-answer.ts'
import { AREA_NOTATION, areaOf } from '../areas/named-area.ts'
import { asked, UsageError } from './usage-error.ts'

/** What an area may be written as, for the help of commands. */
export const AREA_WORDS = `${AREA_NOTATION}, or a GeoJSON file`

/** Bytes of a file of a shape: a state drawn to the meter has some 20 MB. */
const LONGEST_FILE = 100e6

/**
 * The area that an argument names.
 *
 * @throws {UsageError} when it is none, or its file cannot be read
 */
export async function readArea(given: string): Promise<AreaShape> {
  const text = given.trim()
  if (/\.(geo)?json$/i.test(text)) return readShape(text)
  const area = asked(() => areaOf(text))
  if (area !== null) return area
  if (text === '') throw new UsageError('No area is given.', `Write it as ${AREA_WORDS}.`)
  throw new UsageError(`There is no area '${text}'.`, `Write it as ${AREA_WORDS}.`)
}

async function readShape(path: string): Promise<AreaShape> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[error.code ?? ''] ?? error.message
    throw new UsageError(`The shape ${path} cannot be read: ${reason}.`)
  })
  if (bytes.length > LONGEST_FILE) throw new UsageError(`The shape ${path} is longer than ${LONGEST_FILE / 1e6} MB.`)
  let shape: unknown
  try {
    shape = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new UsageError(`The shape ${path} is not JSON.`, 'A shape is a GeoJSON file; convert others with ogr2ogr.')
  }
  if (typeof shape === 'object' && shape !== null && 'type' in shape) return shape as AreaShape
  throw new UsageError(`The file ${path} is not GeoJSON: it has no "type".`)
}

/** An area in titles: `Austin, TX (city)`, `ZIP 78704`, `Travis County, TX`. */
export function areaTitle(shape: AreaShape, text: string): string {
  if ('radius' in shape) return `Circle of ${shape.radius} m around ${shape.lat}, ${shape.lon}`
  if ('west' in shape) return `Box ${shape.west},${shape.south},${shape.east},${shape.north}`
  if ('type' in shape) return text
  const named = text.replace(/^[a-z-]+:\s*/i, '')
  const kind = Object.keys(kindNames).find((key) => key in shape) as keyof typeof kindNames
  if (kind === 'city') return `${named} (city)`
  return /^\d/.test(named) ? `${kindNames[kind]} ${named}` : named
}

const kindNames = {
  zip: 'ZIP',
  city: 'City',
  county: 'County',
  tract: 'Census tract',
  blockGroup: 'Block group',
  district: 'School district',
  state: 'State',
}
