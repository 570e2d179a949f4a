import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { coveredStates } from '../../src/base/states.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { FEDERAL } from '../catalog/source.ts'
import type { FactSpec } from '../context.ts'
import { Editions } from '../fetch/editions.ts'
import { SourceError } from '../read/source-error.ts'
import { isFolder, type UsedFile } from '../read/source-folder.ts'
import { readSurveyTable, type SurveyTable } from '../read/survey-table.ts'
import { scorer as insurance, insuranceScore } from '../score/insurance-coverage/score.ts'
import { ageScore, scorer as ages, fewestPeople } from '../score/population-profile/score.ts'
import { survey } from '../score/survey.ts'
import { readUnchanged } from '../user-data/unchanged.ts'
import type { LayerUpgrade, ServedPart } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { readOn } from './read-layers.ts'
import { getStates, putTractsOver, type TractValues, tractContent } from './tract-values.ts'

/**
 * Last years of two surveys: the newest known survey, and the survey before it, which is used if the newest is not
 * available.
 */
const EDITIONS = [2024, 2023]
/** Minimum size of a national table in bytes. A table with a single cell for 85,000 tracts is about 20 MB. */
const MIN_BYTES = 1_000_000

type Tables = ReadonlyMap<string, SurveyTable<string>>

/** A score computed only from survey tables. */
interface SurveyScore {
  /** Cells to read, by table. */
  readonly cells: Readonly<Record<string, readonly string[]>>
  readonly facts: readonly FactSpec[]
  /** Returns the score of a tract and a value for each fact. */
  score(cell: (table: string, cell: string) => number): { readonly score: number; readonly facts: readonly number[] }
}

/**
 * Cells of uninsured people aged under 19, 19-34, 35-64, and 65 and over. The total is E001, all noninstitutionalized
 * civilians.
 */
const UNINSURED = ['E017', 'E033', 'E050', 'E066']
/** Cells of boys and girls under 5, 5-9, 10-14 and 15-17. */
const CHILDREN = ['E003', 'E004', 'E005', 'E006', 'E027', 'E028', 'E029', 'E030']
/** Cells of men and women aged 65-66, 67-69, 70-74, 75-79, 80-84, and 85 and over. */
const SENIORS = ['E020', 'E021', 'E022', 'E023', 'E024', 'E025', 'E044', 'E045', 'E046', 'E047', 'E048', 'E049']

type Cell = Parameters<SurveyScore['score']>[0]

function computeSum(cell: Cell, table: string, cells: readonly string[]): number {
  return cells.reduce((sum, name) => sum + cell(table, name), 0)
}

/** Returns a percentage, or NaN if the total is 0. */
function getPercent(part: number, all: number): number {
  return all > 0 ? (100 * part) / all : Number.NaN
}

function uninsured(cell: Cell): number {
  return getPercent(computeSum(cell, 'B27010', UNINSURED), cell('B27010', 'E001'))
}

/** Insurance coverage, from table B27010. Only people whose insurance status is known are counted. */
export const insuranceUpgrade = surveyUpgrade('health insurance', {
  cells: { B27010: ['E001', ...UNINSURED] },
  facts: insurance.facts,
  score(cell) {
    const share = uninsured(cell)
    return { score: insuranceScore(share, cell('B27010', 'E001')), facts: [100 - share] }
  },
})

/**
 * Population profile, from tables B01001 (ages), B26001 (people in group quarters), B25003 (homes by tenure) and
 * B27010, which excludes prisons.
 */
export const populationUpgrade = surveyUpgrade('ages', {
  cells: {
    B01001: ['E001', ...CHILDREN, ...SENIORS],
    B25003: ['E001', 'E003'],
    B26001: ['E001'],
    B27010: ['E001', ...UNINSURED],
  },
  facts: ages.facts,
  score(cell) {
    const people = cell('B01001', 'E001')
    const [under18, over65] = [CHILDREN, SENIORS].map((cells) => getPercent(computeSum(cell, 'B01001', cells), people))
    const groupQuarters = getPercent(cell('B26001', 'E001'), people)
    const renters = getPercent(cell('B25003', 'E003'), cell('B25003', 'E001'))
    const score =
      people >= fewestPeople ? ageScore({ under18, over65, groupQuarters, renters, uninsured: uninsured(cell) }) : 0
    return { score, facts: [under18, over65, 100 - under18 - over65, groupQuarters] }
  },
})

function surveyUpgrade(title: string, score: SurveyScore): LayerUpgrade {
  return {
    fromFiles: async ({ from }) => [await partOfFiles(score, await tableFiles(from, Object.keys(score.cells)))],
    agency: {
      address: 'https://www2.census.gov/programs-surveys/acs/summary_file/',
      parts({ counties }, address) {
        if (counties !== null)
          throw new LayerError('The survey is one table for the whole nation: omit --states and --county.')
        return [served(title, score, address)]
      },
    },
    putOver: putTractsOver,
  }
}

/** Name of the only part, because only one survey is installed at a time. */
const PART = 'acs'

