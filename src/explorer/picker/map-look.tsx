import { hatching, opacity } from '../view.ts'

/** How strongly scores are drawn over the map, and whether estimates are marked. */
export function MapLook() {
  return (
    <section class="look" aria-labelledby="look">
      <h2 id="look">Look of the map</h2>
      <label>
        Strength of the colours: {opacity.value} %
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={opacity.value}
          onInput={({ currentTarget }) => {
            opacity.value = Number(currentTarget.value)
          }}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={hatching.value}
          onChange={({ currentTarget }) => {
            hatching.value = currentTarget.checked
          }}
        />
        Hatch what is an estimate
      </label>
    </section>
  )
}
