import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { currentLink, previewLink } from '../address-bar.ts'
import { pointsOnMap } from '../batch/points-on-map.ts'
import { Actions, Button } from '../button.tsx'
import { copyText, download } from '../copy-and-save.ts'
import { Dialog } from '../dialog.tsx'
import { chosenPlaces, titles } from '../view.ts'
import { listed, nameOf } from '../words.ts'
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
      <Button class="plain" onClick={open}>
        Share
      </Button>
      <Dialog dialog={dialog} kind="about share" id="share-title" title="Share this view">
        <CopyText
          label="Link"
          text={link.value}
          onCopy={() => copy('the link', link.value)}
          hint="It opens the same map, place and conditions. What follows the # stays in the browser: no server sees which place it is."
        />
        <Actions>
          {'share' in navigator && (
            <Button
              class="chief"
              onClick={() => navigator.share({ title: document.title, url: link.value }).catch(() => {})}
            >
              Share with an app…
            </Button>
          )}
          <Button onClick={save}>Save the map as a picture</Button>
        </Actions>
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
      </Dialog>
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
      <Button class="chief" onClick={onCopy}>
        Copy {label.startsWith('Link') ? label.toLowerCase() : 'HTML'}
      </Button>
    </div>
  )
}
