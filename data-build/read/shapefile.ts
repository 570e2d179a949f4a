import { openShp } from 'shapefile'
import { openDbf } from './dbf.ts'
import { type FeatureLayer, LayerBuilder, type LayerOptions } from './feature.ts'
import { SourceError } from './source-error.ts'
import type { SourceFolder } from './source-folder.ts'
import { type MemberName, memberAt, openZip, type ZipArchive } from './zip.ts'

export interface ShapefileOptions extends LayerOptions {
  /** Name of the layer without extension, when the zip holds several. */
  readonly layer?: string
  /** Zips inside the zip that lead to the layer. */
  readonly within?: readonly MemberName[]
}

const HEADER_BYTES = 100

/**
 * Reads the shapefile of a zip or `.tar.gz`, or a loose one by the name of its `.shp`: `.shp` and `.dbf`, with `.prj` and `.cpg` when there; `.shx` is not needed and never written.
 * Coordinates come out in degrees: by the `projection` option, else by the `.prj`, else they must be degrees already.
 * Throws a `SourceError` when a part is missing or truncated.
 */
export async function readShapefile(
  folder: SourceFolder,
  zipPath: string,
  options: ShapefileOptions = {},
): Promise<FeatureLayer> {
  const isLoose = /\.shp$/i.test(zipPath)
  const archive = isLoose
    ? filesBeside(folder, zipPath)
    : await nested(await folder.archive(zipPath), options.within ?? [])
  const part = (extension: string) => extensionPattern(extension, options.layer)
  const { file } = archive.member(part('shp'))
  const bytes = (extension: string) => archive.member(part(extension)).bytes()
  const [shp, dbf] = [await bytes('shp'), await bytes('dbf')]
  checkLength(shp, file)

  const prj = archive.has(part('prj')) ? latin1(await bytes('prj')) : undefined
  const projection = options.projection ?? prj
  const builder = new LayerBuilder(file, { ...options, ...(projection === undefined ? {} : { projection }) })
  const codePage = archive.has(part('cpg')) ? latin1(await bytes('cpg')) : ''
  const table = openDbf(dbf, file.replace(/shp$/i, 'dbf'), encodingOf(codePage))
  const records = table.records()
  const source = await openShp(shp)
  let shapes = 0
  for (let item = await source.read(); !item.done; item = await source.read()) {
    shapes++
    builder.add(item.value, records.next().value ?? null)
  }
  if (shapes !== table.rows) {
    const expectation = `${table.rows}, the rows of its attribute table`
    throw new SourceError({ file, found: `${shapes} shapes`, expectation })
  }
  return builder.finish()
}

/** The files of a loose shapefile as the members of an archive. */
function filesBeside(folder: SourceFolder, shp: string): Pick<ZipArchive, 'has' | 'member'> {
  const stem = shp.slice(0, -'shp'.length)
  const names = ['shp', 'dbf', 'prj', 'cpg'].flatMap((extension) =>
    [extension, extension.toUpperCase()].map((written) => stem + written).filter((name) => folder.has(name)),
  )
  const found = (pattern: MemberName) =>
    names.find((name) => (typeof pattern === 'string' ? name === pattern : pattern.test(name)))
  return {
    has: (pattern) => found(pattern) !== undefined,
    member(pattern) {
      const file = found(pattern) ?? `${stem}dbf`
      return { file, name: file, bytes: () => folder.bytes(file) } as ZipArchive['members'][number]
    },
  }
}

async function nested(archive: ZipArchive, within: readonly MemberName[]): Promise<ZipArchive> {
  if (within.length === 0) return archive
  const inner = await memberAt(archive, within)
  return openZip(await inner.bytes(), inner.file)
}

function extensionPattern(extension: string, layer: string | undefined): RegExp {
  const stem = layer === undefined ? '' : `(?:^|/)${layer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  return new RegExp(`${stem}\\.${extension}$`, 'i')
}

/** The header counts 16-bit words; a shorter file would give shapes of zeros. */
function checkLength(shp: Uint8Array, file: string): void {
  const view = new DataView(shp.buffer, shp.byteOffset, shp.byteLength)
  if (shp.length < HEADER_BYTES || view.getInt32(0) !== 9994) {
    throw new SourceError({ file, found: `${shp.length} bytes without the shapefile mark`, expectation: 'a shapefile' })
  }
  const whole = view.getInt32(24) * 2
  if (shp.length < whole) {
    const found = `${shp.length} bytes`
    throw new SourceError({ file, found, expectation: `${whole}, as its header says; the shapefile is truncated` })
  }
}

/** Agencies write `UTF-8`, `65001`, `ISO 88591`, `ISO-8859-1` or nothing; windows-1252 covers the letters of the latter three. */
function encodingOf(codePage: string): 'utf-8' | 'windows-1252' {
  return /utf-?8|65001/i.test(codePage) ? 'utf-8' : 'windows-1252'
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
