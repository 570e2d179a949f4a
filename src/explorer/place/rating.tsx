/** `6 of 10`, or that there is none. */
export function Rating({ rating }: { readonly rating: number | null }) {
  if (rating === null) return <span class="rating none">not rated</span>
  return (
    <span class="rating">
      <span class="hidden">rated </span>
      {rating}
      <small>
        <span class="hidden"> of </span>
        <span aria-hidden="true">/</span>10
      </small>
    </span>
  )
}
