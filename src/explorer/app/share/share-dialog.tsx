import { useSignal } from '@preact/signals'
import { currentLink, previewLink } from '../address-bar.ts'
import { pointsOnMap } from '../batch/points-on-map.ts'
import { Actions, Button, Dialog, download, set, useCopy } from '../controls.tsx'
import { embedded } from '../embedded.ts'
import { getLabel } from '../link.ts'
import { drawMarks } from '../map/draw-picture.ts'
import { takePicture } from '../map/map-state.ts'
import { shownScale } from '../picker/shown-scale.ts'
import { chosenPlaces, LONGEST_LABEL, label, labels, titles } from '../places.ts'
import { scheme } from '../screen.ts'
import { getLetter, getName, listed } from '../words.ts'
import { canBeEmbedded, embedSnippet } from './embed.ts'

/**
 * A button that opens a dialog with the link to the view and, if the host allows it, HTML to embed it in another page.
 */
export function ShareDialog() {
  const isOpen = useSignal(false)
  const link = useSignal('')
  const { outcome, copy } = useCopy()
  const preview = useSignal<string | null>(null)
  const save = async () => {
    const names = chosenPlaces.peek().map((place) => titles.peek().get(place) ?? getName(place))
    const picture = await pictureOfMap(
      names.length === 0 ? (embedded?.city ?? 'California, Texas, Florida') : listed(names),
    )
    outcome.value = picture === null ? 'There is no map yet.' : 'Saved a picture of the map.'
    if (picture !== null) download(picture, 'vicinage.png')
  }
  const open = () => {
    link.value = currentLink()
    preview.value = previewLink()
    outcome.value = ''
    isOpen.value = true
  }
  return (
    <>
      <Button class="plain" onClick={open}>
        Share
      </Button>
      <Dialog
        isOpen={isOpen.value}
        kind="about share"
        id="share-title"
        title="Share this view"
        onClose={() => set(isOpen, false)}
      >
        <LabelFields onChange={open} />
        <CopyText
          label="Link"
          text={link.value}
          onCopy={() => copy('the link', link.value)}
          hint={
            embedded === null
              ? 'The link opens the same map with the same place and conditions. The part after the # is not sent to any server.'
              : 'The link opens this file on this device, at the same place. Other people need the file, too.'
          }
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
            hint="Messaging apps show this link with its own title and picture. They and this page’s server learn the place to within about 100 m, never the address."
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
        <p role="status">{outcome.value}</p>
      </Dialog>
    </>
  )
}

/** Fields in which the user can name the chosen places before sharing the link. */
function LabelFields({ onChange }: { onChange(): void }) {
  const all = chosenPlaces.value
  if (all.length === 0) return null
  return (
    <div class="stack labels">
      {all.map((place, i) => (
        <label key={getLetter(i)}>
          {all.length === 1
            ? 'Your name for the place, shown to anyone who opens the link'
            : `Your name for ${getLetter(i)}`}
          <input
            class="own-line"
            type="text"
            maxLength={LONGEST_LABEL}
            placeholder={titles.value.get(place) ?? getName(place)}
            value={labels.value.get(place) ?? ''}
            onInput={({ currentTarget }) => {
              label(place, getLabel(currentTarget.value))
              onChange()
            }}
          />
        </label>
      ))}
    </div>
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
    <div class="stack copy-text">
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

/** Height in pixels of the legend below the map. */
const FOOT = 54
/** Left and right margin of the legend in pixels. */
const EDGE = 12

/** Returns the current map with the legend below it as a PNG, or null without a map. */
async function pictureOfMap(title: string): Promise<Blob | null> {
  const picture = takePicture.peek()?.()
  if (picture === undefined || picture.canvas.width === 0) return null
  const { canvas, at, hasMarks } = picture
  const { width, height } = canvas.getBoundingClientRect()
  const pixelRatio = canvas.width / width
  const paper = document.createElement('canvas')
  paper.width = canvas.width
  paper.height = canvas.height + FOOT * pixelRatio
  const pen = paper.getContext('2d')!
  const colors = scheme.peek()
  pen.fillStyle = colors.land
  pen.fillRect(0, 0, paper.width, paper.height)
  pen.drawImage(canvas, 0, 0)
  pen.scale(pixelRatio, pixelRatio)
  if (!hasMarks) drawMarks(pen, at, colors)
  const { shortName, ends, colors: ramp } = shownScale.peek()
  const bar = { left: EDGE, top: height + 22, width: width - 2 * EDGE }
  for (let score = 1; score < 256; score++) {
    pen.fillStyle = `rgb(${ramp[4 * score]}, ${ramp[4 * score + 1]}, ${ramp[4 * score + 2]})`
    pen.fillRect(bar.left + ((score - 1) * bar.width) / 255, bar.top, bar.width / 255 + 0.5, 8)
  }
  pen.fillStyle = colors.text
  const write = (text: string, y: number, align: CanvasTextAlign, weight = '') => {
    pen.font = `${weight} 12px system-ui, sans-serif`
    pen.textAlign = align
    pen.fillText(text, align === 'right' ? width - EDGE : EDGE, y, width - 2 * EDGE)
  }
  write(`${shortName} · ${title}`, height + 16, 'left', 'bold')
  write(`1 ${ends[0]}`, height + 46, 'left')
  write(`255 ${ends[1]} · vicinage`, height + 46, 'right')
  return new Promise((resolve) => paper.toBlob(resolve, 'image/png'))
}
