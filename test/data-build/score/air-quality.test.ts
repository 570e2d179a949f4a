import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fitCountyModel, meanIndex, readCountyAqi } from '../../../data-build/score/air-quality/counties.ts'
import { factorize, krige, siteDistances } from '../../../data-build/score/air-quality/kriging.ts'
import {
  coveredOnly,
  meanOzoneIndex,
  ozoneIndex,
  readMonitors,
} from '../../../data-build/score/air-quality/monitors.ts'
import { nodeField } from '../../../data-build/score/air-quality/pollutants.ts'
import { scoreOfIndex } from '../../../data-build/score/air-quality/score.ts'
import { airQuality } from '../../../src/answers/dimensions/air-quality.ts'
import { folderFixture } from '../read/fixtures/folder.ts'
import { reading } from './reading.ts'

const numbers = (...values: number[]) => Float64Array.from(values)

describe('the air quality scale', () => {
  it('maps a mean index of 30 or less to the score 255, 65 to the score 128, and 100 or more to the score 1', () => {
    expect(scoreOfIndex(30)).toBe(255)
    expect(scoreOfIndex(12)).toBe(255)
    expect(scoreOfIndex(100)).toBe(1)
    expect(scoreOfIndex(130)).toBe(1)
    expect(scoreOfIndex(65)).toBe(128)
  })

  it('maps a missing index to a missing score', () => {
    expect(scoreOfIndex(Number.NaN)).toBeNaN()
  })

  it('never increases with the index', () => {
    const index = fc.double({ min: 0, max: 200, noNaN: true })
    fc.assert(fc.property(index, index, (a, b) => a > b || scoreOfIndex(a) >= scoreOfIndex(b)))
  })
})

describe('the ozone index', () => {
  it('matches EPA breakpoints', () => {
    expect([0, 54, 70, 85, 105, 200].map(ozoneIndex)).toEqual([0, 50, 100, 150, 200, 300])
    expect(ozoneIndex(27)).toBe(25)
    expect(ozoneIndex(62)).toBe(75)
  })

  it('equals the index of one day if all days are alike', () => {
    const share = [0.1, 0.5, 1]
    expect(meanOzoneIndex({ share, ppb: [54, 54, 54] })).toBeCloseTo(50 - meanDeficit(), 3)
    function meanDeficit() {
      // The lowest tenth of the days runs from 0.7 · 54 to 54 ppb. Its mean index is 15% below 50, which lowers the
      // mean of the year by a tenth of this difference.
      return 0.1 * 0.15 * 50
    }
  })

  it('increases more than the mean concentration if a few days are bad', () => {
    const calm = meanOzoneIndex({ share: [0.5, 1], ppb: [40, 40] })
    const peaks = meanOzoneIndex({ share: [0.5, 0.9, 1], ppb: [40, 40, 120] })
    // The worst tenth runs evenly from 40 to 120 ppb: the mean index is (43.5·14 + 75·16 + 125·15 + 175·20 + 207.9·15)
    // / 80 = 128.8, against 37.0 on the other days.
    expect(peaks - calm).toBeCloseTo(0.1 * (128.78 - 37.04), 2)
  })
})

describe('linear algebra', () => {
  it('solves a hand-computed system', () => {
    // 4x + 2y = 10, 2x + 3y = 9 → x = 1.5, y = 2
    const { solve } = factorize(numbers(4, 2, 2, 3), 2)
    expect(Array.from(solve([10, 9]))).toEqual([expect.closeTo(1.5, 12), expect.closeTo(2, 12)])
  })

  it('rejects a singular matrix', () => {
    expect(() => factorize(numbers(1, 1, 1, 1), 2)).toThrow(RangeError)
  })
})

describe('distances between sites', () => {
  it('are 111.2 km for one degree of latitude', () => {
    const km = new Float64Array(1)
    siteDistances({ lat: numbers(30), lon: numbers(-95) })(31, -95, km)
    expect(km[0]).toBeCloseTo(111.19, 1)
  })
})

