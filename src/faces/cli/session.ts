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
  /** Address of the issue tracker, if the package owner has configured one. */
  readonly bugs: string | undefined
  readonly isTerminal: boolean
  /** Asks a yes-or-no question; undefined if nobody can answer. */
  readonly ask: Terminal['ask']
  /** Retry delays and timeouts of downloads. Undefined outside tests, which shorten them. */
  readonly patience: Terminal['patience']
  /** Writes an answer as text. */
  readonly print: (text: string) => void
  /** Writes an answer as JSON. */
  readonly printJson: (body: unknown) => void
  /** Writes an answer as JSON if `json` is set, otherwise as text. */
  readonly answer: (json: boolean | undefined, body: unknown, text: () => string) => void
  /** Writes remarks and progress, which are not part of the answer, to standard error. */
  readonly say: (text: string) => void
  /** Parses the arguments as a place. Warns if a different place was probably meant. */
  readonly place: (words: readonly string[]) => Point
  /**
   * Returns the folder given by `--data` (undefined for the package's data), and whether the user's data folder is
   * used.
   */
  readonly chosen: () => { readonly data: string | undefined; readonly userData: boolean }
  /** Returns the ids of the user's custom dimensions, or an empty list if the user's data folder is not used. */
  readonly layers: () => readonly string[]
  /** Sets the exit code of a command that does not throw. Default: 0. */
  readonly endWith: (code: number) => void
  /** Loads the explorer, for the commands that write or serve it. */
  readonly site: () => Promise<ExplorerSite>
  /** Opens the parts of the data that a command needs. */
  readonly open: (needs: Needs) => Promise<Vicinage>
  /**
   * Opens the data and finds the place given by the arguments. The place is a coordinate, or an address with a radius
   * of uncertainty.
   */
  readonly openAt: (
    words: readonly string[],
    needs: Needs,
  ) => Promise<{ vicinage: Vicinage; place: FoundPlace | Point }>
}

type Needs = Omit<OpenOptions, 'data' | 'userData'>

/** Syntax of a place, for the help of commands that use `openAt`. */
export const PLACE_WORDS =
  'LAT LON or LAT,LON in decimal degrees (west is negative), or a one-line address, ZIP or city'

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
