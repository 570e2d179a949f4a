import { expect, it } from 'vitest'
import { number, readCsv, text } from '../../../data-build/read/csv.ts'
import { readFacilities, readRunways } from '../../../data-build/read/faa.ts'
import { readGeoJson, readJson, readTopoJson } from '../../../data-build/read/geojson.ts'
import { readGeoTiff } from '../../../data-build/read/geotiff.ts'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { readTextTable } from '../../../data-build/schools/text-table.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { eji, LAYERS, TABLES, titleOf } from './published-counts.ts'
import { readDbf } from './read-dbf.ts'

// Bounds of the three states and their waters: west, south, east, north.
const STATES_BOX = [-125, 24, -79, 43] as const

withAgencyFiles('the published files in ../shared/data', () => {
  const folder = new SourceFolder(SHARED)

  for (const [path, key, pattern, rows, options] of TABLES)
    it(`include ${titleOf(path)} with ${rows} rows`, async () => {
      const table = await readCsv(folder, path, { [key]: text({ pattern, required: true }) }, options)
      expect(table.rows).toBe(rows)
    })

  for (const [path, features, skipped = 0] of LAYERS)
    it(`include ${path} with ${features} features and ${skipped} without geometry`, async () => {
      const layer = path.endsWith('.zip') ? await readShapefile(folder, path) : await readGeoJson(folder, path)
      expect(layer.features.length).toBe(features)
      expect(layer.skipped).toBe(skipped)
    })

  it('include 54 CAL FIRE layers inside California, with hazard classes', async () => {
    const zips = ['all-classes', 'lra-very-high', 'sra-2007'].flatMap((name) => folder.list(`calfire/${name}`))
    expect(zips.length).toBe(54)
    for (const zip of zips) {
      const layer = await readShapefile(folder, zip, { properties: ['HAZ_CODE', 'HAZ_CLASS', 'SRA'] })
      expect(layer.features.length, zip).toBeGreaterThan(0)
      const polygons = layer.features.flatMap((feature) => feature.polygons)
      for (const [outer] of polygons) {
        const [lon, lat] = outer
        expect(lon > -124.6 && lon < -114 && lat > 32.4 && lat < 42.1, `${zip}: ${lon}, ${lat}`).toBe(true)
      }
    }
  })

  it('include readable Natural Earth layers', async () => {
    for (const path of folder.list('natural-earth'))
      expect((await readGeoJson(folder, path)).features.length, path).toBeGreaterThan(0)
  })

  it('include precinct polygons of Florida in a zip inside a zip, and of Texas in TopoJSON', async () => {
    const member = ['tabblock.vtd.geojson.zip', /geojson$/]
    const florida = await readGeoJson(
      folder,
      { zip: 'elections/Election_Data_FL.v06.zip', member },
      { properties: ['id'] },
    )
    expect(florida.features.length).toBe(7247)
    const texas = await readTopoJson(folder, 'elections/tx_vtd2016_simplified_15m.topo.json.gz', {
      properties: ['VTD20'],
    })
    expect(texas.features.length).toBe(8138)
  })

  it('include readable attribute tables of tracts and flood zones', async () => {
    expect(await readDbf(folder, 'census/tracts/tl_2021_06_tract.dbf.gz', ['GEOID'])).toHaveLength(9129)
    expect(await readDbf(folder, 'census/tracts/tl_2021_48_tract.dbf.gz', ['GEOID'])).toHaveLength(6896)
    const zip = 'fema/06037C_20210601_S_FLD_HAZ_AR_attributes_only.zip'
    const zones = await readDbf(folder, { zip, member: /dbf$/ }, ['FLD_ZONE'])
    expect(new Set(zones.map((zone) => zone.FLD_ZONE))).toContain('AE')
  })

  it('add up to the exact census totals of 2020', async () => {
    const totals = { '06': 39_538_223, '12': 21_538_187, '48': 29_145_505 }
    for (const [state, total] of Object.entries(totals)) {
      const people = number({ min: 0, integer: true, required: true })
      const path = `census/population/CenPop2020_Mean_BG${state}.txt.gz`
      const { columns } = await readCsv(folder, path, { POPULATION: people })
      expect(columns.POPULATION.reduce((sum, value) => sum + value, 0)).toBe(total)
    }
  })

  it('contain shares between 0 and 100 in EJI 2024', async () => {
    const share = number({ null: -999, min: 0, max: 100 })
    const spec = {
      E_UNINSUR: share,
      E_AGE17: share,
      E_AGE65: share,
      E_PARK: share,
      E_OZONE: number({ null: -999, min: 0 }),
    }
    for (const state of ['California', 'Florida', 'Texas'])
      expect((await readCsv(folder, eji(2024, state), spec)).rows).toBeGreaterThan(5000)
  })

  it('include 773 FAA facilities inside the states and the 1,230 runways that belong to them', async () => {
    const facilities = await readFacilities(folder, 'faa/NfdcFacilities.CA_TX_FL.xls.gz')
    const runways = await readRunways(folder, 'faa/NfdcRunways.CA_TX_FL.xls.gz')
    expect([facilities.length, runways.length]).toEqual([773, 1230])
    const sites = new Set(facilities.map((facility) => facility.siteNumber))
    expect(runways.every((runway) => sites.has(runway.siteNumber))).toBe(true)
    const [west, south, east, north] = STATES_BOX
    for (const { lon, lat, locationId } of facilities)
      expect(lon > west && lon < east && lat > south && lat < north, locationId).toBe(true)
    // LAX reports 649,092 air carrier movements in 2018 and is at 33.94° N, 118.41° W.
    const lax = facilities.find((facility) => facility.locationId === 'LAX')
    expect(lax?.operations.commercial).toBe(649_092)
    expect(lax?.lat).toBeCloseTo(33.94, 1)
    expect(lax?.lon).toBeCloseTo(-118.41, 1)
  })

  it("contain the expected number of rows in Florida's workbooks", async () => {
    const rowsOf = async (file: string, ...headings: string[]) => {
      const wanted = Object.fromEntries(headings.map((heading) => [heading, { headings: [heading] }]))
      return (await readTextTable(folder, `schools/fl/${file}`, wanted)).length
    }
    expect(await rowsOf('SchoolGrades22.xlsx', 'District Number', 'School Number')).toBe(3409)
    expect(await rowsOf('SchoolGrades23.xlsx', 'District Number', 'School Number')).toBe(3447)
    // Counts the schools in the sheet of totals. The workbook also has a sheet by grade, which lists the same schools.
    expect(await rowsOf('2223MembBySchoolByGrade.xlsx', 'District #', 'School #', '# of Students')).toBe(4042)
  })

  it('include USGS land cover of Broward County', async () => {
    const raster = await readGeoTiff(folder, 'usgs/nlcd_2019_impervious_broward_parks.tif')
    expect([raster.width, raster.height, ...raster.cell]).toEqual([1880, 2561, 30, -30])
    expect(raster.values.every((value) => value <= 100 || value === 127)).toBe(true)
    expect(raster.valueAt(-80.2, 26.1)).toBeGreaterThanOrEqual(0)
    expect(raster.valueAt(-97, 30)).toBeNaN()
  })

  it('include EPA monitors in JSON', async () => {
    expect(await readJson(folder, 'epa/pm25Monitors.json')).toBeTypeOf('object')
    expect(await readJson(folder, 'epa/pm25Typical.json')).toBeTypeOf('object')
  })

  it('are all recorded with a SHA-256 once they have been read', () => {
    expect(folder.used().length).toBeGreaterThan(120)
    for (const file of folder.used()) expect(file.sha256, file.path).toMatch(/^[0-9a-f]{64}$/)
  })
})