describe('kriging', () => {
  const sites = { lat: numbers(30, 30.5, 31, 33, 34), lon: numbers(-95, -95.5, -94, -97, -100) }
  const ones = numbers(1, 1, 1, 1, 1)
  const values = numbers(8, 9, 7, 11, 5)

  it('returns the measured values at the monitors if the measurements have no error', () => {
    const { coefficients, residual } = krige(sites, [ones], values, { range: 75, nugget: 0 })
    values.forEach((value, i) => {
      expect(coefficients[0] + residual(sites.lat[i], sites.lon[i])).toBeCloseTo(value, 9)
    })
  })

  it('approaches the regression far from all monitors', () => {
    const { residual } = krige(sites, [ones], values, { range: 75, nugget: 0.25 })
    expect(Math.abs(residual(45, -120))).toBeLessThan(1e-6)
  })

  it('treats a held-out site as if it did not exist', () => {
    const feature = numbers(1, 3, 2, 5, 4)
    const covariance = { range: 120, nugget: 0.2 }
    const { leftOut } = krige(sites, [ones, feature], values, covariance)
    for (let out = 0; out < 5; out++) {
      const keep = (_: number, i: number) => i !== out
      const rest = { lat: sites.lat.filter(keep), lon: sites.lon.filter(keep) }
      const model = krige(rest, [ones.filter(keep), feature.filter(keep)], values.filter(keep), covariance)
      const there = model.coefficients[0] + model.coefficients[1] * feature[out]
      expect(leftOut[out]).toBeCloseTo(there + model.residual(sites.lat[out], sites.lon[out]), 8)
    }
  })
})

describe('a field interpolated from nodes', () => {
  it('is exact for functions that are linear in latitude and longitude', () => {
    const plane = (lat: number, lon: number) => 3 * lat - 2 * lon + 1
    const field = nodeField(plane)
    fc.assert(
      fc.property(
        fc.double({ min: 24, max: 43, noNaN: true }),
        fc.double({ min: -125, max: -79, noNaN: true }),
        (lat, lon) => Math.abs(field(lat, lon) - plane(lat, lon)) < 1e-6,
      ),
    )
  })

  it('also returns values outside the box of its nodes', () => {
    expect(nodeField((lat) => lat)(60, 10)).toBe(60)
  })
})

describe('the county model of air quality', () => {
  // Ten counties are 1,100 km apart, so that no residual reaches another county. The index is 5 + 3 pm25 + 8 ln(1 +
  // ozone days).
  const n = 10
  const at = (f: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => f(i))
  const exposure = { pm25: at((i) => 5 + ((i * 7) % 10)), ozoneDays: at((i) => (i * 3) % 10) }
  const mean = at((i) => 5 + 3 * exposure.pm25[i] + 8 * Math.log(1 + exposure.ozoneDays[i]))
  const counties = {
    fips: Array.from({ length: n }, (_, i) => String(6000 + i)),
    lat: at((i) => -50 + 10 * i),
    lon: at(() => 0),
    measuresBoth: Array.from({ length: n }, () => true),
    mean,
  }

  it('recovers the coefficients and the index of each held-out county', () => {
    const model = fitCountyModel(counties, exposure)
    expect(Array.from(model.coefficients)).toEqual([5, 3, 8].map((value) => expect.closeTo(value, 6)))
    expect(meanIndex(model, 10, Math.E - 1, 2)).toBeCloseTo(5 + 30 + 8 + 2, 5)
    expect(model.residual(counties.lat[5], 0)).toBeCloseTo(0, 6)
    mean.forEach((index, i) => {
      expect(model.leftOut[i]).toBeCloseTo(index, 6)
    })
  })

  it("adds part of an isolated county's deviation from the regression, and less of it farther away", () => {
    const model = fitCountyModel({ ...counties, mean: mean.map((v, i) => (i === 5 ? v + 6 : v)) }, exposure)
    const excess = mean[5] + 6 - meanIndex(model, exposure.pm25[5], exposure.ozoneDays[5], 0)
    expect(model.residual(counties.lat[5], 0)).toBeCloseTo(excess / 2.5, 6) // nugget 1.5 beside a variance of 1
    // The range of the model is 50 km. A place that far to the north has e⁻¹ of the residual.
    expect(model.residual(counties.lat[5] + 50 / 111.195, 0)).toBeCloseTo(excess / 2.5 / Math.E, 3)
  })
})

