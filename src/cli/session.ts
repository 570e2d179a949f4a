import type { Units } from '../dimensions/words.ts'
import type { Point } from '../geo/place.ts'
import type { OpenOptions } from '../open-options.ts'
import { layerIds } from '../user-data/layers.ts'
import type { Vicinage } from '../vicinage.ts'
import { addressOf, isAddress, likelyMeant, readAddress, readPlace } from './arguments.ts'
import { type FoundPlace, foundAddress } from './report.ts'
import { type Style, styleOf, write } from './style.ts'
import { harmlessJson, type Terminal } from './terminal.ts'

/** The exit code of a command that went well and found nothing: no row has a score, the address is unknown. */
export const NOTHING_FOUND = 3

/** What a command works with. */
export interface Session {
  readonly style: Style
  /** Of the package. */
  readonly version: string
  readonly isTerminal: boolean
  /** Writes an answer for people. */
  readonly print: (text: string) => void
  /** Writes an answer for programs. */
  readonly printJson: (body: unknown) => void
  /** The place that arguments name; remarks beside the answer where another one was probably meant. */
  readonly place: (given: readonly string[]) => Point
  /** The folder that `--data` names; undefined: the data of the package. */
  readonly data: () => string | undefined
  /** Whether layers in the user's data folder are used. */
  readonly userData: () => boolean
  /** Ids of the own layers in it. */
  readonly layers: () => readonly string[]
  /** The exit code of a command that does not fail; 0 without. */
  readonly endWith: (code: number) => void
  /** Opens what a command needs of the data that `--data` names. */
  readonly open: (needs: Needs) => Promise<Vicinage>
  /** The same, and the place that arguments name: a coordinate, or an address with the radius to which it is known. */
  readonly openAt: (
    given: readonly string[],
    needs: Needs,
  ) => Promise<{ vicinage: Vicinage; place: FoundPlace | Point }>
}

type Needs = Omit<OpenOptions, 'data' | 'userData'>

/** What `openAt` takes, for the help of commands. */
export const PLACE_WORDS =
  'LAT LON or LAT,LON in decimal degrees, west is negative; or an address, ZIP or city in one line'

/** The options that every command takes. */
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
  const data = () => options().data
  const userData = () => options().userData ?? true
  const session: Session = {
    get style() {
      return styleOf(terminal, options().units ?? 'us')
    },
    version: terminal.version,
    isTerminal: terminal.columns !== undefined,
    print: (text) => write(terminal, text),
    printJson: (body) => terminal.stdout(harmlessJson(`${JSON.stringify(body, null, 2)}\n`)),
    place: (given) => {
      const place = readPlace(given)
      const meant = likelyMeant(place)
      if (meant !== undefined) terminal.stderr(`${meant}\n`)
      return place
    },
    data,
    userData,
    endWith,
    layers: () => (userData() ? layerIds() : []),
    open: (needs) => {
      const folder = data()
      return terminal.open({
        ...(folder === undefined ? {} : { data: folder }),
        ...(userData() ? {} : { userData: false }),
        ...needs,
      })
    },
    openAt: async (given, needs) => {
      if (!isAddress(given))
        return {
          place: session.place(given),
          vicinage: await session.open({ ...needs, geocoder: needs.geocoder ?? false }),
        }
      const address = readAddress(addressOf(given))
      const vicinage = await session.open({ ...needs, geocoder: true })
      const { asked: _, ...place } = foundAddress(address, vicinage.geocode(address))
      return { vicinage, place }
    },
  }
  return session
}
