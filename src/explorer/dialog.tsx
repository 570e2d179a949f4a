import type { ComponentChildren, RefObject } from 'preact'
import { Button } from './button.tsx'

interface DialogProps {
  /** The element: `showModal` opens it. */
  readonly dialog: RefObject<HTMLDialogElement | null>
  /** What gets the focus when what is inside changes. */
  readonly inside?: RefObject<HTMLDivElement | null>
  readonly id: string
  readonly title: string
  readonly kind?: string
  onClose?(): void
  readonly children: ComponentChildren
}

/** A dialog with a title and a way out: the button, Escape, or a click beside it. */
export function Dialog({ dialog, inside, id, title, kind, onClose, children }: DialogProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; the click is one beside it
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
        <div class="line">
          <h2 id={id}>{title}</h2>
          <Button onClick={() => dialog.current?.close()}>Close</Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
