import { sameCommand } from './command-text.ts'
import { Fold } from './fold.tsx'
import { file, format, question } from './scoring.ts'

/** The command that does the same without the limits of a page. */
export function SameCommand({ isNeeded = false }: { readonly isNeeded?: boolean }) {
  if (file.value === null) return null
  return (
    <Fold summary="The same on the command line" isNeeded={isNeeded}>
      <pre>
        <code>{sameCommand(file.value.name, format.value, question.value)}</code>
      </pre>
      <p class="quiet">For files of any size, on your own computer with Node.</p>
    </Fold>
  )
}
