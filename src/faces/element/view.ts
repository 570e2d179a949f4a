import type { ShownScore } from './sources.ts'
import { STYLE } from './style.ts'

/**
 * Content of the element in its shadow root. The content is built from nodes and text, so that a page can use a strict
 * Content-Security-Policy and require trusted types.
 */
export class ScoresView {
  readonly #title = node('p', { part: 'title', id: 'title' })
  /**
   * Status message. The node is always in the document, because screen readers only announce changes to a live region
   * that already exists.
   */
  readonly #status = node('p', { part: 'status', role: 'status' })
  readonly #problem = node('p', { part: 'note' })
  readonly #list = node('ul', { part: 'scores', role: 'list' })
  readonly #retry = node('button', { part: 'retry', type: 'button' }, 'Try again')
  readonly #card: HTMLElement

  constructor(root: ShadowRoot, retry: () => void) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    this.#retry.addEventListener('click', retry)
    this.#retry.hidden = true
    this.#card = node('div', { part: 'card', role: 'group' })
    this.#card.append(this.#title, this.#list, this.#status, this.#problem, this.#retry)
    root.append(this.#card)
    this.showLabel(null)
  }

  /** Shows the label that the page set for the place. */
  showLabel(label: string | null): void {
    this.#title.textContent = label
    this.#card.setAttribute('aria-label', label ? `Neighborhood scores for ${label}` : 'Neighborhood scores')
  }

  /** Shows that scores are loading. The scores of the previous place stay visible in the meantime. */
  showLoading(): void {
    this.#show('Loading scores …', { busy: true })
  }

  showWithoutPlace(): void {
    this.#list.replaceChildren()
    this.#show('No place is selected.')
  }

  /** Shows why there are no scores, with a button if trying again may help. */
  showProblem(problem: string, canRetry: boolean): void {
    const hadFocus = this.#card.getRootNode() instanceof ShadowRoot && this.#retry.matches(':focus')
    this.#list.replaceChildren()
    this.#show('The scores cannot be shown.', { problem, canRetry })
    if (hadFocus) this.#retry.focus()
  }

  showScores(scores: readonly ShownScore[]): void {
    const open = new Set(Array.from(this.#list.querySelectorAll<HTMLElement>('[open]'), ({ id }) => id))
    this.#list.replaceChildren(...scores.map((score) => scoreItem(score, open.has(score.id))))
    this.#show(scores.length === 0 ? 'There are no scores for this place.' : '')
  }

  #show(status: string, { busy = false, problem = '', canRetry = false } = {}): void {
    this.#status.textContent = status
    this.#problem.textContent = problem
    this.#retry.hidden = !canRetry
    this.#card.setAttribute('aria-busy', String(busy))
  }
}

/** Creates the list item of a score. The details open with mouse and keyboard, without a script. */
function scoreItem({ id, score, description, percentile, entry }: ShownScore, isOpen: boolean): HTMLElement {
  const details = node('details', { id })
  details.open = isOpen
  const summary = node('summary', score === 0 ? { class: 'none' } : {})
  const value = node('span', { part: 'value' }, score === 0 ? 'no data' : String(score))
  summary.append(node('span', { part: 'name' }, entry.name), value)
  if (score > 0) {
    value.append(node('span', { class: 'unseen' }, ' of 255'))
    summary.append(getTrack(score))
  }
  const { low, high } = entry.scale
  const agencies = [...new Set(entry.sources.map(({ agency }) => agency))]
  const notes = [percentile?.text, `1 = ${low}; 255 = ${high}.`, agencies.length > 0 && `Data: ${agencies.join('; ')}.`]
  details.append(summary, node('p', { part: 'description' }, description ?? ''))
  for (const text of notes) if (text) details.append(node('p', { part: 'note' }, text))
  const item = node('li', { part: 'score' })
  item.append(details)
  return item
}

/** Creates the bar of a score. The bar is hidden from screen readers because it only repeats the number. */
function getTrack(score: number): HTMLElement {
  const track = node('span', { part: 'track', 'aria-hidden': 'true' })
  const bar = node('span', { part: 'bar' })
  // Styles are set as properties, because the page's Content-Security-Policy may forbid `style` attributes.
  bar.style.width = `${(score / 255) * 100}%`
  bar.style.display = 'block'
  track.append(bar)
  return track
}

function node<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.textContent = text
  return element
}
