import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Takes files that are dropped anywhere on the page. Tells whether one is held over it. */
export function useDroppedFile(take: (file: File) => void): Signal<boolean> {
  const isOver = useSignal(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it takes with does the same each time
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      isOver.value = false
      const file = event.dataTransfer?.files[0]
      if (file === undefined) return
      // A browser opens what is dropped otherwise.
      event.preventDefault()
      take(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])

  return isOver
}
