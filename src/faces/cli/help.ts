import type { Command } from 'commander'
import { hang } from './text-layout.ts'

/** Maximum width of help text in characters. Keeps help readable on a narrow terminal and in a file. */
export const HELP_WIDTH = 80

const EXIT_CODES =
  'Exit codes: 0 success; 1 failure; 2 the command line or an input file is not usable; 3 nothing was found, or the data does not have what was asked for'

/** Examples by command name, without the leading `vicinage`. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  report: ['report 30.2672 -97.7431', 'report "1100 Congress Ave, Austin, TX" --json'],
  score: ['score 30.2672,-97.7431', 'score "900 Ocean Dr, Miami Beach, FL" --dimensions flood,noise-levels'],
  explain: ['explain flood 29.7604 -95.3698', 'explain walkability "Oakland, CA" --json'],
  fit: [
    'fit 30.2672,-97.7431 --weights walkability=3,noise-levels=2',
    'fit "Oakland, CA" --weights walkability=3,urban-rural=1 --want urban-rural=low',
  ],
  page: [
    'page "1100 Congress Ave, Austin, TX" -o house.html',
    'page --list listings.csv --weights walkability=3,noise-levels=2 -o pages',
  ],
  compare: ['compare "Austin, TX" "Oakland, CA"', 'compare 30.2672,-97.7431 78704 --dimensions flood --json'],
  edge: ['edge fire 34.0522 -118.2437', 'edge districts "1100 Congress Ave, Austin, TX"'],
  schools: ['schools 37.7599,-122.4148 --level middle,high --limit 5', 'schools "4001 Speedway, Austin, TX"'],
  school: ['school 480894008937', 'school 480894008937 --json'],
  districts: ['districts 30.2672 -97.7431', 'districts "San Jose, CA" --json'],
  'district-schools': ['district-schools 4808940', 'district-schools 4808940 --level high --limit 20'],
  geocode: ['geocode "1100 Congress Ave, Austin, TX 78701"', 'geocode "4001 Speedway, Austin, TX" --explain'],
  reverse: ['reverse 30.2672 -97.7431', 'reverse "Tampa, FL" --json'],
  suggest: ['suggest "San J"', 'suggest "Zilker" --json'],
  area: ['area 78704', 'area "Austin, TX" --below walkability=190'],
  rank: ['rank walkability --of city --within FL --limit 20', 'rank noise-levels --of zip --within "Austin, TX"'],
  find: [
    'find --within "San Antonio, TX" --min walkability=128 --min noise-levels=187',
    'find --of zip --within "Travis County, TX" --min noise-levels=130 --min walkability=120 --limit 3',
  ],
  map: ['map flood --within "Houston, TX" --out flood.png', 'map walkability --within 78704 --out walkability.png'],
  export: ['export --by zip --states TX --out zips.csv', 'export --by h3:8 --geometry --out cells.parquet'],
  batch: [
    'batch homes.csv scored.csv',
    'batch homes.parquet scored.parquet --dimensions flood,fire --max-radius 500',
    'batch - - --address address < homes.csv > scored.csv',
  ],
  sites: [
    'sites stores.csv --radius 1mi -o report.html',
    'sites service-areas.geojson --dimensions air-quality,flood -o areas.parquet',
  ],
  pipe: ['pipe --lat 2 --lon 3 < points.csv', 'pipe --format ndjson --lat lat --lon lon < points.ndjson'],
  cluster: ['cluster submit homes.parquet scored.parquet --redis redis://127.0.0.1:6379', 'cluster status --redis URL'],
  serve: ['serve --no-auth', 'serve --keys keys.json --port 8080 --cors https://example.com'],
  keys: ['keys add website --rate 10/sec --monthly 100000', 'keys list --file keys.json'],
  mcp: ['mcp', 'mcp --tools all'],
  explore: ['explore --out public/map', 'explore --city "Austin, TX" --file austin.html'],
  dimensions: ['dimensions', 'dimensions --json'],
  completion: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/vicinage.fish'],
  data: ['data status', 'data upgrade all --near "Houston, TX"', 'data copy --out public/vicinage-data --states TX'],
  'data copy': [
    'data copy --out public/vicinage-data --states TX FL --dimensions walkability,flood',
    'data copy --out vicinage-data --states CA --geocoder --schools',
  ],
  'data upgrade': [
    'data upgrade all --near "Houston, TX"',
    'data upgrade flood --county 48201 48157',
    'data upgrade fire --from zones.zip',
  ],
  'data status': ['data status', 'data status --json'],
  streets: ['streets add --county 48201 48157', 'streets list'],
  'streets add': [
    'streets add --states TX,FL',
    'streets add --county 48453 --year 2025',
    'streets add --from points.csv --points-county 48453',
  ],
  layer: ['layer list', 'layer add cafes.csv --id cafes --distance 0:255,2000:1'],
  'layer add': [
    'layer add trees.geojson --id canopy --low bare --high leafy --score cover',
    'layer add cafes.csv --id cafes --distance 0:255,2000:1',
  ],
}

/** Adds examples and exit codes to the help of every command. */
export function completeHelp(program: Command): void {
  for (const command of program.commands) {
    addExamples(command, command.name())
    for (const below of command.commands) addExamples(below, `${command.name()} ${below.name()}`)
  }
  program.addHelpText('after', `\n${exitCodes}`)
}

const exitCodes = hang(EXIT_CODES, HELP_WIDTH, 2)

function addExamples(command: Command, name: string): void {
  const examples = (EXAMPLES[name] ?? []).map(
    (line) => `  ${hang(`vicinage ${line}`, HELP_WIDTH - 4, 4).replaceAll('\n', ' \\\n')}`,
  )
  const lines = examples.length === 0 ? [] : ['', 'Examples:', ...examples]
  command.addHelpText('after', [...lines, '', exitCodes].join('\n'))
}
