import { type Signal, useSignal } from '@preact/signals'
import { type ComponentChildren, type JSX, type RefObject, toChildArray } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A button that does not submit a form. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" {...props} />
}

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

interface TickProps {
  readonly label: string
  readonly isOn: boolean
  onChange(isOn: boolean): void
}

/** Checkbox with a label. */
export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  )
}

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value | ''
  readonly options: readonly (readonly [value: Value | '', words: string])[]
  onChoose(value: Value): void
}

/** Labeled select element. */
export function Select<Value extends string>({ label, value: chosen, options, onChoose }: SelectProps<Value>) {
  return (
    <label>
      {label}{' '}
      <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}>
        {options.map(([value, words], i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one name
          <option key={i} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Renders a name and a value in a description list, or nothing if there is no value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  if (children === null || children === false) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface DialogProps {
  readonly isOpen: boolean
  /** Element that receives the focus when the content changes. */
  readonly inside?: RefObject<HTMLDivElement | null>
  readonly id: string
  readonly title: string
  readonly kind?: string
  onClose(): void
  readonly children: ComponentChildren
}

/** A dialog with a title. It closes with its button, with Escape, or with a click outside. */
export function Dialog({ isOpen, inside, id, title, kind, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is outside the dialog, and Escape does the same
    <dialog
      ref={dialog}
      class={kind}
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
      }}
    >
      <div class="inside" {...(inside && { ref: inside, tabIndex: -1 })}>
        <div class="line spread">
          <h2 id={id}>{title}</h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** Announces a problem immediately. Renders nothing if there is no text. */
export function Problem({ children }: { readonly children: ComponentChildren }) {
  if (children === undefined || children === null) return null
  return (
    <p class="problem" role="alert">
      {children}
    </p>
  )
}

/** Sets the value of a signal. Can be used as an expression. */
export function set<T>(signal: Signal<T>, value: NoInfer<T>): void {
  signal.value = value
}

/** Copies text. `outcome` reports whether copying worked, and `uncopied` is text that the browser failed to copy. */
export function useCopy() {
  const outcome = useSignal('')
  const uncopied = useSignal<string | null>(null)
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      outcome.value = `Copied: ${what}.`
      uncopied.value = null
    } catch {
      outcome.value = 'The browser did not allow copying. Select the text and copy it.'
      uncopied.value = text
    }
  }
  return { outcome, uncopied, copy }
}

/** Offers the user a file to download. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
