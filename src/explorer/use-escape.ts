import { useLayoutEffect } from 'preact/hooks'

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