describe('the description of air quality', () => {
  it('contains the index, particle level and nearest monitor', () => {
    expect(airQuality.describe(reading(206, { pm25: 7.64, monitor_km: 2.4 }, 'modeled'))).toBe(
      'Good air: the daily AQI averages about 44 (50 or less is good); fine particles (PM2.5) 7.6 µg/m³, below the federal limit of 9; nearest monitor 1.5 miles (2.4 km) away (2022-24).',
    )
  })

  it('states whether the score is an estimate', () => {
    expect(airQuality.describe(reading(128, { pm25: 6, monitor_km: 72 }, 'estimate'))).toBe(
      'Moderate air: the daily AQI averages about 65 (51 to 100 is moderate); fine particles (PM2.5) 6 µg/m³, below the federal limit of 9; an estimate, nearest monitor 45 miles (72 km) away (2022-24).',
    )
    expect(airQuality.describe(reading(128, {}, 'estimate'))).toBe(
      'Moderate air: the daily AQI averages about 65 (51 to 100 is moderate); an estimate (2022-24).',
    )
  })

  it('omits unknown facts, and contains "or less" and "or more" at the ends of the scale', () => {
    expect(airQuality.describe(reading(255, {}, 'modeled'))).toBe(
      'Good air: the daily AQI averages 30 or less (50 or less is good) (2022-24).',
    )
    expect(airQuality.describe(reading(1, { monitor_km: 0 }, 'modeled'))).toBe(
      'Air unhealthy for sensitive groups: the daily AQI averages 100 or more (over 100 is unhealthy for sensitive groups); nearest monitor within 0.6 miles (1 km) (2022-24).',
    )
  })

  it('contains the index that corresponds to the score', () => {
    fc.assert(
      fc.property(fc.integer({ min: 31, max: 99 }), (index) => {
        const words = airQuality.describe(reading(Math.round(scoreOfIndex(index)), {}))
        return words.includes(`about ${index}`)
      }),
    )
  })
})

describe('the basis of an air quality score', () => {
  it('is "modeled" up to 50 km from a monitor, and "estimate" beyond', () => {
    const basis = (km: number) => airQuality.basis?.((id) => (id === 'monitor_km' ? km : 0))
    expect([0, 50, 50.5, Number.NaN].map(basis)).toEqual(['modeled', 'modeled', 'estimate', 'estimate'])
  })
})

