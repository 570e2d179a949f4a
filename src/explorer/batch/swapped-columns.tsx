import { COVERAGE } from '../../states.ts'
import type { Look } from './file-scorer.ts'
import { format, lookAgain } from './scoring.ts'

/** Warns of latitude and longitude that are the wrong way round. */
export function SwappedColumns({ look: { names, place, isSwapped } }: { readonly look: Look }) {
  if (!isSwapped || place?.coordinates == null) return null
  const { lat, lon } = place.coordinates
  const address = place.address.map((column) => names[column]).join(',')
  return (
    <div class="problem swapped" role="alert">
      <p>
        Latitude and longitude seem to be swapped: as they are, the rows lie outside of {COVERAGE}; the other way round,
        inside.
      </p>
      <button
        type="button"
        onClick={() =>
          void lookAgain({
            format: { ...format.value, lat: names[lon], lon: names[lat], address: address || undefined },
          })
        }
      >
        Swap the two columns
      </button>
    </div>
  )
}
