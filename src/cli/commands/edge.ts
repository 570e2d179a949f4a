import { type Command, Option } from 'commander'
import type { DimensionId } from '../../dimensions/catalog.ts'
import { catalogOf } from '../../dimensions/catalog-of.ts'
import { distanceText, type Units } from '../../dimensions/words.ts'
import type { AnyEdge } from '../../scores/answers.ts'
import { type EdgeKind, FARTHEST_EDGE } from '../../scores/nearest-other.ts'
import { placeText, readDimension } from '../arguments.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { titleText } from '../style.ts'
import { hang, withoutControls } from '../text-layout.ts'
import { asked, UsageError } from '../usage-error.ts'
import { placeLines } from './score.ts'

/** Meters: cells of the raster of zones. */
const CELL = 60

/** What has edges and is not a dimension, and its name in titles. */
const OWN_NAMES = { districts: 'School districts', zip: 'ZIP', city: 'City' }

interface Options {
  readonly maxDistance?: number
  readonly json?: true
}

/** `vicinage edge DIMENSION|districts LAT LON`: how far it is to the next zone. */
export function edgeCommand(program: Command, session: Session): void {
  program
    .command('edge')
    .description('the nearest place in another zone: fire, flood, precinct, census tract, school district, ZIP or city')
    .usage('[options] DIMENSION|districts|zip|city LAT LON | ADDRESS')
    .argument('<dimension>', 'id of a dimension of zones, such as fire; or districts, zip, city')
    .argument('<place...>', PLACE_WORDS)
    .addOption(
      new Option('--max-distance <meters>', `how far to look (default: ${FARTHEST_EDGE})`).argParser(readWithin),
    )
    .option('--json', 'as JSON; null where there is no other zone so near')
    .action(async (givenId: string, given: string[], { maxDistance, json }: Options) => {
      const ownName = Object.entries(OWN_NAMES).find(([kind]) => kind === givenId)
      const id = (ownName?.[0] as keyof typeof OWN_NAMES | undefined) ?? readDimension(givenId)
      const { vicinage, place } = await session.openAt(given, {
        dimensions: ownName === undefined ? [id as DimensionId] : [],
        schools: id === 'districts',
        geocoder: id === 'zip' || id === 'city',
      })
      const { units } = session.style
      const edge = asked(() => vicinage.edge(id as EdgeKind, place, { maxDistance, units }))
      if (json) return session.printJson(edge)
      const name = ownName?.[1] ?? catalogOf(vicinage).find((known) => known.id === id)?.name
      const words =
        edge === null
          ? `No other zone within ${distanceText((maxDistance ?? FARTHEST_EDGE) / 1000, units)}.`
          : edgeText(withoutControls(edge), units)
      const title = titleText(`${name}: the nearest edge`, [placeText(place, ', ')], session.style)
      session.print(`${placeLines(place, session.style)}${title}\n${hang(words, session.style.width, 0)}\n`)
    })
}

/** `260 feet (80 m) to the northeast the score is 85: High hazard …` */
export function edgeText(edge: AnyEdge, units: Units): string {
  // A raster of zones does not tell less than its cells.
  const isNext = 'score' in edge && edge.distance_meters < CELL
  const distance = distanceText((isNext ? CELL : edge.distance_meters) / 1000, units)
  const where = `${isNext ? 'Less than ' : ''}${distance} to the ${edge.direction}`
  if ('districts' in edge) {
    const names = edge.districts.map(({ name }) => name).join(', ')
    return `${where}: ${names === '' ? 'outside all school districts' : names}.`
  }
  if ('area' in edge) return `${where}: ${edge.area?.name ?? 'outside of all'}.`
  return `${where} the score is ${edge.score}${edge.description === null ? '.' : `: ${edge.description}`}`
}

function readWithin(given: string): number {
  const meters = Number(given)
  if (given.trim() !== '' && meters >= 1 && meters <= FARTHEST_EDGE) return meters
  throw new UsageError(`--max-distance has to be 1 to ${FARTHEST_EDGE} meters, got '${given}'.`)
}
