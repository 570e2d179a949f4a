import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileReady } from './file-ready.tsx'
import { OnMap } from './on-map.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunResult } from './run-result.tsx'
import { look, stage, take } from './scoring.ts'
import { useDroppedFile } from './use-dropped-file.ts'
import { percentOf } from './words.ts'

/** Scores a file that is dropped anywhere on the page, or chosen. */
export function BatchDialog(_: PartProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const isOpen = useSignal(false)
  const { at } = stage.value
  const open = () => {
    isOpen.value = true
    if (!dialog.current?.open) dialog.current?.showModal()
  }
  const isOver = useDroppedFile((dropped) => {
    open()
    void take(dropped)
  })

  // What had the focus is gone with its stage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of every stage
  useEffect(() => {
    if (isOpen.peek()) inside.current?.focus()
  }, [at, isOpen])

  return (
    <div class="batch">
      <button type="button" onClick={open}>
        {at === 'scoring'
          ? `Scoring ${percentOf(stage.value, look.value)} %`
          : at === 'done'
            ? 'Scored file'
            : 'Score a file'}
      </button>
      <span role="status" class="hidden">
        {at === 'done' && !isOpen.value ? 'The file is scored.' : ''}
      </span>
      <OnMap />
      {isOver.value && !isOpen.value && <p class="drop-here">Drop the CSV file to score its rows</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; the click is one beside it */}
      <dialog
        ref={dialog}
        aria-labelledby="batch-title"
        onClose={() => {
          isOpen.value = false
        }}
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) currentTarget.close()
        }}
      >
        <div class="inside" ref={inside} tabIndex={-1}>
          <div class="line">
            <h2 id="batch-title">{at === 'done' ? 'Scored file' : 'Score a file'}</h2>
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <p class="quiet">
            Nothing is uploaded: your file is read and scored in this browser, and stays on this device.
          </p>
          {(at === 'start' || at === 'reading') && <FileDrop isOver={isOver.value} />}
          {at === 'ready' && <FileReady />}
          {at === 'scoring' && <RunProgress />}
          {at === 'done' && <RunResult onShow={() => dialog.current?.close()} />}
        </div>
      </dialog>
    </div>
  )
}
