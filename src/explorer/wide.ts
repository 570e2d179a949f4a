import { signal } from '@preact/signals'

const query = matchMedia('(min-width: 60rem)') // as in css/layout.css

/** Whether controls, map and place stand side by side. */
export const wide = signal(query.matches)
query.addEventListener('change', () => {
  wide.value = query.matches
})
