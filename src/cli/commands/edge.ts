import { type Command, Option } from 'commander'
import { FARTHEST_EDGE } from '../../areas/edge.ts'
import { catalogOf } from '../../dimensions/catalog-of.ts'
import { distanceText, type Units } from '../../dimensions/words.ts'
import type { Edge } from '../../endpoints/answers.ts'
import type { DistrictEdge } from '../../endpoints/endpoint.ts'
import { placeText, readDimension } from '../arguments.ts'
import type { Session } from '../session.ts'
import { titleText } from '../style.ts'
import { hang, withoutControls } from '../text-layout.ts'
import { asked, UsageError } from '../usage-error.ts'

/** Meters: cells of the raster of zones. */
const CELL = 60

interface Options {
  readonly maxDistance?: number
  readonly json?: true
}

/** `vicinage edge DIMENSION|districts LAT LON`: how far it is to the next zone. */
export function edgeCommand(program: Command, session: Session): void {
  program
    .command('edge')
    .description('the nearest place in another zone: fire, flood, precinct, census tract or school district')
    .usage('[options] DIMENSION|districts LAT LON')
    .argument('<dimension>', 'id of a dimension of zones, such as fire, or districts')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .addOption(
      new Option('--max-distance <meters>', `how far to look (default: ${FARTHEST_EDGE})`).argParser(readWithin),
    )
    .option('--json', 'as JSON; null where there is no other zone so near')
    .action(async (givenId: string, given: string[], { maxDistance, json }: Options) => {
      const id = givenId === 'districts' ? 'districts' : readDimension(givenId)
      const place = session.place(given)
      const isOfDistricts = id === 'districts'
      const vicinage = await session.open({
        dimensions: isOfDistricts ? [] : [id],
        schools: isOfDistricts,
        geocoder: false,
      })
      const { units } = session.style
      const edge = asked(() => vicinage.edge(id, place, { maxDistance, units }))
      if (json) return session.printJson(edge)
      const name = isOfDistricts ? 'School districts' : catalogOf(vicinage).find((known) => known.id === id)?.name
      const words =
        edge === null
          ? `No other zone within ${distanceText((maxDistance ?? FARTHEST_EDGE) / 1000, units)}.`
          : edgeText(withoutControls(edge), units)
      const title = titleText(`${name}: the nearest edge`, [placeText(place, ', ')], session.style)
      session.print(`${title}\n${hang(words, session.style.width, 0)}\n`)
    })
}

/** `260 feet (80 m) to the northeast the score is 85: High hazard …` */
export function edgeText(edge: Edge | DistrictEdge, units: Units): string {
  const isOfDistricts = 'districts' in edge
  // A raster of zones does not tell less than its cells.
  const isNext = !isOfDistricts && edge.distance_meters < CELL
  const distance = distanceText((isNext ? CELL : edge.distance_meters) / 1000, units)
  const where = `${isNext ? 'Less than ' : ''}${distance} to the ${edge.direction}`
  if (isOfDistricts) {
    const names = edge.districts.map(({ name }) => name).join(', ')
    return `${where}: ${names === '' ? 'outside all school districts' : names}.`
  }
  return `${where} the score is ${edge.score}${edge.description === null ? '.' : `: ${edge.description}`}`
}

function readWithin(given: string): number {
  const meters = Number(given)
  if (given.trim() !== '' && meters >= 1 && meters <= FARTHEST_EDGE) return meters
  throw new UsageError(`--max-distance has to be 1 to ${FARTHEST_EDGE} meters, got '${given}'.`)
}
