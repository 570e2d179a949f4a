import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { addStreets, layersFolder, listStreets } from './streets.ts'

/** Default folder of these commands, used without `--out`. */
const FOLDER = 'vicinage-streets'

interface AddArguments {
  readonly out: string
  readonly county?: readonly string[]
  readonly pointsCounty?: string
}

/** `vicinage geocoder add-streets` and `list`: old names from version 0.1 for the `vicinage streets` commands. */
export function geocoderCommand(program: Command, session: Session): void {
  const geocoder = program
    .command('geocoder', { hidden: true })
    .description('deprecated: add and list a street index with `vicinage streets`')
  const deprecate = (now: string) =>
    session.say(`This command is deprecated and will be removed in the next version. Use vicinage ${now} instead.\n`)
  geocoder
    .command('add-streets')
    .description('deprecated: vicinage streets add')
    .usage('[options] FILE...')
    .argument('[file...]', 'the same as for vicinage streets add')
    .option('--out <dir>', 'folder of the street index', FOLDER)
    .option('--county <fips...>', '5-digit FIPS codes of counties to download')
    .option('--points-county <fips>', 'county of the address points, if the file does not name it')
    .action((files: string[], options: AddArguments) => {
      deprecate('streets add')
      return addStreets(files, options, session)
    })
  geocoder
    .command('list')
    .description('deprecated: vicinage streets list')
    .usage('[options] [DIR]')
    .argument('[dir]', 'folder of the street index', FOLDER)
    .option('--json', 'print JSON')
    .action((folder: string, { json = false }: { json?: boolean }) => {
      deprecate('streets list')
      return listStreets(layersFolder(folder), json, session)
    })
}
