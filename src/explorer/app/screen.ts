import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { dark, light } from './library.ts'

const query = matchMedia('(min-width: 60rem)') // as in css/layout.css

/** Whether controls, map and place stand side by side. */
export const wide = signal(query.matches)
query.addEventListener('change', () => {
  wide.value = query.matches
})

const coarse = matchMedia('(pointer: coarse)')

/** Whether fingers point, whose keyboard covers half of the screen. */
export function isTouched(): boolean {
  return coarse.matches
}

/** `Click`, or `Tap`. */
export const CLICK = coarse.matches ? 'Tap' : 'Click'

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

/** Keeps the keyboard at the panel when the button that was pressed goes away. */
export function focusPanel(): void {
  document.getElementById('place')?.focus({ preventScroll: true })
}

function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Follows the scheme of the browser; what is printed is light. */
export const scheme = signal(prefersDark.matches ? dark : light)
const follow = () => {
  scheme.value = prefersDark.matches ? dark : light
}
prefersDark.addEventListener('change', follow)
addEventListener('beforeprint', () => {
  scheme.value = light
})
addEventListener('afterprint', follow)

/**
 * Calls `leave` when Escape is pressed anywhere on the page while `isOn`; not in a dialog, and not where it closed
 * something else.
 */
export function useEscape(isOn: boolean, leave: () => void): void {
  // Before the page is painted: who sees it can leave it.
  useLayoutEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      leave()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
