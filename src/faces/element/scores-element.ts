import { ATTRIBUTES, type Attribute, readAttributes, type ScoresRequest } from './request.ts'
import { fetchScores } from './sources.ts'
import { ScoresView } from './view.ts'

/** Replacement for `HTMLElement` if there is no document, so that a server can import the module and render the tag. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** The `<vicinage-scores>` element. Each attribute is also a property, for frameworks that set properties. */
export class ScoresElement extends Base {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES
  #view: ScoresView | undefined
  /** Aborts the current request. */
  #request: AbortController | undefined
  #isScheduled = false

  connectedCallback(): void {
    this.#view ??= new ScoresView(this.attachShadow({ mode: 'open' }), () => this.#schedule())
    for (const name of ATTRIBUTES) this.#takeEarly(name)
    this.#schedule()
  }

  disconnectedCallback(): void {
    this.#request?.abort()
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (before !== after && this.#view !== undefined) this.#schedule()
  }

  /** Schedules one update for all attribute changes of the current task. */
  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.#update(this.#view!)
    })
  }

  #update(view: ScoresView): void {
    this.#request?.abort()
    view.showLabel(this.getAttribute('label'))
    const read = readAttributes((name) => this.getAttribute(name), this.baseURI)
    if (read.state === 'without place') view.showWithoutPlace()
    else if (read.state === 'invalid') this.#fail(view, new Error(read.problem), false)
    else this.#request = this.#load(view, read.request)
  }

  #load(view: ScoresView, request: ScoresRequest): AbortController {
    const stop = new AbortController()
    const { lat, lon } = request
    view.showLoading()
    fetchScores(request, stop.signal).then(
      (scores) => {
        if (stop.signal.aborted) return
        view.showScores(scores)
        const detail = { lat, lon, scores: Object.fromEntries(scores.map(({ id, score }) => [id, score])) }
        this.dispatchEvent(new CustomEvent('vicinage-scores', { detail, bubbles: true }))
      },
      (error: Error) => {
        if (stop.signal.aborted) return
        this.#fail(view, error, error.name !== 'ValidationError')
      },
    )
    return stop
  }

  #fail(view: ScoresView, error: Error, canRetry: boolean): void {
    view.showProblem(error.message, canRetry)
    this.dispatchEvent(new CustomEvent('vicinage-error', { detail: { message: error.message }, bubbles: true }))
  }

  /** Applies a property that was set before the element was defined. The property would otherwise hide the accessor. */
  #takeEarly(name: Attribute): void {
    if (!Object.hasOwn(this, name)) return
    const early = Object.getOwnPropertyDescriptor(this, name)!.value
    Reflect.deleteProperty(this, name)
    Reflect.set(this, name, early)
  }
}

for (const name of ATTRIBUTES)
  Object.defineProperty(ScoresElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: ScoresElement) {
      return this.getAttribute(name)
    },
    /** Sets the attribute. Null and undefined remove it, and a list of dimensions is joined with commas. */
    set(this: ScoresElement, value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(name)
      else this.setAttribute(name, String(value))
    },
  })
