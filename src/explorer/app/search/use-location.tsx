import { useSignal } from '@preact/signals'
import { Button } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import { choose } from '../places.ts'
import { myLocation } from './find.ts'

/** A button that chooses the device's location. */
export function UseLocation({ engine }: EngineProps) {
  const words = useSignal('')
  const isBusy = useSignal(false)
  const find = async () => {
    isBusy.value = true
    words.value = 'Finding your location…'
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
      <Button disabled={isBusy.value} onClick={find}>
        Use my location
      </Button>
      <p role="status" class="quiet">
        {words.value}
      </p>
    </div>
  )
}
