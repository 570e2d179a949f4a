import { sameCommand } from './batch/command.ts'
import { file, format, question } from './batch/scoring.ts'
import { EXACT } from './library.ts'
import { type ChosenPlace, chosenPlaces } from './places.ts'

/** Shows how a program can get the data on the page: the scores of the chosen places and of the open file. */
export function ForPrograms() {
  const places = chosenPlaces.value
  const dropped = file.value
  return (
    <>
      <p>The scores of {places.length > 0 ? 'the selected places' : 'a place'} in a program:</p>
      <pre>
        <code>{asLibraryCall(places.length > 0 ? places : [EXAMPLE])}</code>
      </pre>
      <p>A file of any size, on your own computer with Node:</p>
      <pre>
        <code>{sameCommand(dropped?.name ?? 'places.csv', format.value, question.value)}</code>
      </pre>
    </>
  )
}

/** Downtown Austin. */
const EXAMPLE: ChosenPlace = { lat: 30.2672, lon: -97.7431 }

/** Returns sample code that computes the scores of these places. */
export function asLibraryCall(places: readonly ChosenPlace[]): string {
  const calls = places.map(({ lat, lon, radius = 0 }) => {
    const within = radius <= EXACT ? '' : `, radius: ${radius}`
    return `console.log(vicinage.scores({ lat: ${lat}, lon: ${lon}${within} }))\n`
  })
  return `import { openVicinage } from 'vicinage'\n\nconst vicinage = await openVicinage()\n${calls.join('')}`
}
