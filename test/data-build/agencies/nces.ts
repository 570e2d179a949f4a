import { strToU8 } from 'fflate'
import { directory, edgeText, membership, staff } from '../../answers/schools/fixtures/files.ts'
import { zipped } from './census.ts'

/** Smallest zip sizes that the command accepts. Fillers pad the made-up files to these sizes. */
const [DIRECTORY, MEMBERSHIP, STAFF, GEOCODES] = [6_000_000, 100_000_000, 2_500_000, 10_000_000]
const SCHOOL = '489900099999'

/**
 * Makes the school lists of NCES, by their paths below the address that `--mirror` replaces. They have one school, in
 * Texas.
 */
export function ncesFiles(): Map<string, Uint8Array> {
  const csv = (name: string, text: string, filler: number) => zipped({ [`${name}.csv`]: strToU8(text) }, filler)
  const [names, counts, teachers] = ['029_2425_w', '052_2425_l', '059_2425_l'].map(
    (kind) => `ccd_sch_${kind}_1a_073025`,
  )
  const school = { id: SCHOOL, st: 'TX', name: 'Made Up School', lea: 'Made Up ISD', city: 'Houston', zip: '77002' }
  const places = edgeText([[SCHOOL, '29.76', '-95.36']])
  return new Map([
    [`/ccd/Data/zip/${names}.zip`, csv(names, directory([school]), DIRECTORY)],
    [`/ccd/Data/zip/${counts}.zip`, csv(counts, membership({ [SCHOOL]: '420' }), MEMBERSHIP)],
    [`/ccd/Data/zip/${teachers}.zip`, csv(teachers, staff({ [SCHOOL]: ['21', 'Reported'] }), STAFF)],
    [
      '/programs/edge/data/EDGE_GEOCODE_PUBLICSCH_2425.zip',
      zipped({ 'EDGE_GEOCODE_PUBLICSCH_2425.TXT': strToU8(places) }, GEOCODES),
    ],
  ])
}
