import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { LayerScore } from '../../../answers/layers/layer.ts'
import { counted } from '../../../base/errors.ts'
import { COVERAGE } from '../../../base/states.ts'
import { userLayerFolder } from '../../../library/user-data/folder.ts'
import { LayerError } from '../../../library/user-data/layer-error.ts'
import { type InstalledLayer, loadDataBuild } from '../../../library/user-data/shipped-pipeline.ts'
import type { Session } from '../session.ts'
import { withoutControls } from '../text-layout.ts'
import { UsageError } from '../usage-error.ts'

interface AddArguments {
  readonly id: string
  readonly name?: string
  readonly low?: string
  readonly high?: string
  readonly score?: string
  readonly classes?: string
  readonly distance?: string
  readonly within?: number
  readonly replace?: boolean
}

/** `vicinage layer add`, `list` and `remove`: manage the user's own files as custom dimensions. */
export function layerCommand(program: Command, session: Session): void {
  const layer = program.command('layer').description('add, list and remove custom dimensions from your own files')
  layer
    .command('add')
    .description('create a dimension from a file; every command and openVicinage() load it from your data folder')
    .usage('[options] FILE --id ID')
    .argument(
      '<file>',
      'GeoJSON, shapefile (.zip, or .shp with its .dbf), FlatGeobuf, CSV of points (lat, lon) or GeoTIFF',
    )
    .requiredOption('--id <id>', 'id of the layer: lowercase letters, digits and hyphens')
    .option('--name <text>', 'display name (default: the id)')
    .option('--low <words>', 'meaning of a score of 1 (default: low)')
    .option('--high <words>', 'meaning of a score of 255 (default: high)')
    .addOption(
      new Option(
        '--score <field>',
        'field with the score, 0-255; for a GeoTIFF, any name, because its pixels are the scores',
      ).conflicts(['classes', 'distance']),
    )
    .addOption(
      new Option(
        '--classes <field[=map.json]>',
        'field with classes, and a JSON file with the score of each class, such as {"park": 255}; without the file, each class gets a score of its own',
      ).conflicts('distance'),
    )
    .option('--distance <ladder>', 'scores by distance in meters to the nearest feature, such as 0:255,2000:1')
    .option('--within <meters>', 'maximum distance at which points and lines count, with --score or --classes', Number)
    .option('--replace', 'replace an existing layer with the same id')
    .addHelpText('after', '\nConvert other formats first: ogr2ogr -t_srs EPSG:4326 layer.geojson FILE')
    .action((file: string, options: AddArguments) => addLayer(file, options, session))
  layer
    .command('list')
    .description('list your custom dimensions')
    .option('--json', 'print JSON')
    .action((options: { json?: true }) => listLayers(options.json === true, session))
  layer
    .command('remove')
    .description('remove custom dimensions')
    .argument('<id...>', 'ids, as printed by `vicinage layer list`')
    .action(async (ids: string[]) => {
      const removed = await (await loadDataBuild()).removeLayers(ids, layersFolder())
      session.print(`Removed: ${removed.join(', ')}\n`)
    })
}

async function addLayer(
  file: string,
  { id, name, low, high, replace = false, ...scoring }: AddArguments,
  session: Session,
): Promise<void> {
  const score = await getScore(scoring)
  const { addLayer: add } = await loadDataBuild()
  const added = await add(file, layersFolder(), {
    id,
    score,
    replace,
    ...(name === undefined ? {} : { name }),
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
  })
  session.print(
    `${id}: ${counted(added.features, 'feature')}, ${Math.ceil(added.bytes / 1000).toLocaleString('en-US')} kB ` +
      'in ' +
      `${added.file}\n${added.isClipped ? `The layer has no data outside the boxes around ${COVERAGE}.\n` : ''}Try ` +
      `it: vicinage score LAT LON -d ${id}, or vicinage explore\n`,
  )
}

/** @throws {UsageError} if no option specifies a score, or the score is invalid */
async function getScore({ score, classes, distance, within }: Omit<AddArguments, 'id'>): Promise<LayerScore> {
  const near = within === undefined ? {} : { within }
  if (distance !== undefined) return { distance: getLadder(distance) }
  if (classes !== undefined) {
    const [field, path, ...more] = classes.split('=')
    if (!field || path === '' || more.length > 0)
      throw new UsageError(
        `--classes: expected a field and a JSON file, got '${classes}'.`,
        'For example: --classes kind=kinds.json',
      )
    return { field, classes: path === undefined ? 'each' : await classesIn(path), ...near }
  }
  if (score !== undefined) return { field: score, ...near }
  throw new UsageError(
    'No option says how to score the layer.',
    'Use one of --score FIELD, --classes FIELD=MAP.json, --distance 0:255,2000:1.',
  )
}

function getLadder(text: string): Record<number, number> {
  const ladder: Record<number, number> = {}
  for (const rung of text.split(',')) {
    const [meters, score, ...more] = rung.split(':').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    if (more.length > 0 || !Number.isFinite(meters) || !Number.isFinite(score))
      throw new UsageError(
        `--distance: expected meters and scores, got '${rung.trim()}'.`,
        'For example: --distance 0:255,2000:1',
      )
    if (ladder[meters] !== undefined) throw new UsageError(`--distance lists ${meters} meters twice.`)
    ladder[meters] = score
  }
  return ladder
}

async function classesIn(path: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, number>
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${(error as Error).message}.`,
      'Expected JSON with a score for each class: {"park": 255, "street": 60}.',
    )
  }
}

async function listLayers(asJson: boolean, session: Session): Promise<void> {
  const folder = layersFolder()
  const layers = await (await loadDataBuild()).installedLayers(folder)
  session.answer(asJson, { folder, layers }, () => layersText(withoutControls(layers), folder))
}

function layersText(layers: readonly InstalledLayer[], folder: string): string {
  if (layers.length === 0)
    return `There are no layers in ${folder}. To add one, run \`vicinage layer add FILE --id ID --score FIELD\`.\n`
  const lines = layers.map(({ id, name, low, high, bytes, source, vintage }) => {
    const size = `${Math.ceil(bytes / 1000).toLocaleString('en-US')} kB`
    return name === null
      ? `${id}  damaged: add it again, or run \`vicinage layer remove ${id}\``
      : `${id}  ${name}: 1 = ${low}, 255 = ${high}; of ${source}, ${vintage}, ${size}`
  })
  return `${lines.join('\n')}\n`
}

function layersFolder(): string {
  const folder = userLayerFolder('layers')
  if (folder === null)
    throw new LayerError('There is no home folder to store layers in. Set VICINAGE_DATA_HOME to a folder.')
  return folder
}