function served(title: string, score: SurveyScore, address: string): ServedPart {
  const part: ServedPart = {
    id: PART,
    description: `American Community Survey, ${title}`,
    async read(reader) {
      const ids = Object.keys(score.cells)
      const tables = await new Editions(EDITIONS).newest(async (year) => {
        const names = ids.map((table) => fileName(table, year))
        const downloaded = await reader.files(
          part,
          names.map((name) => ({
            name,
            kind: 'text',
            leastBytes: MIN_BYTES,
            url: `${address}${year}/table-based-SF/data/5YRData/${name}`,
          })),
        )
        return downloaded && ids.map((table, i) => ({ table, year, ...downloaded[i] }))
      })
      return tables && partOfFiles(score, tables)
    },
  }
  return part
}

function fileName(table: string, year: number): string {
  return `acsdt5y${year}-${table.toLowerCase()}.dat`
}

interface TableFile {
  readonly table: string
  /** Last of the five years of the survey. */
  readonly year: number
  readonly file: string
  /** URL that served the file; undefined for a user's own file. */
  readonly used?: UsedFile
}

const FILE = /^acsdt5y(\d{4})-([bc]\d{5})\.dat(\.gz)?$/i

/**
 * Returns the tables among files and folders, all from the newest complete survey.
 *
 * @throws {SourceError} if a table is missing
 */
async function tableFiles(paths: readonly string[], tables: readonly string[]): Promise<readonly TableFile[]> {
  const parts: TableFile[] = []
  for (const path of paths)
    for (const file of await filesAt(path)) {
      const [, year, table] = FILE.exec(basename(file)) ?? []
      if (year !== undefined) parts.push({ table: table.toUpperCase(), year: Number(year), file })
      else if (file === path)
        throw new SourceError({
          file: path,
          found: 'a file with an unexpected name',
          expectation: `tables of the summary file, such as ${fileName(tables[0], EDITIONS[0])}`,
        })
    }
  const years = [...new Set(parts.map(({ year }) => year))].sort((a, b) => b - a)
  const of = (year: number) =>
    tables.map((table) => parts.find((file) => file.year === year && file.table === table) ?? table)
  for (const year of years) {
    const files = of(year)
    if (files.every((file) => typeof file !== 'string')) return files
  }
  const missing = of(years[0] ?? EDITIONS[0]).filter((file) => typeof file === 'string')
  throw new SourceError({
    file: paths.join(', '),
    found: `no ${missing.map((table) => fileName(table, years[0] ?? EDITIONS[0])).join(', ')}`,
    expectation: `${tables.length === 1 ? 'table' : 'tables'} ${tables.join(', ')} of one survey`,
  })
}

async function filesAt(path: string): Promise<readonly string[]> {
  return (await isFolder(path)) ? (await readdir(path)).sort().map((name) => join(path, name)) : [path]
}

async function partOfFiles(score: SurveyScore, files: readonly TableFile[]): Promise<NewPart> {
  const tables = new Map<string, SurveyTable<string>>()
  for (const { table, file } of files)
    tables.set(table, await readUnchanged(file, () => readSurveyTable(file, basename(file), table, score.cells[table])))
  const [{ year }] = files
  const used = files.map(({ table, used }) => used ?? tables.get(table)!.used)
  const values = getValues(score, tables, year)
  const states = getStates(values.tract)
  const scope = states.length === coveredStates.length ? '' : `-${states.join('-')}`
  return {
    id: PART,
    source: {
      id: `census-acs-${year}${scope}`,
      agency: 'U.S. Census Bureau',
      title: `American Community Survey, 5-year estimates by census tract: ${files.map(({ table }) => table).join(', ')}`,
      vintage: `${year - 4}-${year}; ${readOn(used)}`,
      licence: FEDERAL,
      address: 'https://www.census.gov/programs-surveys/acs/data/summary-file.html',
    },
    files: used,
    content: (geography) => tractContent(values, files.map(({ file }) => basename(file)).join(', '), geography),
  }
}

/**
 * Edition of the survey that a tract's figures come from. It is stored per tract because tracts without upgraded
 * figures keep the package's figures.
 */
const SURVEY: FactSpec = {
  id: 'survey',
  label: 'Last of the five years of the survey',
  unit: '',
  offset: 2000,
  step: 1,
  digits: 0,
  of: 'tract',
}

function getValues(score: SurveyScore, tables: Tables, year: number): TractValues {
  const [{ tract }] = tables.values()
  const rows = new Map([...tables].map(([table, { tract }]) => [table, new Map(tract.map((id, row) => [id, row]))]))
  const scored = tract.map((id) =>
    score.score((table, cell) => {
      const row = rows.get(table)!.get(id)
      return row === undefined ? Number.NaN : tables.get(table)!.cells[cell][row]
    }),
  )
  return {
    tract,
    score: Uint8Array.from(scored, ({ score }) => score),
    facts: [
      ...score.facts.map((spec, i) => ({
        spec: { ...spec, label: spec.label.replace(`, ${survey.years}`, '') },
        value: Float64Array.from(scored, ({ facts }) => facts[i]),
      })),
      { spec: SURVEY, value: new Float64Array(tract.length).fill(year), before: survey.end },
    ],
  }
}
