import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { buildData } from '../../../data-build/build-data.ts'
import { sources } from '../../../data-build/catalog/catalog.ts'
import { getStates, planDownloads } from '../../../data-build/fetch/plan.ts'
import { dimensionBundle, memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { geographyBundle } from '../../../data-build/pack/geography-bundle.ts'
import { writeFolder } from '../../../data-build/pack/write-folder.ts'
import { scorer } from '../../../data-build/score/air-quality/score.ts'
import { getDimension } from '../../../src/answers/dimensions/catalog.ts'
import { factByte } from '../../../src/answers/dimensions/facts.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage } from '../../../src/index.ts'
import { geographyFixture } from '../../library/fixtures/geography.ts'
import { layersFixture } from '../../library/fixtures/layers.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileServer, good, run } from './file-server.ts'

const ids = ['epa-monitors', 'epa-aqi-county', 'census-centres-2020']
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/**
 * Eight block groups in a square of each state, in two rows 1 km apart, because surface values are means over eight
 * block groups.
 */
const groups = [
  { tract: '06037000100', lat: 34.05, lon: -118.25 },
  { tract: '12086000100', lat: 25.75, lon: -80.25 },
  { tract: '48453000100', lat: 30.25, lon: -97.75 },
].flatMap(({ tract, lat, lon }) =>
  Array.from({ length: 8 }, (_, i) => ({
    id: `${tract}${i + 1}`,
    lat: lat + 0.01 * (i % 2),
    lon: lon + 0.01 * (i >> 1),
    population: 1000 + i,
  })),
)

/**
 * Writes a data folder with a geography, a score that must not change, and air quality as the package would ship it.
 */
async function packageFolder(): Promise<string> {
  const directory = emptyFolder()
  const geography = geographyFixture(join(directory, 'sources'), groups)
  const shared = await geographyBundle(geography)
  const loaded = new Geography(memoryBundle(shared))
  const { walkability } = layersFixture(geography)
  /** Values of each fact, one per state. */
  const carried: Readonly<Record<string, readonly number[]>> = {
    pm25: [12, 6, 9],
    ozone_days: [30, 0, 4],
    ozone_index: [60, 30, 40],
  }
  const centerFacts = scorer.centerFacts.map((fact) => ({
    fact,
    bytes: Uint8Array.from(groups, (_, i) => factByte(fact, carried[fact.id][i >> 3])),
  }))
  const bundles = [
    dimensionBundle(getDimension('walkability'), walkability, loaded, geography.blockGroups),
    dimensionBundle(getDimension('air-quality'), { ...walkability, centerFacts }, loaded, geography.blockGroups),
  ].map((content) => ({ content, rows: groups.length }))
  const data = join(directory, 'data')
  const used = geography.sources.used()
  await writeFolder(data, {
    build: shared.build,
    builder: 'made 1.0',
    bundles: [{ content: shared, rows: 4 }, ...bundles],
    used,
  })
  return data
}

const monitorHeadings =
  '"State Code","County Code","Site Num","Latitude","Longitude","Pollutant Standard","Event Type","Observation Percent","Arithmetic Mean","10th Percentile","50th Percentile","75th Percentile","90th Percentile","95th Percentile","98th Percentile","99th Percentile","1st Max Value","Local Site Name"'
const aqiHeadings =
  'State,County,Good Days,Moderate Days,Unhealthy for Sensitive Groups Days,Unhealthy Days,Very Unhealthy Days,Hazardous Days,Days Ozone,Days PM2.5'
const counties = [
  { fips: '06037', name: 'Los Angeles', state: 'California', at: [34.05, -118.25], pm25: 14, ozone: 0.06 },
  { fips: '12086', name: 'Miami-Dade', state: 'Florida', at: [25.75, -80.25], pm25: 7, ozone: 0.04 },
  { fips: '48453', name: 'Travis', state: 'Texas', at: [30.25, -97.75], pm25: 9, ozone: 0.05 },
] as const

/** Writes a monitor of each pollutant in each county. All PM2.5 values are higher by `more` µg/m³. */
function monitors(more: number): string {
  const rows = counties.flatMap(({ fips, at, pm25, ozone }) => {
    const where = `"${fips.slice(0, 2)}","${fips.slice(2)}","0001",${at.join(',')}`
    return [
      `${where},"PM25 Annual 2024","No Events",98,${`${pm25 + more},`.repeat(9)}"Park"`,
      `${where},"Ozone 8-hour 2015","No Events",98,${`${ozone},`.repeat(9)}"Park"`,
    ]
  })
  return [monitorHeadings, ...rows, ''].join('\n')
}

/** In every county, half of the days are good (28) and half moderate (68): a mean index of 48. */
const indexes = [aqiHeadings, ...counties.map(({ state, name }) => `${state},${name},50,50,0,0,0,0,60,40`), ''].join(
  '\n',
)

function centersOf(fips: string): string {
  const rows = counties.filter((county) => county.fips.startsWith(fips))
  const lines = rows.map(({ name, state, at }) => `${fips},${rows[0].fips.slice(2)},${name},${state},1000,${at}`)
  return ['\u00ef\u00bb\u00bfSTATEFP,COUNTYFP,COUNAME,STNAME,POPULATION,LATITUDE,LONGITUDE', ...lines, ''].join('\n')
}

/**
 * Downloads the catalog's air quality files from a server with the agencies' paths, and builds air quality into the
 * data folder.
 */
async function fetchedAndBuilt(data: string, more: number): Promise<void> {
  const { files } = planDownloads(sources, { states: getStates(['CA', 'FL', 'TX']), only: ids })
  const served = (path: string, member: string | undefined) => {
    const name = path.split('/').at(-1)!
    if (name.startsWith('annual_conc')) return zipSync({ [name.replace('zip', 'csv')]: bytes(monitors(more)) })
    if (name.startsWith('annual_aqi')) return zipSync({ [member!]: bytes(indexes) })
    return bytes(name.includes('_CO') ? centersOf(name.slice(-9, -7)) : 'STATEFP,COUNTYFP\n')
  }
  const routes = files.map(
    ({ url, path, member }) => [new URL(url).pathname, good(new Uint8Array(served(path, member)))] as const,
  )
  const server = await fileServer(Object.fromEntries(routes))
  const here = files.map((file) => ({ ...file, url: server.origin + new URL(file.url).pathname, leastBytes: 1 }))
  const folder = emptyFolder()
  const { results } = await run(here, folder)
  expect(results.filter(({ state }) => state !== 'new')).toEqual([])
  await buildData({ sources: folder, out: data, only: ['air-quality'], builder: 'test', report: () => {} })
}

it('air quality is rebuilt from its downloaded sources, with the geography and the surfaces of the data folder', async () => {
  const readings = async (more: number) => {
    const data = await packageFolder()
    await fetchedAndBuilt(data, more)
    const vicinage = await openVicinage({ data, userData: false })
    return groups.map(({ lat, lon }) => {
      const { score, inputs } = vicinage.explain('air-quality', { lat, lon })
      const value = (words: RegExp) => inputs.find(({ name }) => words.test(name))?.value
      return {
        score,
        pm25: Number(value(/PM2.5/)),
        km: value(/monitor/),
        walks: vicinage.score('walkability', { lat, lon }).score,
      }
    })
  }
  const [as, higher] = [await readings(0), await readings(3)]
  for (const [i, { score, pm25, walks }] of as.entries()) {
    // A mean index of 48 in every county gives 48 everywhere: 1 + 254 · (100 − 48) / 70.
    expect(Math.abs(score - 189.7)).toBeLessThan(1)
    expect(walks).toBeGreaterThan(0)
    // If all monitors read 3 µg/m³ more, the whole surface rises by the same amount.
    expect(Math.abs(higher[i].pm25 - pm25 - 3)).toBeLessThan(0.11)
  }
  const [california, miami] = [as[0], as[8]]
  expect(california.pm25).toBeGreaterThan(miami.pm25 + 3)
  expect(miami.km).toBeLessThan(4)
})

it('a build of one dimension without existing bundles fails with a one-sentence error that names the missing file and its folder', async () => {
  const built = buildData({
    sources: emptyFolder(),
    out: emptyFolder(),
    only: ['air-quality'],
    builder: 'test',
    report: () => {},
  })
  await expect(built).rejects.toThrow(
    /^There is no manifest\.json in .*copy dist-data to that folder, or omit --out\.$/,
  )
})
