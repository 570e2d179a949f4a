import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { currentLink } from '../address-bar.ts'
import { pointsOnMap } from '../batch/points-on-map.ts'
import { canBeEmbedded, embedSnippet } from './embed.ts'

/** A button, and a dialog with the link to the view and, where the host allows it, HTML that shows it in another page. */
export function ShareDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const link = useSignal('')
  const told = useSignal('')
  const open = () => {
    link.value = currentLink()
    told.value = ''
    dialog.current?.showModal()
  }
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      told.value = `Copied: ${what}.`
    } catch {
      told.value = 'The browser did not allow copying. Select the text and copy it.'
    }
  }
  return (
    <>
      <button type="button" class="plain" onClick={open}>
        Share
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; the click is one beside it */}
      <dialog
        ref={dialog}
        class="about share"
        aria-labelledby="share-title"
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.close()
        }}
      >
        <div class="inside">
          <div class="line">
            <h2 id="share-title">Share this view</h2>
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <CopyText
            label="Link"
            text={link.value}
            onCopy={() => copy('the link', link.value)}
            hint="It opens the same map, place and conditions. What follows the # stays in the browser: no server sees which place it is."
          />
          {pointsOnMap.value > 0 && <p class="quiet">The points of your file are not in the link.</p>}
          {canBeEmbedded() && link.value !== '' && (
            <CopyText
              label="Map for another website"
              text={embedSnippet(link.value, document.title)}
              onCopy={() => copy('the HTML', embedSnippet(link.value, document.title))}
              hint="HTML that shows this map in a frame, without the panels."
            />
          )}
          <p role="status">{told.value}</p>
        </div>
      </dialog>
    </>
  )
}

function CopyText({
  label,
  text,
  hint,
  onCopy,
}: {
  readonly label: string
  readonly text: string
  readonly hint: string
  onCopy(): void
}) {
  return (
    <div class="copy-text">
      <label>
        <b>{label}</b>
        <textarea readOnly rows={4} value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <p class="quiet">{hint}</p>
      <button type="button" class="chief" onClick={onCopy}>
        Copy {label === 'Link' ? 'link' : 'HTML'}
      </button>
    </div>
  )
}
