import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { dark, light } from './library.ts'

const query = matchMedia('(min-width: 60rem)') // the same breakpoint as in css/layout.css

/** Whether the controls, the map and the place panel are side by side. */
export const wide = signal(query.matches)
query.addEventListener('change', () => {
  wide.value = query.matches
})

const veryWide = matchMedia('(min-width: 85rem)') // at this width, the map fills half of the screen

/** Whether the menu of scores and conditions is open beside the map. On narrow screens, the menu is below the map. */
export const menuOpen = signal(veryWide.matches)
veryWide.addEventListener('change', () => {
  menuOpen.value = veryWide.matches
})

const coarsePointer = matchMedia('(pointer: coarse)')

/** Checks whether the primary pointer is a finger. On touch devices, the keyboard covers half of the screen. */
export function isTouched(): boolean {
  return coarsePointer.matches
}

/** The word `Click` or `Tap`. */
export const CLICK = coarsePointer.matches ? 'Tap' : 'Click'

/** On narrow screens, scrolls to the map's legend, because the map can be out of view. */
export function goToMap(): void {
  if (wide.peek()) return
  const legend = document.querySelector<HTMLElement>('.legend')!
  legend.scrollIntoView({ behavior: scrolling() })
  legend.focus({ preventScroll: true })
}

/** Scrolls to the place panel. A link to `#place` would not work because the URL fragment contains the page state. */
export function goToPanel(): void {
  const panel = document.getElementById('place')!
  panel.scrollIntoView({ behavior: scrolling() })
  panel.focus({ preventScroll: true })
}

/** Focuses the place panel. Used when the focused button disappears, because the focus would otherwise be lost. */
export function focusPanel(): void {
  document.getElementById('place')?.focus({ preventScroll: true })
}

function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Colors for the browser's color scheme. Always light while the page is printed. */
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
 * Calls `leave` when Escape is pressed anywhere on the page while `isOn` is true. Does nothing if a dialog is open, or
 * if another listener has handled the key.
 */
export function useEscape(isOn: boolean, leave: () => void): void {
  // Runs before the page is painted so that Escape works as soon as the content is visible.
  useLayoutEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      leave()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
