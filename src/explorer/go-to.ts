import { wide } from './wide.ts'

/** Where the map is out of sight, below or above what was pressed to change it: back to it, with its legend. */
export function goToMap(): void {
  if (wide.peek()) return
  const legend = document.querySelector<HTMLElement>('.legend')!
  legend.scrollIntoView({ behavior: scrolling() })
  legend.focus({ preventScroll: true })
}

/** No link to `#place`, since the page keeps its state after the #. */
export function goToPanel(): void {
  const panel = document.getElementById('place')!
  panel.scrollIntoView({ behavior: scrolling() })
  panel.focus({ preventScroll: true })
}

function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}
