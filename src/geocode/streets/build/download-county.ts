import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stateOfCounty } from './state-of-county.ts'
import { StreetFileError } from './street-file-error.ts'

/** The edition that is fetched. */
const YEAR = 2025

/** Where the Census Bureau publishes the ADDRFEAT zip of a county. */
export function addrfeatAddress(county: string): string {
  return `https://www2.census.gov/geo/tiger/TIGER${YEAR}/ADDRFEAT/tl_${YEAR}_${county}_addrfeat.zip`
}

/**
 * Fetches the official ADDRFEAT zip of a county into a folder and answers the path of the file.
 * @param county 5-digit FIPS code
 * @throws StreetFileError when there is none, or it did not come whole
 */
export async function downloadCounty(county: string, folder: string, ask: typeof fetch = fetch): Promise<string> {
  if (stateOfCounty(county) === null)
    throw new StreetFileError(`'${county}' is no county, expected a 5-digit FIPS code such as 48453.`)
  const address = addrfeatAddress(county)
  const refuse = (found: string, cause?: unknown): never => {
    throw new StreetFileError(`${address} could not be fetched: ${found}.`, { cause })
  }
  const answer = await ask(address).catch((cause) => refuse(reasonOf(cause), cause))
  if (!answer.ok) refuse(`HTTP ${answer.status}`)
  const bytes = new Uint8Array(await answer.arrayBuffer().catch((cause) => refuse(reasonOf(cause), cause)))
  const declared = Number(answer.headers.get('content-length') ?? bytes.length)
  if (bytes.length !== declared) refuse(`${bytes.length} bytes came, expected ${declared}`)
  // "PK": an error page would come with HTTP 200 sometimes.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) refuse('what came is no zip')
  const file = join(folder, `tl_${YEAR}_${county}_addrfeat.zip`)
  await writeFile(file, bytes)
  return file
}

function reasonOf(cause: unknown): string {
  const { cause: inner, message } = cause as Error
  return inner instanceof Error ? inner.message : message
}
