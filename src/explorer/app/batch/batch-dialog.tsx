import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button, Dialog, Problem, set } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import { quoted } from '../library.ts'
import { FileReady } from './file-ready.tsx'
import { MAX_BYTES, MAX_ROWS } from './file-text.ts'
import { clearMap, pointsOnMap } from './points-on-map.ts'
import { RunProgress, RunResult } from './run-result.tsx'
import { counted, getAdvice, getPercent, look, stage, take } from './scoring.ts'

/** Scores a file that is chosen or dropped anywhere on the page. */
export function BatchDialog({ engine }: EngineProps) {
  const inside = useRef<HTMLDivElement>(null)
  const isOpen = useSignal(false)
  const { at } = stage.value
  const isOver = useDroppedFile((dropped) => {
    isOpen.value = true
    void take(dropped)
  })

  // The focused element disappears when the stage changes, so move the focus into the new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every stage
  useEffect(() => {
    if (isOpen.peek()) inside.current?.focus()
  }, [at, isOpen])

  return (
    <div class="batch">
      <Button onClick={() => set(isOpen, true)}>
        {at === 'scoring'
          ? `Scoring ${getPercent(stage.value, look.value)}%`
          : at === 'done'
            ? 'Scored file'
            : 'Score a file'}
      </Button>
      <span role="status" class="hidden">
        {at === 'done' && !isOpen.value ? 'The file has been scored.' : ''}
      </span>
      <OnMap />
      {isOver.value && !isOpen.value && <p class="centered drop-here">Drop the CSV file to score its rows</p>}
      <Dialog
        isOpen={isOpen.value}
        inside={inside}
        id="batch-title"
        title={at === 'done' ? 'Scored file' : 'Score a file'}
        onClose={() => set(isOpen, false)}
      >
        <p class="quiet">Nothing is uploaded: your file is read and scored in this browser.</p>
        {(at === 'start' || at === 'reading') && <FileDrop isOver={isOver.value} />}
        {at === 'ready' && <FileReady />}
        {at === 'scoring' && <RunProgress />}
        {at === 'done' && <RunResult engine={engine} onShow={() => set(isOpen, false)} />}
      </Dialog>
    </div>
  )
}

/** Lets the user choose or drop a file. */
function FileDrop({ isOver }: { readonly isOver: boolean }) {
  const isReading = stage.value.at === 'reading'
  const problem = stage.value.at === 'start' ? stage.value.problem : undefined
  return (
    <>
      <div class={isOver ? 'stack drop over' : 'stack drop'}>
        <label for="batch-file">Drop a CSV file here, or choose one</label>
        <input
          id="batch-file"
          type="file"
          accept=".csv,.tsv,.tab,.txt,.psv,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip"
          aria-describedby="batch-file-needs"
          disabled={isReading}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // Allows the same file to be chosen again after the user has edited it.
            currentTarget.value = ''
            if (file !== undefined) void take(file)
          }}
        />
        <p id="batch-file-needs" class="quiet">
          First a header line, then one place per line: latitude and longitude, or an address. Up to {counted(MAX_ROWS)}{' '}
          rows and {MAX_BYTES >> 20} MB; tabs, semicolons and .gz work, too.
        </p>
      </div>
      <p role="status">{isReading ? 'Reading the file…' : ''}</p>
      <Problem>{problem && getAdvice(problem).sentence}</Problem>
      <PasteList />
      <p>
        No file?{' '}
        <Button disabled={isReading} onClick={() => void take(exampleFile())}>
          Try an example
        </Button>
      </p>
    </>
  )
}

/** Accepts pasted addresses instead of a file. */
function PasteList() {
  const pasted = useSignal('')
  return (
    <form
      class="stack drop"
      onSubmit={(event) => {
        event.preventDefault()
        if (pasted.value.trim() !== '') void take(listFile(pasted.value))
      }}
    >
      <label for="batch-list">Or paste a list: one address, place or coordinate per line</label>
      <textarea
        id="batch-list"
        rows={4}
        value={pasted.value}
        placeholder={'1100 Congress Ave, Austin, TX 78701\n90210'}
        spellcheck={false}
        onInput={({ currentTarget }) => set(pasted, currentTarget.value)}
      />
      <button type="submit" disabled={pasted.value.trim() === ''}>
        Use this list
      </button>
    </form>
  )
}

/**
 * Turns pasted text into a file. Spreadsheet cells become a TSV file; anything else becomes a single column of
 * addresses.
 */
function listFile(text: string): File {
  const lines = text.split(/\r?\n|\r/).filter((line) => line.trim() !== '')
  if (lines[0]?.includes('\t')) return new File([lines.join('\n')], 'list.tsv')
  const rows = ['address', ...lines.map((line) => line.trim())].map((line) => `${quoted(line, ',')}\n`)
  return new File(rows, 'list.csv', { type: 'text/csv' })
}

/** Accepts files dropped anywhere on the page. The returned signal tells whether a file is being dragged over it. */
function useDroppedFile(take: (file: File) => void): Signal<boolean> {
  const isOver = useSignal(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `take` does the same each time
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
      // Without this, the browser would open the dropped file.
      event.preventDefault()
      take(file)
    }
    const listening = new AbortController()
    addEventListener('dragover', over, listening)
    addEventListener('dragleave', leave, listening)
    addEventListener('drop', drop, listening)
    return () => listening.abort()
  }, [])

  return isOver
}

const PLACES = `name,latitude,longitude,address
Texas State Capitol,,,"1100 Congress Ave, Austin, TX 78701"
Golden Gate Park,37.7694,-122.4862,
Santa Monica Pier,34.0094,-118.4973,
Yosemite Valley,37.7456,-119.5936,
Balboa Park,32.7341,-117.1446,
The Alamo,29.4260,-98.4861,
Big Bend National Park,29.2498,-103.2502,
Ocean Drive,25.7826,-80.1304,
Key West,24.5551,-81.7800,
`

/** Returns an example file of well-known places, one with an address instead of coordinates. */
function exampleFile(): File {
  return new File([PLACES], 'example.csv', { type: 'text/csv' })
}

/** Removes a file's points from the map. */
function OnMap() {
  const count = pointsOnMap.value
  return (
    <>
      {count > 0 && (
        <Button class="plain" onClick={clearMap}>
          Clear {counted(count, 'point')}
        </Button>
      )}
      <span role="status" class="hidden">
        {count === 0 ? '' : `${counted(count, 'point')} from the file on the map`}
      </span>
    </>
  )
}
