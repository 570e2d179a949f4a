import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type CsvColumns, number, readCsv } from '../../read/csv.ts'
import { SourceFolder } from '../../read/source-folder.ts'
import { quantile, rankCorrelation } from '../../statistics.ts'
import type { Check, ValidationContext } from '../check.ts'

const optional = number({ null: 'nan' })
const spec = {
  lat: number({ required: true }),
  lon: number({ required: true }),
  urban_rural: optional,
  privacy: optional,
  walkability: optional,
  liveliness: optional,
  visual_appeal: optional,
  noise_levels: optional,
  noise_dba: optional,
  air_quality: optional,
  aqi_mean: optional,
  pm25: optional,
  industrial_proximity: optional,
  flood: optional,
  fire: optional,
}
type Columns = CsvColumns<typeof spec>

const scoreColumns = [
  'urban_rural',
  'privacy',
  'walkability',
  'visual_appeal',
  'liveliness',
  'noise_levels',
  'air_quality',
  'industrial_proximity',
  'flood',
  'fire',
] as const

/** Raw quantities that the trial gives, too, and how the built bundles tell them. */
const raw = [
  { dimension: 'noise-levels', column: 'noise_dba', unit: 'dB', at: noiseAt },
  { dimension: 'air-quality', column: 'aqi_mean', unit: 'AQI', at: airIndexAt },
  {
    dimension: 'air-quality',
    column: 'pm25',
    unit: 'µg/m³',
    at: (context: ValidationContext, lat: number, lon: number) => context.fact('air-quality', 'pm25', lat, lon),
  },
] as const

/**
 * How near the built scores come to those of the method's trial, at every tenth block-group center; null where the file
 * is not there. It asks whether the method was followed, not whether it is right: where a score is better on purpose,
 * it differs, so these figures have no target.
 */
export async function trialAgreement(context: ValidationContext, vectors: string): Promise<Check[] | null> {
  if (!existsSync(vectors)) return null
  const { columns } = await readCsv(new SourceFolder(dirname(vectors)), basename(vectors), spec)
  const scores = scoreColumns.flatMap((column) => {
    const dimension = column.replaceAll('_', '-')
    const built = context.scores(dimension, columns.lat, columns.lon)
    return compare(dimension, "the trial's scores", 'points', built, columns[column])
  })
  return [
    ...scores,
    ...raw.flatMap(({ dimension, column, unit, at }) => {
      const built = columns.lat.map((lat, i) => at(context, lat, columns.lon[i]))
      return compare(dimension, `the trial's ${column}`, unit, built, columns[column as keyof Columns])
    }),
  ]
}

/** Rank correlation and median difference where both have a figure; 0 is none. */
export function compare(
  dimension: string,
  what: string,
  unit: string,
  built: ArrayLike<number>,
  trial: ArrayLike<number>,
): Check[] {
  const both = Array.from({ length: built.length }, (_, i) => i).filter((i) => built[i] > 0 && trial[i] > 0)
  const a = both.map((i) => built[i])
  const b = both.map((i) => trial[i])
  const { rho, n } = rankCorrelation(a, b)
  const median = quantile(
    a.map((value, i) => Math.abs(value - b[i])),
    0.5,
  )
  const line = (statistic: string, value: number): Check => {
    return { dimension, check: `agreement with ${what}`, statistic, value, n }
  }
  return [line('Spearman rho', rho), line(`median difference, ${unit}`, median)]
}

/** Composite dB(A) of the sources' levels. */
function noiseAt(context: ValidationContext, lat: number, lon: number): number {
  const levels = ['road_db', 'rail_db', 'aviation_db'].map((fact) => context.fact('noise-levels', fact, lat, lon))
  return 10 * Math.log10(levels.reduce((sum, level) => sum + (Number.isNaN(level) ? 0 : 10 ** (level / 10)), 0))
}

/** The index of a score: 100 at 1, 30 at 255. */
function airIndexAt(context: ValidationContext, lat: number, lon: number): number {
  const [score] = context.scores('air-quality', Float64Array.of(lat), Float64Array.of(lon))
  return score === 0 ? Number.NaN : 100 - (70 * (score - 1)) / 254
}
