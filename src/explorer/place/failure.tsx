import { Button } from '../button.tsx'
import { isOutdated } from '../view.ts'

/** One sentence about what went wrong, and a second try where it may help. */
export function Failure({ reason, retry }: { readonly reason: string; readonly retry: () => void }) {
  return (
    <div class="failure" role="alert">
      <p class="problem">{reason}</p>
      {!isOutdated.value && <Button onClick={retry}>Try again</Button>}
    </div>
  )
}
