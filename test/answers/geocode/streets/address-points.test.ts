import { existsSync, readFileSync } from 'node:fs'
import { gzipSync, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { addStreetFiles } from '../../../../data-build/streets/add-streets.ts'
import { Streets } from '../../../../src/answers/geocode/streets/streets.ts'
import { metersBetween } from '../../../../src/base/geo/distance.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { skippedName } from '../../../support/skipped-name.ts'
import { ask, written } from './fixtures/addrfeat.ts'

const LAYOUTS = {
  OpenAddresses: `LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH
-97.5,30.25,123,N Main St,Apt 1,Austin,,TX,78701,,a
-97.5,30.25,123,N Main St,Apt 2,Austin,,TX,78701,,b
`,
  'National Address Database': `\uFEFFOBJECTID,State,County,Inc_Muni,AddNum_Pre,Add_Number,AddNum_Suf,St_PreDir,St_Name,St_PosTyp,Zip_Code,Longitude,Latitude
1,TX,Made,"Austin",,123,,North,Main,Street,78701,-97.5,30.25
2,TX,Made,"Austin, City of",,125,B,North,"Main",Street,78701-1234,-97.4,30.25
`,
  'list of addresses': `id,House_Number,Street_Name,City,Zip,Latitude,Longitude
1,123,N Main St,Austin,78701,30.25,-97.5
`,
  'GeoJSON of OpenAddresses': `{"type":"Feature","properties":{"number":"123","street":"N Main St","unit":"","city":"Austin","postcode":"78701"},"geometry":{"type":"Point","coordinates":[-97.5,30.25]}}
{"type":"Feature","properties":{"number":"125","street":"N Main St","city":"Austin","postcode":"78701"},"geometry":{"type":"Point","coordinates":[-97.4,30.25]}}
`,
  'Florida Department of Revenue': `NUMBER,PREDIR,STNAME,STSUFFIX,POSTDIR,UNITTYPE,UNITNUM,MAILCITY,ZIP,ZIP+4,LAT,LONG,FEATID,COUNTYID
123,N ,MAIN,ST,,,,AUSTIN,78701,,30.25,-97.5,0,48453
125,N ,MAIN,ST,,,,AUSTIN,78701,,-97.4,30.25,0,48453
127,N ,MAIN,ST,,,,AUSTIN,78701,,,,0,48453
129,N ,MAIN,ST,,,,AUSTIN,78701,,60.25,-150.5,0,48453
`,
}

describe('address points', () => {
  for (const [name, csv] of Object.entries(LAYOUTS))
    it(`are read from the ${name} layout`, async () => {
      const folder = emptyFolder()
      const file = written(folder, 'points.zip', zipSync({ 'points.csv': Buffer.from(csv) }))
      const [shard] = await addStreetFiles([file], folder, { pointsCounty: '48453' })
      expect(shard).toMatchObject({ file: 'points-48453.bundle', meta: { state: 'TX', zips: ['78701'] } })
      expect(ask(Streets.open(folder), '123 North Main Street, Austin, TX 78701')).toEqual([
        {
          layer: 'address_point',
          lat: 30.25,
          lon: -97.5,
          radius: 15,
          address: '123 N Main St, Austin, TX 78701',
          rank: 1,
          zip: '78701',
          city: 'AUSTIN',
          state: 'TX',
          similarity: 1,
          exactNumber: true,
        },
      ])
    })

  it('are read with the ZIP from a list, whatever its column name', async () => {
    for (const zip of ['ZIP', 'Zip_Code', 'postcode']) {
      const file = written(
        emptyFolder(),
        'list.csv',
        `number,street,lat,lon,city,${zip}\n5,Oak St,30.25,-97.5,Austin,78701\n`,
      )
      const [{ meta }] = await addStreetFiles([file], emptyFolder(), { pointsCounty: '48453' })
      expect(meta).toMatchObject({ zips: ['78701'], cities: ['AUSTIN'] })
    }
  })

  it('are counted if repaired or skipped', async () => {
    const folder = emptyFolder()
    const florida = written(folder, 'fl.csv', LAYOUTS['Florida Department of Revenue'])
    const [{ swapped, skipped, meta }] = await addStreetFiles([florida], folder)
    // 125 has latitude and longitude swapped, 127 has no coordinates and 129 is in Alaska.
    expect({ swapped, ...skipped, points: meta.points }).toEqual({
      ...{ swapped: 1, points: 2 },
      ...{ unnamed: 0, unnumbered: 0, misplaced: 2, repeated: 0 },
    })
    const open = written(folder, 'oa.csv', LAYOUTS.OpenAddresses)
    expect((await addStreetFiles([open], folder, { pointsCounty: '48453' }))[0].skipped.repeated).toBe(1)
  })

  it('are matched by the letter of the house number, less closely if only the letter differs', async () => {
    const folder = emptyFolder()
    const file = written(folder, 'nad.csv', LAYOUTS['National Address Database'])
    await addStreetFiles([file], folder, { pointsCounty: '48453' })
    const streets = Streets.open(folder)
    const best = (address: string) => ask(streets, address).at(0)
    expect(best('125B N Main St, TX 78701')).toMatchObject({ exactNumber: true, similarity: 1, city: 'AUSTIN CITY OF' })
    expect(best('125 N Main St, TX 78701')).toMatchObject({ exactNumber: false, similarity: 0.95 })
    expect(best('124 N Main St, TX 78701')).toMatchObject({ layer: 'street', exactNumber: false })
    expect(best('524 N Main St, TX 78701')).toBeUndefined()
  })

  it('are assigned to the county named in their file, regardless of --points-county', async () => {
    const folder = emptyFolder()
    const numbered = LAYOUTS['Florida Department of Revenue'].replaceAll(',48453', ',11')
    const files = [written(folder, 'fl.csv', numbered), written(folder, 'oa.csv', LAYOUTS.OpenAddresses)]
    const shards = await addStreetFiles(files, folder, { pointsCounty: '48453' })
    expect(shards.map(({ file, meta }) => [file, meta.state])).toEqual([
      ['points-12011.bundle', 'FL'],
      ['points-48453.bundle', 'TX'],
    ])
    const several = written(folder, 'several.csv', `${numbered}131,,OAK,ST,,,,AUSTIN,78701,,30.25,-97.5,0,86\n`)
    const added = await addStreetFiles([several], emptyFolder(), { pointsCounty: '48453' })
    expect(added.map(({ file, meta }) => [file, meta.points])).toEqual([
      ['points-12011.bundle', 2],
      ['points-12086.bundle', 1],
    ])
  })

  it('are assigned a county by location if no county is named, and are preserved by a second run', async () => {
    const folder = emptyFolder()
    const file = written(
      folder,
      'oa.csv',
      `LON,LAT,NUMBER,STREET,CITY,POSTCODE
-97.5,30.25,123,N Main St,Austin,78701
-97.4,30.25,125,N Main St,Austin,78701
-80,30.25,5,Ocean Ave,,
`,
    )
    const countyAt = (lon: number) => (lon > -90 ? null : lon < -97.45 ? '48453' : '48021')
    const ended = new AbortController()
    const onShard = () => ended.abort()
    const first = await addStreetFiles([file], folder, { countyAt, onShard, signal: ended.signal })
    expect(first.map(({ file, skipped }) => [file, skipped.misplaced])).toEqual([['points-48453.bundle', 1]])
    const kept: string[] = []
    const rest = await addStreetFiles([file], folder, { countyAt, onKept: (county) => kept.push(county) })
    expect([kept, rest.map(({ file }) => file)]).toEqual([['48453'], ['points-48021.bundle']])
    const whole = await addStreetFiles([file], emptyFolder(), { countyAt })
    expect(whole.map(({ bytes }) => bytes)).toEqual([first[0].bytes, rest[0].bytes])
    await expect(addStreetFiles([file], folder, { countyAt: () => null })).rejects.toThrow(
      /oa\.csv contains no address in a known county/,
    )
  })

  it('are read without a city if the National Address Database states that there is none', async () => {
    const folder = emptyFolder()
    const file = written(
      folder,
      'nad.csv',
      `Inc_Muni,Post_City,Add_Number,St_Name,St_PosTyp,Zip_Code,Longitude,Latitude
Unincorporated,Not stated,1,Oak,Street,78701,-97.5,30.25
Unincorporated,Austin,2,Oak,Street,78701,-97.5,30.25
Austin,Not stated,3,Oak,Street,78701,-97.5,30.25
`,
    )
    await addStreetFiles([file], folder, { pointsCounty: '48453' })
    const streets = Streets.open(folder)
    const cities = [1, 2, 3].map((number) => ask(streets, `${number} Oak St, TX 78701`).at(0)?.city)
    expect(cities).toEqual([null, 'AUSTIN', 'AUSTIN'])
  })

  it('are the same from gzip input, with a byte order mark, and with Windows line endings and encoding', async () => {
    const folder = emptyFolder()
    const csv = LAYOUTS.OpenAddresses.replaceAll('Main', 'Peña')
    const wordings = {
      'plain.csv': Buffer.from(csv),
      'packed.csv.gz': gzipSync(Buffer.from(csv)),
      'marked.csv': Buffer.from(`\uFEFF${csv}`),
      'windows.csv': Buffer.from(csv.replaceAll('\n', '\r\n'), 'latin1'),
    }
    for (const [name, bytes] of Object.entries(wordings)) {
      const out = emptyFolder()
      await addStreetFiles([written(folder, name, bytes)], out, { pointsCounty: '48453' })
      expect(ask(Streets.open(out), '123 N Pena St, Austin, TX 78701'), name).toMatchObject([
        { lat: 30.25, lon: -97.5, exactNumber: true, similarity: 1 },
      ])
    }
  })

  it('are rejected without a county, a known layout or a complete file', async () => {
    const folder = emptyFolder()
    const refused = (name: string, content: string | Uint8Array) =>
      addStreetFiles([written(folder, name, content)], folder)
    await expect(refused('oa.csv', LAYOUTS.OpenAddresses)).rejects.toThrow(
      /oa\.csv does not name its county.*--points-county/,
    )
    await expect(refused('odd.csv', 'A,B\n1,2\n')).rejects.toThrow(/odd\.csv has the columns A, B/)
    await expect(refused('empty.csv', '')).rejects.toThrow(/empty\.csv has no columns/)
    await expect(refused('odd.bin', new Uint8Array([1, 2, 3, 27, 200, 0]))).rejects.toThrow(/odd\.bin has no columns/)
    const open = LAYOUTS.OpenAddresses.replace('N Main St', '"N Main St')
    await expect(refused('quote.csv', open)).rejects.toThrow(/quote\.csv, row 2: a quote is never closed/)
    const packed = gzipSync(Buffer.from(LAYOUTS.OpenAddresses))
    await expect(refused('cut.csv.gz', packed.subarray(0, 80))).rejects.toThrow(/cut\.csv\.gz is not a complete gzip/)
    const zip = zipSync({ 'a.csv': Buffer.from(LAYOUTS.OpenAddresses.repeat(50)) })
    await expect(refused('cut.zip', zip.subarray(0, zip.length - 30))).rejects.toThrow(/cut\.zip: not a complete zip/)
    await expect(refused('whole.zip', zip)).rejects.toThrow(/whole\.zip > a\.csv does not name its county/)
  })
})

const REAL = '../shared/data/addresses/points/fl_stlucie_UC.zip'

describe.skipIf(!existsSync(REAL))(
  skippedName('the street index of St. Lucie County', !existsSync(REAL), 'where ../shared/data is absent'),
  () => {
    it('returns the points it was built from and interpolates other house numbers', async () => {
      const [head, ...rows] = Buffer.from(unzipSync(readFileSync(REAL))['UC.csv'])
        .toString('latin1')
        .trim()
        .split('\r\n')
        .join('\n')
        .split('\n')
      const half = (rest: number) => rows.filter((_, i) => i % 2 === rest)
      const folder = emptyFolder()
      const [{ meta }] = await addStreetFiles([written(folder, 'half.csv', [head, ...half(0)].join('\n'))], folder)
      expect(meta.points).toBeGreaterThan(15_000)
      const streets = Streets.open(folder)
      const asked = (list: readonly string[]) =>
        list.map((row) => {
          const [number, pre, name, suffix, post, , , city, zip, , lat, lon] = row.split(',').map((part) => part.trim())
          const address = `${number} ${[pre, name, suffix, post].filter(Boolean).join(' ')}, ${city}, FL ${zip}`
          const swapped = Number(lat) < 0
          const found = ask(streets, address).at(0)
          return { found, isPlaced: lat !== '', lat: Number(swapped ? lon : lat), lon: Number(swapped ? lat : lon) }
        })
      const built = asked(half(0)).filter(({ isPlaced }) => isPlaced)
      const near = built.filter(
        ({ found, lat, lon }) => found && Math.hypot(found.lat - lat, (found.lon - lon) * Math.cos(0.48)) < 0.0005,
      )
      expect(near.length / built.length).toBeGreaterThan(0.99)
      // House numbers that were left out of the index must not match other points. The few exact matches are buildings
      // that are listed twice.
      const others = asked(half(1)).filter(({ isPlaced }) => isPlaced)
      const of = (layer: string) => others.filter(({ found }) => found?.layer === layer)
      expect(of('address_point').filter(({ found }) => found!.similarity === 1).length / others.length).toBeLessThan(
        0.1,
      )
      const inside = of('street').filter(
        ({ found, lat, lon }) => metersBetween(lat, lon, found!.lat, found!.lon) <= found!.radius,
      )
      expect(of('street').length / others.length).toBeGreaterThan(0.5)
      expect(inside.length / of('street').length).toBeGreaterThan(0.9)
    })
  },
)
