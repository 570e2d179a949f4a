import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { isDiskFault } from '../../../base/locks/disk-faults.ts'
import { notEmpty, readOut } from '../arguments.ts'
import type { SiteFile } from '../explorer-site.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'
import { readPublicUrl } from './serve.ts'

interface ExploreOptions {
  readonly out?: string
  readonly city?: string
  readonly file?: string
  readonly force?: boolean
  readonly embed?: true
  readonly demographics?: true
  readonly publicUrl?: string
  readonly basemap?: string
  readonly streets?: string
}

/** `vicinage explore`: writes the map and its data to a folder that any file host can serve. */
export function exploreCommand(program: Command, session: Session): void {
  program
    .command('explore')
    .description('write a map of the scores as a static site for any file host')
    .usage('[options] (--out DIR | --city CITY --file FILE)')
    .option('--out <dir>', 'the folder to write; an earlier site in this folder is replaced', readOut)
    .option('--city <city>', 'with --file: the city, such as "Austin, TX"', notEmpty('--city'))
    .option(
      '--file <file>',
      'write a single page with all the data for the city, which can be emailed or opened from a disk',
      notEmpty('--file'),
    )
    .option('--force', 'write into the folder even if it contains other files')
    .option('--embed', 'let other pages show the map in a frame; the file host must allow framing too')
    .option('--demographics', 'show sliders for demographics, which fair-housing law may forbid')
    .option('--public-url <url>', 'public URL of the site, for link previews', readPublicUrl)
    .option(
      '--basemap <file-or-url>',
      'base map: a PMTiles file or its URL, or the URL of a MapLibre style',
      notEmpty('--basemap'),
    )
    .addOption(new Option('--streets <dir>').hideHelp())
    .action(async ({ out, city, file, force = false, streets, ...look }: ExploreOptions) => {
      if (streets !== undefined)
        throw new UsageError(
          'A street index does not work in a browser. The page finds addresses by the ZIP codes, cities and ' +
            'places in the data.',
          'Omit --streets.',
        )
      if (city !== undefined && file !== undefined) return session.print(await writeCity(session, city, file, force))
      if (out === undefined || city !== undefined || file !== undefined)
        throw new UsageError(
          'No output was named.',
          'Write a folder with --out DIR, or one page with --city "Austin, TX" --file austin.html',
        )
      const { siteFiles, writeSite } = await session.site()
      const files = await siteFiles({ ...session.chosen(), ...look })
      if (files === null)
        throw new UsageError('The page has not been built.', 'In the source tree, run `npm run build`')
      const written = { files: 0, bytes: 0, absent: [] as string[] }
      await writeSite(out, checked(files, written), force)
      session.print(summary(out, written))
      if (written.absent.length > 0)
        session.say(`Missing from the data, and therefore from the site: ${written.absent.join(', ')}.\n`)
    })
}

async function writeCity(session: Session, city: string, file: string, force: boolean): Promise<string> {
  const { cityFile } = await session.site()
  const page = await cityFile(city, session.chosen())
  await writeFile(file, page, { flag: force ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UsageError(`${file} already exists.`, 'Use --force to overwrite it.')
    if (isDiskFault(error)) throw error
    throw new UsageError(`${file} cannot be written (${error.code}).`, 'Choose another path with --file FILE')
  })
  return (
    `${file}: ${(page.length / 1e6).toFixed(1)} MB, with all the data for ${city}. Open it in a browser; it needs ` +
    'no other files.\n'
  )
}

interface Written {
  files: number
  bytes: number
  /** Bundles that are missing from the data folder. */
  readonly absent: string[]
}

/** Reads the files one after the other and checks that the bundles are complete. */
async function* checked(files: readonly SiteFile[], written: Written) {
  const { readBundle } = await import('../../../data/bundle/read.ts')
  for (const { name, read } of files) {
    const bytes = await read()
    if (bytes === null) {
      if (name.startsWith('data/')) written.absent.push(name.slice('data/'.length))
      continue
    }
    if (name.endsWith('.bundle')) await readBundle(bytes, name.replace('data/', ''))
    written.files++
    written.bytes += bytes.length
    yield { name, bytes }
  }
}

function summary(out: string, { files, bytes }: Written): string {
  const folder = /^[\w./-]+$/.test(out) ? out : `'${out.replaceAll("'", "'\\''")}'`
  const written = `${out}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`
  return `${written} Copy the folder to any file host; it needs no server process.
To preview the site here, run: python3 -m http.server --bind 127.0.0.1 --directory ${folder} 8000, then open http://127.0.0.1:8000/
To view the same page without a folder, run vicinage serve --no-auth, then open /explore/ there.
To show real streets under the scores, run vicinage data upgrade base-map --county 48453, or use --basemap FILE.pmtiles.
`
}
