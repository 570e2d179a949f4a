import { signal } from '@preact/signals'

const query = matchMedia('(min-width: 60rem)') // as in css/layout.css

/** Whether controls, map and place stand side by side. */
export const wide = signal(query.matches)
query.addEventListener('change', () => {
  wide.value = query.matches
})

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

/** Colors of the map in a light or dark scheme; text on land has a contrast of 4.5 : 1 at least. */
export interface Scheme {
  /** Land beyond the three states, and what the base map knows nothing of. */
  readonly outside: string
  readonly sea: string
  /** Lakes. */
  readonly water: string
  /** Rivers and shores: seen on all colors of scores. */
  readonly river: string
  readonly land: string
  readonly border: string
  readonly road: string
  /** Beside it, so that it is seen on all colors of scores. */
  readonly roadEdge: string
  /** Names and edges of parks. */
  readonly park: string
  readonly parkEdge: string
  readonly district: string
  readonly text: string
  readonly halo: string
  readonly accent: string
  readonly second: string
  readonly third: string
  readonly fourth: string
}

const light: Scheme = {
  outside: '#e3e5e5',
  sea: '#cfe0e8',
  water: '#c6d8e1',
  land: '#f8f7f4',
  border: '#6b7075',
  river: '#3c7fb0',
  road: '#fffdf8',
  roadEdge: 'rgba(40, 36, 30, 0.75)',
  park: '#1d5a2c',
  parkEdge: '#2f8a48',
  district: '#84609b',
  text: '#1c1f21',
  halo: 'rgba(255, 255, 255, 0.85)',
  accent: '#0b6b63',
  second: '#a34a0a',
  third: '#5b3fa0',
  fourth: '#1c5d99',
}
const dark: Scheme = {
  outside: '#181b1e',
  sea: '#0c1a24',
  water: '#13222c',
  land: '#262a2e',
  border: '#a7adb3',
  river: '#5da3d6',
  road: '#e9e4da',
  roadEdge: 'rgba(10, 10, 12, 0.8)',
  park: '#a8e0ae',
  parkEdge: '#7fd18b',
  district: '#c9a8dd',
  text: '#f4f2ee',
  halo: 'rgba(12, 14, 16, 0.85)',
  accent: '#5cc8bb',
  second: '#f0a36b',
  third: '#bda4f5',
  fourth: '#8ec1f5',
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
