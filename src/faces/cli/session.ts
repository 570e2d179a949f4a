import type { Units } from '../../answers/dimensions/words.ts'
import type { Point } from '../../base/geo/place.ts'
import type { OpenOptions } from '../../library/open-options.ts'
import { layerIds } from '../../library/user-data/layers.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { getAddress, isAddress, likelyMeant, readAddress, readPlace } from './arguments.ts'
import type { ExplorerSite } from './explorer-site.ts'
import { type FoundPlace, foundAddress } from './report.ts'
import { getStyle, type Style, write } from './style.ts'
import { harmlessJson, type Terminal } from './terminal.ts'

/** The environment of a command. */
export interface Session {
  readonly style: Style
  /** Version of the package. */
  readonly version: string
  /** Address of the issues, if the owner of the package has configured one. */
  readonly bugs: string | undefined
  readonly isTerminal: boolean
  /** Asks a person a question; undefined if nobody can answer. */
  readonly ask: Terminal['ask']
  /** Times after which downloads are retried or fail, which tests shorten; undefined otherwise. */
  readonly patience: Terminal['patience']
  /** Writes an answer for people. */
  readonly print: (text: string) => void
  /** Writes an answer for programs. */
  readonly printJson: (body: unknown) => void
  /** Writes an answer: the object with `--json`, otherwise the text. */
  readonly answer: (json: boolean | undefined, body: unknown, text: () => string) => void
  /** Writes remarks and progress, which are not part of the answer, to standard error. */
  readonly say: (text: string) => void
  /** Returns the place that the arguments name. Warns if another place was probably meant. */
  readonly place: (words: readonly string[]) => Point
  /** Folder that `--data` names (undefined for the package's data), and whether the user's data folder is used. */
  readonly chosen: () => { readonly data: string | undefined; readonly userData: boolean }
  /** Returns the ids of the user's custom dimensions in that data. */
  readonly layers: () => readonly string[]
  /** Sets the exit code of a command that does not fail; 0 by default. */
  readonly endWith: (code: number) => void
  /** Loads the explorer, for the commands that write or serve it. */
  readonly site: () => Promise<ExplorerSite>
  /** Opens the parts of the data that a command needs. */
  readonly open: (needs: Needs) => Promise<Vicinage>
  /**
   * Opens the data and finds the place that the arguments name: a coordinate, or an address with its radius of
   * uncertainty.
   */
  readonly openAt: (
    words: readonly string[],
    needs: Needs,
  ) => Promise<{ vicinage: Vicinage; place: FoundPlace | Point }>
}

type Needs = Omit<OpenOptions, 'data' | 'userData'>

/** Arguments of `openAt`, for the help of commands. */
export const PLACE_WORDS =
  'LAT LON or LAT,LON in decimal degrees, west is negative; or an address, ZIP or city in one line'

/** Options that every command accepts. */
export interface GlobalOptions {
  readonly data?: string
  readonly units?: Units
  readonly userData?: boolean
}

export function sessionOn(
  terminal: Terminal,
  options: () => GlobalOptions,
  endWith: Session['endWith'] = () => {},
): Session {
  const chosen = () => ({ data: options().data, userData: options().userData ?? true })
  const session: Session = {
    get style() {
      return getStyle(terminal, options().units ?? 'us')
    },
    version: terminal.version,
    bugs: terminal.bugs,
    site: terminal.site,
    isTerminal: terminal.columns !== undefined,
    ask: terminal.ask,
    patience: terminal.patience,
    print: (text) => write(terminal, text),
    printJson: (body) => terminal.stdout(harmlessJson(`${JSON.stringify(body, null, 2)}\n`)),
    answer: (json, body, text) => (json ? session.printJson(body) : session.print(text())),
    say: terminal.stderr,
    place: (words) => {
      const place = readPlace(words)
      const meant = likelyMeant(place)
      if (meant !== undefined) terminal.stderr(`${meant}\n`)
      return place
    },
    chosen,
    endWith,
    layers: () => (chosen().userData ? layerIds() : []),
    open: (needs) => {
      const { data, userData } = chosen()
      return terminal.open({ ...(data !== undefined && { data }), ...(!userData && { userData }), ...needs })
    },
    openAt: async (words, needs) => {
      if (!isAddress(words))
        return {
          place: session.place(words),
          vicinage: await session.open({ ...needs, geocoder: needs.geocoder ?? false }),
        }
      const address = readAddress(getAddress(words))
      const vicinage = await session.open({ ...needs, geocoder: true })
      const { asked: _, ...place } = foundAddress(address, vicinage.geocode(address))
      return { vicinage, place }
    },
  }
  return session
}
