import { Actions, Button, set } from '../controls.tsx'
import { coveredState } from '../library.ts'
import { known, type PlaceData } from '../place/place-data.ts'
import { CLICK, focusPanel, goToMap, useEscape } from '../screen.ts'
import { boxArea, type ChosenArea } from './area-link.ts'
import { area, corners, finishDrawing, shownBox } from './area-view.ts'

/** Lists the areas around a place that can be summarized. */
export function AreasAround({ data }: { readonly data: PlaceData }) {
  const areas = areasAround(data)
  return (
    <section class="areas-around" aria-labelledby="areas-around">
      <h3 id="areas-around">Sum up an area</h3>
      <ul class="actions">
        {areas.map((choice) => (
          <li key={choice.name}>
            <Button onClick={() => set(area, choice)}>{choice.name}</Button>
          </li>
        ))}
        <li>
          <ShownButton />
        </li>
        <li>
          <DrawButton />
        </li>
      </ul>
    </section>
  )
}

/** Button that summarizes the area that the map shows. */
function ShownButton() {
  return <Button onClick={() => set(area, boxArea(shownBox()))}>What the map shows</Button>
}

/** Button that starts drawing an area. */
export function DrawButton() {
  return (
    <Button
      onClick={() => {
        corners.value = []
        goToMap()
      }}
    >
      Draw an area…
    </Button>
  )
}

/** Explains what to do while an area is being drawn. */
export function Drawing() {
  const drawn = corners.value
  const cancel = () => {
    corners.value = null
    focusPanel()
  }
  useEscape(drawn !== null, cancel)
  if (drawn === null) return null
  const words =
    drawn.length === 0
      ? `${CLICK} the corners of the area on the map, one after the other.`
      : `${drawn.length === 1 ? 'One corner' : `${drawn.length} corners`}.${drawn.length < 3 ? ' At least three are needed.' : ''}`
  return (
    <div class="asks drawing">
      <p role="status">{words}</p>
      <Actions>
        <Button
          class="chief"
          disabled={drawn.length < 3}
          onClick={() => {
            finishDrawing()
            focusPanel()
          }}
        >
          Done
        </Button>
        <Button disabled={drawn.length === 0} onClick={() => set(corners, drawn.slice(0, -1))}>
          Undo
        </Button>
        <Button class="plain" onClick={cancel}>
          Cancel
        </Button>
      </Actions>
    </div>
  )
}

function areasAround(data: PlaceData): ChosenArea[] {
  const { place } = data
  const around = known(data.around)
  const zip = place.found?.layer === 'zip' ? /\d{5}$/.exec(place.found.address)?.[0] : undefined
  const city = known(data.city)
  const districts = known(data.districts) ?? []
  return [
    ...(zip === undefined ? [] : [{ name: `ZIP ${zip}`, shape: { zip }, outline: null }]),
    ...(city && around
      ? [
          {
            name: city.name,
            shape: { city: city.name, state: coveredState(around.blockGroup.slice(0, 2))!.postal },
            outline: null,
          },
        ]
      : []),
    ...(around ? [{ name: around.county, shape: { county: around.blockGroup.slice(0, 5) }, outline: null }] : []),
    ...districts.map(({ geoid, name, outline }) => ({ name, shape: { district: geoid }, outline })),
  ]
}
