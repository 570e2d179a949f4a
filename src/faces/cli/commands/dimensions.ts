import type { Command } from 'commander'
import { type DimensionId, dimensions } from '../../../answers/dimensions/catalog.ts'
import type { Dimension, Group } from '../../../answers/dimensions/dimension.ts'
import { getCatalog } from '../../../answers/dimensions/get-catalog.ts'
import { readManifest } from '../../../data/bundle/data-folder.ts'
import { dataInUse } from '../../../library/user-data/data-in-use.ts'
import type { Session } from '../session.ts'
import { paint, type Style } from '../style.ts'
import { hang } from '../text-layout.ts'

/**
 * `vicinage dimensions`: prints the catalog. Only the JSON output lists the sources and has to open the data for them.
 */
export function dimensionsCommand(program: Command, session: Session): void {
  program
    .command('dimensions')
    .description('list the dimensions and what their scales mean')
    .option('--json', 'print JSON, with methods and sources')
    .action(async (options: { json?: true }) => {
      if (!options.json) {
        const { bundles } = await readManifest(await dataInUse(session.chosen()))
        const isLeftOut = ({ id, group }: Dimension) =>
          group !== 'layers' && !bundles.some((bundle) => bundle.id === id)
        const records = await getRecords(session)
        const left = records.filter(isLeftOut).map(({ id }) => id)
        const text = catalogText(
          records.filter((record) => !isLeftOut(record)),
          session.style,
        )
        const note =
          left.length === 0 ? '' : `\n${hang(`Not in this data: ${left.join(', ')}.`, session.style.width, 2)}\n`
        return session.print(text + note)
      }
      const vicinage = await session.open({ schools: false, geocoder: false })
      session.printJson({ dimensions: vicinage.dimensions() })
    })
}

/** Returns the records of all dimensions. Custom dimensions are read from the user's data folder. */
async function getRecords(session: Session): Promise<readonly Dimension[]> {
  const layers = session.layers() as readonly DimensionId[]
  if (layers.length === 0) return dimensions
  return getCatalog(await session.open({ dimensions: layers, schools: false, geocoder: false, areas: false }))
}

/** Lists the dimensions by group: id, name, and the meaning of 1, 128 and 255. */
function catalogText(records: readonly Dimension[], style: Style): string {
  const blocks = getGroups(records).map(({ title, dimensions }) =>
    [paint(style, 'bold', title), ...dimensions.flatMap((dimension) => entry(dimension, style))].join('\n'),
  )
  return `${blocks.join('\n\n')}\n`
}

function entry({ id, group, name, scale }: Dimension, style: Style): string[] {
  const middle = scale.middle === null ? [] : [['128', scale.middle]]
  const meanings = [['  1', scale.low], ...middle, ['255', scale.high]]
  return [
    `  ${paint(style, group, id)}: ${name}`,
    ...meanings.map(([value, words]) => `    ${value}  ${hang(words, style.width, 9)}`),
  ]
}

const titles: readonly (readonly [Group, string])[] = [
  ['vibe', 'Vibe'],
  ['environment', 'Environment'],
  ['demographics', 'Demographics'],
  ['risk', 'Risk'],
  ['layers', 'Your layers'],
]

/** Groups dimensions under their group titles. Empty groups are omitted. */
export function getGroups(
  records: readonly Dimension[],
): { readonly title: string; readonly dimensions: readonly Dimension[] }[] {
  return titles.flatMap(([group, title]) => {
    const members = records.filter((dimension) => dimension.group === group)
    return members.length === 0 ? [] : [{ title, dimensions: members }]
  })
}
