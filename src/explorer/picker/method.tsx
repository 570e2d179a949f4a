import { dimensions } from '../../dimensions/catalog.ts'
import { about, dimension } from '../view.ts'

/** How the score on the map is made, in a line, and the way to its sources. */
export function Method() {
  const { name, method, scale } = dimensions.find(({ id }) => id === dimension.value)!
  return (
    <section class="method" aria-labelledby="method">
      <h2 id="method">{name}</h2>
      <p>{method}</p>
      {scale.zero !== 'no data' && <p class="quiet">0 = {scale.zero}.</p>}
      <button
        type="button"
        onClick={() => {
          about.value = 'dimension'
        }}
      >
        Scale and sources
      </button>
    </section>
  )
}
