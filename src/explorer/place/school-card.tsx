import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import { school } from '../view.ts'
import { Failure } from './failure.tsx'
import { question } from './question.ts'
import { SchoolFacts } from './school-facts.tsx'

/** The card of the school that was clicked in a list or on the map. */
export function SchoolCard({ engine }: PartProps) {
  const id = school.value
  return id === null ? null : <OpenCard key={id} engine={engine} ncesId={id} />
}

function OpenCard({ engine, ncesId }: PartProps & { readonly ncesId: string }) {
  const detail = useMemo(() => question(() => engine.school(ncesId)), [engine, ncesId])
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      // Only where the focus would be lost with the card.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [])
  const close = () => {
    school.value = null
  }
  const answer = detail.answer.value
  return (
    <div
      class="school-card"
      ref={card}
      role="dialog"
      aria-label={answer.state === 'ready' ? answer.value.name : 'School'}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <button type="button" class="plain close" aria-label="Close the school" onClick={close}>
        ✕
      </button>
      {answer.state === 'waiting' && <p class="quiet">Loading…</p>}
      {answer.state === 'failed' && <Failure reason={answer.reason} again={detail.again} />}
      {answer.state === 'ready' && <SchoolFacts school={answer.value} />}
    </div>
  )
}
