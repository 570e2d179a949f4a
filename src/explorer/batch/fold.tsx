import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Details that open by themselves where they are needed, and stay open when they are not any more. */
export function Fold({
  summary,
  isNeeded = false,
  children,
}: {
  readonly summary: string
  readonly isNeeded?: boolean
  readonly children: ComponentChildren
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (isNeeded && details.current !== null) details.current.open = true
  }, [isNeeded])
  return (
    <details ref={details}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
