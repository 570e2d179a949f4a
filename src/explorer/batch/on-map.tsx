import { clearMap, pointsOnMap } from './points-on-map.ts'
import { counted } from './words.ts'

/** Takes the points of a file off the map. */
export function OnMap() {
  const count = pointsOnMap.value
  return (
    <>
      {count > 0 && (
        <button type="button" class="plain" onClick={clearMap}>
          Clear {counted(count, 'point')}
        </button>
      )}
      <span role="status" class="hidden">
        {count === 0 ? '' : `${counted(count, 'point')} of the file on the map`}
      </span>
    </>
  )
}
