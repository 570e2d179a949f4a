import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { about, dimension } from '../view.ts'
import { AboutDimension } from './about-dimension.tsx'
import { AboutPage } from './about-page.tsx'
import { fetchManifest, type Manifest } from './manifest.ts'

/** What the page is, what its scores say and where they come from. */
export function AboutDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const manifest = useSignal<Manifest | null>(null)
  const problem = useSignal<string | null>(null)
  const shown = about.value

  useSignalEffect(() => {
    if (about.value === null) dialog.current?.close()
    else if (!dialog.current?.open) dialog.current?.showModal()
    if (about.value !== null && manifest.peek() === null) load()
  })

  function load() {
    problem.value = null
    fetchManifest().then(
      (read) => {
        manifest.value = read
      },
      (error: Error) => {
        problem.value = error.message
      },
    )
  }

  function close() {
    about.value = null
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; the click is one beside it
    <dialog
      ref={dialog}
      class="about"
      aria-labelledby="about"
      onClose={close}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close()
      }}
    >
      <div class="inside">
        <div class="line">
          <h2 id="about">{shown === 'dimension' ? 'What the score says' : 'About this page'}</h2>
          <button type="button" onClick={close}>
            Close
          </button>
        </div>
        {shown === 'dimension' && <AboutDimension id={dimension.value} manifest={manifest.value} />}
        {shown === 'page' && <AboutPage manifest={manifest.value} />}
        {problem.value !== null && (
          <p class="problem" role="alert">
            {problem.value}{' '}
            <button type="button" onClick={load}>
              Try again
            </button>
          </p>
        )}
        {shown === 'dimension' && (
          <button
            type="button"
            class="more"
            onClick={() => {
              about.value = 'page'
            }}
          >
            About all scores and this page
          </button>
        )}
      </div>
    </dialog>
  )
}
