import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { currentLink, previewLink } from '../address-bar.ts'
import { pointsOnMap } from '../batch/points-on-map.ts'
import { download } from '../download.ts'
import { chosenPlaces, titles } from '../view.ts'
import { listed, nameOf } from '../words.ts'
import { copyText } from './copy.ts'
import { canBeEmbedded, embedSnippet } from './embed.ts'
import { pictureOfMap } from './save-picture.ts'

/**
 * A button, and a dialog with the link to the view and, where the host allows it, HTML that shows it in another page.
 */
export function ShareDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const link = useSignal('')
  const told = useSignal('')
  const preview = useSignal<string | null>(null)
  const save = async () => {
    const names = chosenPlaces.peek().map((one) => titles.peek().get(one) ?? nameOf(one))
    const picture = await pictureOfMap(names.length === 0 ? 'California, Texas, Florida' : listed(names))
    told.value = picture === null ? 'There is no map yet.' : 'Saved: a picture of the map.'
    if (picture !== null) download(picture, 'vicinage.png')
  }
  const open = () => {
    link.value = currentLink()
    preview.value = previewLink()
    told.value = ''
    dialog.current?.showModal()
  }
  const copy = (what: string, text: string) =>
    void copyText(what, text, (words) => {
      told.value = words
    })
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
          <ul class="actions">
            {'share' in navigator && (
              <li>
                <button
                  type="button"
                  class="chief"
                  onClick={() => navigator.share({ title: document.title, url: link.value }).catch(() => {})}
                >
                  Share with an app…
                </button>
              </li>
            )}
            <li>
              <button type="button" onClick={save}>
                Save the map as a picture
              </button>
            </li>
          </ul>
          {preview.value !== null && (
            <CopyText
              label="Link with a preview"
              text={preview.value}
              onCopy={() => copy('the link with a preview', preview.value!)}
              hint="Messengers show it with its own title and picture. They and the server of this page learn the place to some 100 m, and never an address that you typed."
            />
          )}
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
        Copy {label.startsWith('Link') ? label.toLowerCase() : 'HTML'}
      </button>
    </div>
  )
}
