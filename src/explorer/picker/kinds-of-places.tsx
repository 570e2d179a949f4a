import { ExampleButtons } from './example-buttons.tsx'

/** Where no place is chosen: another way to begin. */
export function KindsOfPlaces() {
  return (
    <section aria-labelledby="kinds">
      <h3 id="kinds">Or look for a kind of place</h3>
      <p class="quiet">The map then colours only the places that have all of it. Move it to a city that you know.</p>
      <ExampleButtons />
    </section>
  )
}
