/** What scores must not be used for. */
export function Caveat() {
  return (
    <p class="caveat quiet">
      Scores describe areas, not persons. Never use them to select or refuse people, or in place of an official flood or
      fire determination.
    </p>
  )
}
