/** Keeps the keyboard at the panel when the button that was pressed goes away. */
export function focusPanel(): void {
  document.getElementById('place')?.focus({ preventScroll: true })
}
