import { useSignal } from '@preact/signals'
import type { PartProps } from '../app.tsx'
import { myLocation } from '../search/my-location.ts'
import { choose } from '../view.ts'

/** A button that chooses where the person is. */
export function UseLocation({ engine }: PartProps) {
  const words = useSignal('')
  const isBusy = useSignal(false)
  const find = async () => {
    isBusy.value = true
    words.value = 'Asking the device where it is…'
    try {
      choose(await myLocation(engine), { look: true })
      words.value = ''
    } catch (error) {
      words.value = (error as Error).message
    }
    isBusy.value = false
  }
  return (
    <div class="location">
      <button type="button" disabled={isBusy.value} onClick={find}>
        Use my location
      </button>
      <p role="status" class="quiet">
        {words.value}
      </p>
    </div>
  )
}