describe('readMonitors', () => {
  const headings = [
    '"State Code","County Code","Site Num","Latitude","Longitude","Pollutant Standard","Event Type"',
    '"Observation Percent","Arithmetic Mean","10th Percentile","50th Percentile","75th Percentile"',
    '"90th Percentile","95th Percentile","98th Percentile","99th Percentile","1st Max Value","Local Site Name","CBSA Name"',
  ].join(',')
  const row = (state: string, site: string, standard: string, events: string, observed: number, value: number) =>
    `"${state}","001","${site}",30,-95,"${standard}","${events}",${observed},${`${value},`.repeat(9)}"${site}","Ca¤on City"`
  const read = async (...rows: string[]) => {
    const file = Buffer.from(`${[headings, ...rows].join('\n')}\n`, 'latin1') // the byte 0xA4 is not UTF-8
    const zip = zipSync({ 'annual_conc_by_monitor_2024.csv': new Uint8Array(file) })
    return await readMonitors(folderFixture({ 'epa/annual_conc_by_monitor_2024.zip': zip }))
  }

  it('counts ozone once per site and by one standard, with smoke days, and only in full years', async () => {
    const { ozone } = await read(
      row('48', '0001', 'Ozone 8-hour 2015', 'No Events', 98, 0.054),
      row('48', '0001', 'Ozone 1-hour 1979', 'No Events', 98, 0.2),
      row('48', '0002', 'Ozone 8-hour 2015', 'Events Included', 98, 0.07),
      row('48', '0002', 'Ozone 8-hour 2015', 'Events Excluded', 98, 0.01),
      row('48', '0003', 'Ozone 8-hour 2015', 'No Events', 74, 0.2),
      row('06', '0004', 'Ozone 8-hour 2015', 'No Events', 98, 0.054),
      row('06', '0004', 'Ozone 8-hour 2015', 'No Events', 98, 0.07), // a second instrument
      row('22', '0005', 'Ozone 8-hour 2015', 'No Events', 98, 0.054),
    )
    expect(ozone.value).toHaveLength(4)
    expect(ozone.covered).toEqual([true, true, true, false])
    // The lowest tenth of the days is assumed to run down to 0.7 of the 10th percentile, which lowers the mean index by
    // at most 2.
    expect(ozoneIndex(54) - ozone.value[0]).toBeGreaterThan(0)
    expect(ozoneIndex(54) - ozone.value[0]).toBeLessThan(2)
    expect(ozone.value[2]).toBeCloseTo((ozone.value[0] + ozone.value[1]) / 2, 9)
    expect(ozone.value[3]).toBe(ozone.value[0])
  })

  it('uses annual means of PM2.5 from full years, and omits a misplaced site', async () => {
    const { pm25, ozone } = await read(
      row('48', '0001', 'PM25 Annual 2024', 'No Events', 98, 9.5),
      row('48', '0001', 'PM25 24-hour 2024', 'No Events', 98, 9.6),
      row('48', '0002', 'PM25 Annual 2024', 'No Events', 74, 30),
      row('48', 'Isla Blanca State Park Road', 'PM25 Annual 2024', 'No Events', 98, 21),
      row('22', '0003', 'PM25 Annual 2024', 'Events Included', 98, 8),
    )
    expect(Array.from(pm25.value)).toEqual([9.5, 8])
    expect(pm25.covered).toEqual([true, false])
    expect(Array.from(coveredOnly(pm25).lat)).toEqual([30])
    expect(ozone.value).toHaveLength(0)
  })
})

describe('county air quality indexes', () => {
  const headings =
    'State,County,Good Days,Moderate Days,Unhealthy for Sensitive Groups Days,Unhealthy Days,Very Unhealthy Days,Hazardous Days,Days Ozone,Days PM2.5'
  const centers =
    'STATEFP,COUNTYFP,COUNAME,STNAME,POPULATION,LATITUDE,LONGITUDE\n48,201,Harris,Texas,1,29.8,-95.4\n06,001,Alameda,California,1,37.7,-122.1\n'
  const folder = (years: Readonly<Record<number, readonly string[]>>) =>
    folderFixture({
      'census/population/CenPop2020_Mean_CO_06_12_48.txt': centers,
      ...Object.fromEntries(
        Object.entries(years).map(([year, rows]) => [
          `epa/annual_aqi_by_county_${year}.csv.gz`,
          gzipSync([headings, ...rows].join('\n')),
        ]),
      ),
    })

  it('are averaged over the days of all years, with a list of the counties that measure both pollutants', async () => {
    const sources = folder({
      2022: ['Texas,Harris,50,50,0,0,0,0,100,0', 'Ohio,Adams,1,0,0,0,0,0,0,1'],
      2023: ['Texas,Harris,0,0,100,0,0,0,60,40', 'California,Alameda,0,0,0,10,10,10,0,30'],
    })
    const counties = await readCountyAqi(sources, [2022, 2023])
    expect(counties.fips).toEqual(['06001', '48201'])
    expect(counties.mean[0]).toBeCloseTo((170 + 240 + 350) / 3, 9)
    expect(counties.mean[1]).toBeCloseTo((50 * 28 + 50 * 68 + 100 * 120) / 200, 9)
    expect(counties.measuresBoth).toEqual([false, true])
  })

  it('are rejected if a county is missing from the census data', async () => {
    const sources = folder({ 2022: ['Texas,Nowhere,50,50,0,0,0,0,100,0'] })
    await expect(readCountyAqi(sources, [2022])).rejects.toThrow(/2022.csv.gz, row 2: county Nowhere, Texas/)
  })
})
