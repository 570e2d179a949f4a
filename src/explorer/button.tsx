import type { Signal } from '@preact/signals'
import { type ComponentChildren, type JSX, toChildArray } from 'preact'

/** A button that sends no form. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" {...props} />
}

/** Things to do, beside each other. */
export function Actions({ children }: { readonly children: ComponentChildren }) {
  return (
    <ul class="actions">
      {toChildArray(children).map((child, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they keep their order
        <li key={i}>{child}</li>
      ))}
    </ul>
  )
}

/** Sets a signal, as an expression. */
export function set<T>(signal: Signal<T>, value: NoInfer<T>): void {
  signal.value = value
}
