import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readNationalSchools } from '../../data-build/schools/national-schools.ts'
import { madeFolder } from '../read/made-folder.ts'
import { dbfBytes } from '../read/shapefile-bytes.ts'
import { ALDER, directory, EDGE, edgeText, F029, one } from './national-made-files.ts'

const read = (files: Readonly<Record<string, string | Uint8Array>>) => readNationalSchools(madeFolder(files))

describe('EDGE geocodes', () => {
  const headed = (lat: string, lon: string, delimiter = ',') =>
    `${['NCESSCH', 'NAME', lat, lon].join(delimiter)}\r\n${[ALDER, 'Alder', '37.5', '-122.25'].join(delimiter)}\r\n`
  const dbf = dbfBytes(
    [
      { name: 'NCESSCH', type: 'C', length: 12 },
      { name: 'LAT', type: 'N', length: 12 },
      { name: 'LON', type: 'N', length: 12 },
    ],
    [[ALDER, '37.500000', '-122.250000']],
  )
  const stem = 'EDGE_GEOCODE_PUBLICSCH_2324'
  const cases: readonly (readonly [string, string, string | Uint8Array])[] = [
    ['text with bars', `${stem}.TXT`, one[EDGE]],
    ['gzipped text', `${stem}.txt.gz`, gzipSync(one[EDGE])],
    ['text with a byte order mark', `${stem}.txt`, `\uFEFF${one[EDGE]}`],
    ['text with headings', `${stem}.txt`, headed('LAT', 'LON', '|')],
    ['csv', `${stem}.csv`, headed('LAT', 'LON')],
    ['csv with years in its headings', `${stem}.csv`, headed('LAT2324', 'LON2324')],
    ['dBase table', `${stem}.dbf`, dbf],
    [
      'zip of text',
      `${stem}.zip`,
      zipSync({ [`${stem}/${stem}.TXT`]: Buffer.from(one[EDGE]), 'readme.txt': Buffer.from('x') }),
    ],
    [
      'zip with a shapefile in a zip',
      `${stem}.zip`,
      zipSync({ 'Shapefile_SCH.zip': zipSync({ [`${stem}.dbf`]: dbf }) }),
    ],
  ]
  for (const [what, name, content] of cases)
    it(`are read as ${what}`, async () => {
      const national = await read({ [F029]: one[F029], [`schools/nces/${name}`]: content })
      expect(national?.schools.map(({ lat, lon }) => [lat, lon])).toEqual([[37.5, -122.25]])
    })

  it('cover the territories and both sides of the date line, and nothing else', async () => {
    const places = [
      ['72', '18.4', '-66.1', true],
      ['66', '13.45', '144.75', true],
      ['60', '-14.3', '-170.7', true],
      ['02', '52.9', '173.2', true],
      ['63', '50.1', '8.6', false],
      ['06', '91', '-120', false],
      ['08', '0', '-105', false],
    ] as const
    const ids = places.map(([state]) => `${state}0000100001`)
    const files = {
      [F029]: directory(ids.map((id) => ({ id }))),
      [EDGE]: edgeText(places.map(([, lat, lon], i) => [ids[i], lat, lon])),
    }
    const kept = (await read(files))?.schools.map((school) => school.ncesId)
    expect(kept).toEqual(ids.filter((_, i) => places[i][3]).sort())
  })
})
