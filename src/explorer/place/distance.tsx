import { distanceWords } from '../../endpoints/school-words.ts'

const FOOT = 0.3048
const MILE = 5280 * FOOT

/** `1.2 km · 0.8 mi`; the metres of the answer are the value of the element. */
export function Distance({ metres }: { readonly metres: number }) {
  return (
    <data class="distance" value={String(metres)}>
      {distanceWords(metres)} · {milesWords(metres)}
    </data>
  )
}

function milesWords(metres: number): string {
  const miles = metres / MILE
  if (miles < 0.1) return `${Math.round(metres / FOOT / 10) * 10} ft`
  return `${miles < 9.95 ? miles.toFixed(1) : Math.round(miles).toLocaleString('en-US')} mi`
}
