import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { readCountyAqi } from '../../data-build/score/air-quality/county-aqi.ts'
import { coveredOnly, readOzoneMonitors, readPm25Monitors } from '../../data-build/score/air-quality/monitors.ts'
import { ozoneIndex } from '../../data-build/score/air-quality/ozone-index.ts'
import { readHazardSites } from '../../data-build/score/industrial-proximity/hazard-sites.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'monitors-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function put(path: string, content: string | Uint8Array): SourceFolder {
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  writeFileSync(join(directory, path), content)
  return new SourceFolder(directory)
}

describe('PM2.5 monitors', () => {
  const list = [
    [30.01, -95.02, 'Somewhere', 'Harris', 'TX'],
    [26.0711, -97.1577, 'Isla Blanca State Park Road', 'Cameron', 'TX'],
    [31.0, -91.0, 'Elsewhere', 'Parish', 'LA'],
  ]

  it('take state and name of the nearest listed monitor, and leave the wrong one out', async () => {
    put('epa/pm25Monitors.json', JSON.stringify(list))
    const sources = put('epa/pm25Typical.json', '[[30.01,-95.02,9.5],[26.071,-97.158,21],[31,-91,8]]')
    const monitors = await readPm25Monitors(sources)
    expect(Array.from(monitors.value)).toEqual([9.5, 8])
    expect(monitors.covered).toEqual([true, false])
    expect(Array.from(coveredOnly(monitors).lat)).toEqual([30.01])
  })

  it('are refused when a row is not coordinates and a mean', async () => {
    put('epa/pm25Monitors.json', JSON.stringify(list))
    const sources = put('epa/pm25Typical.json', '[[30.01,-95.02,9.5],[30.01,"x",9.5]]')
    await expect(readPm25Monitors(sources)).rejects.toThrow(/pm25Typical.json, row 2: .*expected latitude, longitude/)
  })
})

describe('ozone monitors', () => {
  const headings = [
    'State Code,County Code,Site Num,Latitude,Longitude,Pollutant Standard,Event Type,Completeness Indicator',
    '10th Percentile,50th Percentile,75th Percentile,90th Percentile,95th Percentile,98th Percentile,99th Percentile',
    '1st Max Value',
  ].join(',')
  const row = (state: string, site: string, standard: string, events: string, complete: string, ppm: number) =>
    `${state},001,${site},30,-95,${standard},${events},${complete},${`${ppm},`.repeat(7)}${ppm}`

  it('count once per site: one standard, smoke days included, whole years only', async () => {
    const rows = [
      headings,
      row('48', '0001', 'Ozone 8-hour 2015', 'No Events', 'Y', 0.054),
      row('48', '0001', 'Ozone 1-hour 1979', 'No Events', 'Y', 0.2),
      row('48', '0002', 'Ozone 8-hour 2015', 'Events Included', 'Y', 0.07),
      row('48', '0002', 'Ozone 8-hour 2015', 'Events Excluded', 'Y', 0.01),
      row('48', '0003', 'Ozone 8-hour 2015', 'No Events', 'N', 0.2),
      row('06', '0004', 'Ozone 8-hour 2015', 'No Events', 'Y', 0.054),
      row('06', '0004', 'Ozone 8-hour 2015', 'No Events', 'Y', 0.07), // a second instrument
      row('22', '0005', 'Ozone 8-hour 2015', 'No Events', 'Y', 0.054),
    ]
    const zip = zipSync({ 'annual_conc_by_monitor_2022.csv': strToU8(`${rows.join('\n')}\n`) })
    const monitors = await readOzoneMonitors(put('epa/annual_conc_by_monitor_2022.zip', zip))
    expect(monitors.value).toHaveLength(4)
    expect(monitors.covered).toEqual([true, true, true, false])
    // The lowest tenth of the days is drawn down to 0.7 of the 10th percentile: at most 2 index points in the mean.
    expect(ozoneIndex(54) - monitors.value[0]).toBeGreaterThan(0)
    expect(ozoneIndex(54) - monitors.value[0]).toBeLessThan(2)
    expect(monitors.value[2]).toBeCloseTo((monitors.value[0] + monitors.value[1]) / 2, 9)
    expect(monitors.value[3]).toBe(monitors.value[0])
  })
})

describe('county indexes', () => {
  const headings =
    'State,County,Good Days,Moderate Days,Unhealthy for Sensitive Groups Days,Unhealthy Days,Very Unhealthy Days,Hazardous Days,Days Ozone,Days PM2.5'
  const centres =
    'STATEFP,COUNTYFP,COUNAME,STNAME,POPULATION,LATITUDE,LONGITUDE\n48,201,Harris,Texas,1,29.8,-95.4\n06,001,Alameda,California,1,37.7,-122.1\n'
  const year = (y: number, ...rows: string[]) =>
    put(`epa/annual_aqi_by_county_${y}.csv.gz`, gzipSync([headings, ...rows].join('\n')))

  it('are means over the days of all years, and tell which counties measure both pollutants', async () => {
    put('census/population/CenPop2020_Mean_CO_06_12_48.txt', centres)
    year(2022, 'Texas,Harris,50,50,0,0,0,0,100,0', 'Ohio,Adams,1,0,0,0,0,0,0,1')
    const sources = year(2023, 'Texas,Harris,0,0,100,0,0,0,60,40', 'California,Alameda,0,0,0,10,10,10,0,30')
    const counties = await readCountyAqi(sources, [2022, 2023])
    expect(counties.fips).toEqual(['06001', '48201'])
    expect(counties.mean[0]).toBeCloseTo((170 + 240 + 350) / 3, 9)
    expect(counties.mean[1]).toBeCloseTo((50 * 28 + 50 * 68 + 100 * 120) / 200, 9)
    expect(counties.measuresBoth).toEqual([false, true])
  })

  it('are refused for a county that the census does not know', async () => {
    put('census/population/CenPop2020_Mean_CO_06_12_48.txt', centres)
    const sources = year(2022, 'Texas,Nowhere,50,50,0,0,0,0,100,0')
    await expect(readCountyAqi(sources, [2022])).rejects.toThrow(/2022.csv.gz, row 2: county Nowhere, Texas/)
  })
})

describe('hazard sites', () => {
  it('weigh deleted Superfund sites less and keep only plants that burn fuel', async () => {
    put('epa/superfund-sites.csv.gz', gzipSync('NPL Status,Latitude ,Longitude \nF,30,-95\nD,31,-96\n'))
    const plants = 'Primary Energy Source,Latitude,Longitude\nCoal,30,-95\nSolar,31,-96\nNatural Gas,32,-97\n'
    const sites = await readHazardSites(put('eia/Power_Plants_100_MW_or_more.csv.gz', gzipSync(plants)))
    expect(Array.from(sites.superfund.weight)).toEqual([1, 0.2])
    expect(Array.from(sites.activeSuperfund.lat)).toEqual([30])
    expect(Array.from(sites.powerPlants.lat)).toEqual([30, 32])
  })
})
