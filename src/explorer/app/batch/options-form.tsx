import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { dimensions } from '../catalog.ts'
import { Button, Select, Tick } from '../controls.tsx'
import type { BatchQuestion } from '../library.ts'
import { groups } from '../picker/groups.ts'
import { lookAgain, question } from './scoring.ts'

const MAX_SCHOOLS = 10

interface Addition {
  readonly id: 'descriptions' | 'districts' | 'bands' | 'geocodeDetails' | 'zipCentroids'
  readonly label: string
  /** Short name for the summary of the chosen additions. */
  readonly short: string
  /** Whether the option only applies to rows with an address. */
  readonly ofAddress?: true
}

const ALSO: readonly Addition[] = [
  { id: 'descriptions', label: 'A description beside each score', short: 'descriptions' },
  { id: 'districts', label: 'School districts', short: 'school districts' },
  {
    id: 'bands',
    label: 'Bands: how precisely each address was located, and the range of scores for most people around it',
    short: 'bands',
    ofAddress: true,
  },
  { id: 'geocodeDetails', label: 'How each address was matched', short: 'how addresses were matched', ofAddress: true },
  {
    id: 'zipCentroids',
    label: 'ZIP centroids for addresses whose city is unknown',
    short: 'ZIP centroids',
    ofAddress: true,
  },
]

interface OptionsProps {
  readonly isPrefixWanted: boolean
  readonly hasAddress: boolean
}

/** Lets the user choose what to add to every row. */
export function OptionsForm({ isPrefixWanted, hasAddress }: OptionsProps) {
  const options = question.value
  const change = (part: Partial<BatchQuestion>) => void lookAgain({ question: { ...options, ...part } })
  const choose = (ids: readonly string[]) =>
    change({ dimensions: dimensions.map(({ id }) => id).filter((id) => ids.includes(id)) })
  return (
    <>
      <Fold summary={scoresWords(options.dimensions.length)}>
        <p class="actions">
          <Button onClick={() => choose(dimensions.map(({ id }) => id))}>All</Button>
          <Button onClick={() => choose([])}>None</Button>
        </p>
        <div class="choices">
          {groups().map(({ id, name, members }) => (
            <fieldset key={id}>
              <legend>{name}</legend>
              {members.map((member) => (
                <Tick
                  key={member.id}
                  label={member.name}
                  isOn={options.dimensions.includes(member.id)}
                  onChange={(isOn) =>
                    choose([...options.dimensions.filter((other) => other !== member.id), ...(isOn ? [member.id] : [])])
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Fold>
      <Fold summary={alsoWords(options, hasAddress)} isNeeded={isPrefixWanted}>
        {ALSO.filter(({ ofAddress }) => hasAddress || !ofAddress).map(({ id, label }) => (
          <Tick key={id} label={label} isOn={options[id] === true} onChange={(isOn) => change({ [id]: isOn })} />
        ))}
        <div class="fields">
          <Select
            label="Nearest schools"
            value={String(options.schools)}
            options={Array.from({ length: MAX_SCHOOLS + 1 }, (_, count) => [
              `${count}`,
              count === 0 ? 'none' : `${count}`,
            ])}
            onChoose={(count) => change({ schools: Number(count) })}
          />
          <label>
            Prefix of added columns
            <input
              type="text"
              value={options.prefix}
              maxLength={40}
              spellcheck={false}
              autocomplete="off"
              placeholder="none"
              onInput={({ currentTarget }) => change({ prefix: currentTarget.value })}
            />
          </label>
        </div>
      </Fold>
    </>
  )
}

function scoresWords(count: number): string {
  if (count === dimensions.length) return `Scores: all ${count}`
  return count === 0 ? 'Scores: none' : `Scores: ${count} of ${dimensions.length}`
}

function alsoWords(options: BatchQuestion, hasAddress: boolean): string {
  const { schools, prefix } = options
  const also = [
    ...ALSO.flatMap(({ id, short, ofAddress }) => (options[id] && (hasAddress || !ofAddress) ? [short] : [])),
    ...(schools > 0 ? [`${schools} nearest ${schools === 1 ? 'school' : 'schools'}`] : []),
  ]
  const added = also.length === 0 ? 'Also add: nothing yet' : `Also add: ${also.join(', ')}`
  return prefix === '' ? added : `${added}; prefix “${prefix}”`
}

interface FoldProps {
  readonly summary: string
  readonly isNeeded?: boolean
  readonly children: ComponentChildren
}

/** Renders a details element that opens when it is needed and then stays open. */
export function Fold({ summary, isNeeded = false, children }: FoldProps) {
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
