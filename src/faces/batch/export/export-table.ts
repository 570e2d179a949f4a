import { rm, stat } from 'node:fs/promises'
import type { AreaData } from '../../../answers/areas/area-answer.ts'
import { openOutlines } from '../../../answers/areas/outlined-places.ts'
import { placeAreas } from '../../../answers/areas/place-members.ts'
import { dimensions as catalog } from '../../../answers/dimensions/catalog.ts'
import { BundledDimension, type LoadedDimension } from '../../../answers/dimensions/loaded-dimension.ts'
import { Districts } from '../../../answers/districts/districts.ts'
import { Gazetteer } from '../../../answers/geocode/gazetteer/gazetteer.ts'
import { layerIn } from '../../../answers/layers/layer-bundle.ts'
import { NotLoadedError } from '../../../base/errors.ts'

import { writeWhole, writeWholePieces } from '../../../base/locks/write-whole.ts'
import { onceOf } from '../../../data/bundle/once.ts'
import { Geography } from '../../../data/geography.ts'
import { buildName, lookupUpgrades } from '../../../library/bundles.ts'
import { readBundles } from '../../../library/open.ts'
import { areaTable } from './areas.ts'
import { parquetFile } from './parquet-file.ts'
import { csvFile, type ExportFormat, geoJsonFile, type RowBlock, type Table, type TableOptions } from './table.ts'

export interface ExportOptions extends TableOptions {
  /** Data folder. Default: the package's data. */
  readonly data?: string | undefined
  readonly output: string
  readonly format: ExportFormat
  /** Whether to use the official updates in the user's data folder. Default: true. */
  readonly userData?: boolean
  /** Version of the package. */
  readonly version: string
  /** Called with the number of rows written so far. */
  readonly onProgress?: ((rows: number) => void) | undefined
  readonly signal: AbortSignal
}

export interface ExportSummary {
  readonly rows: number
  readonly columns: number
  readonly bytes: number
  /** Path of the file next to a CSV that lists its sources. null for other formats, which contain their sources. */
  readonly metadataFile: string | null
}

/** Opens the names and outlines of areas from loaded bundles. */
export function getAreaData(bundles: Awaited<ReturnType<typeof readBundles>>, geography: Geography): AreaData {
  const outlines = bundles.outlines && openOutlines(bundles.outlines)
  const gazetteer = bundles.places && onceOf(bundles.places, (bundle) => new Gazetteer(bundle))
  return {
    geography,
    places: gazetteer && outlines && placeAreas(gazetteer, outlines, null),
    districts: bundles.districts && onceOf(bundles.districts, (bundle) => new Districts(bundle)),
    schools: null,
  }
}

/**
 * Writes a table of areas with their scores to a file. The file gets its final name when it is complete.
 *
 * @returns null if the signal stopped the export
 * @throws {BundleError} when the data cannot be read
 */
export async function exportTable(options: ExportOptions): Promise<ExportSummary | null> {
  const { by, data, userData = true, dimensions, output, format, signal, onProgress } = options
  const bundles = await readBundles({
    ...(data === undefined ? {} : { data }),
    userData,
    dimensions,
    schools: by === 'district',
    geocoder: by === 'zip' || by === 'city',
  })
  const geography = new Geography(bundles.geography)
  const ownLayers = bundles.custom.map((bundle) => layerIn(bundle, geography))
  const opened = [
    ...catalog.flatMap((dimension, i) => {
      const bundle = bundles.dimensions[i]
      return bundle ? [new BundledDimension(dimension, bundle, geography)] : []
    }),
    ...ownLayers,
  ]
  const missing = dimensions?.find((id) => !opened.some(({ dimension }) => dimension.id === id))
  if (missing !== undefined) throw new NotLoadedError(`${missing} is not loaded: its bundle is not in the data.`)
  const loaded = opened.filter(({ dimension }) => dimensions?.includes(dimension.id) ?? true)
  const table = by.startsWith('h3:')
    ? (await import('./h3-cells.ts')).h3Table(geography, loaded, options)
    : areaTable(getAreaData(bundles, geography), loaded, options)
  const metadata = aboutTable(
    options,
    { data: geography.version, build: buildName(geography.build, [...lookupUpgrades(bundles), ...loaded]) },
    loaded,
  )
  let rows = 0
  const counted: Table = { columns: table.columns, blocks: counting(table.blocks) }
  const isComplete = await writeWholePieces(output, pieces(counted), () => signal.aborted)
  if (!isComplete) return null
  const metadataFile = format === 'csv' ? `${output}-metadata.json` : null
  if (metadataFile !== null) {
    await writeWhole(metadataFile, new TextEncoder().encode(`${JSON.stringify(metadata, null, 2)}\n`)).catch(
      async (error) => {
        await rm(output, { force: true })
        throw error
      },
    )
  }
  return { rows, columns: table.columns.length, bytes: (await stat(output)).size, metadataFile }

  function* counting(blocks: Iterable<RowBlock>): Generator<RowBlock> {
    for (const block of blocks) {
      yield block
      rows += block.rows
      onProgress?.(rows)
    }
  }

  function pieces(table: Table): Iterable<Uint8Array> {
    if (format === 'csv') return csvFile(table)
    if (format === 'geojson') return geoJsonFile(table, metadata)
    const geo = options.geometry ? [['geo', JSON.stringify(geoParquet(by))] as const] : []
    return parquetFile(table, [['vicinage', JSON.stringify(metadata)], ...geo])
  }
}

/** Returns the table metadata: which data the table is from, and who published the data. */
function aboutTable(
  { by, version }: ExportOptions,
  data: { data: string | null; build: string },
  loaded: readonly LoadedDimension[],
) {
  return {
    table: by,
    vicinage: version,
    ...data,
    score: '1-255; empty: no data',
    dimensions: loaded.map(({ dimension: { id, name, scale }, sources }) => ({
      id,
      name,
      low: scale.low,
      high: scale.high,
      sources: sources.map(({ agency, title, vintage, licence }) => ({
        agency,
        title,
        vintage,
        license: licence,
      })),
    })),
  }
}

/** Creates the metadata of GeoParquet 1.1.0. Without `crs`, coordinates are longitude and latitude in WGS 84. */
function geoParquet(by: string) {
  const types = by.startsWith('h3:')
    ? ['Polygon']
    : by === 'district' || by === 'zip'
      ? ['Polygon', 'MultiPolygon']
      : by === 'city'
        ? ['Polygon', 'MultiPolygon', 'Point']
        : ['Point']
  return {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: types } },
  }
}
