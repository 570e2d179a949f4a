import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { BatchQuestion } from '../../batch/batch-question.ts'
import { Button } from '../button.tsx'
import { dimensions } from '../catalog.ts'
import { groups } from '../picker/groups.ts'
import { lookAgain, question } from './scoring.ts'

const MOST_SCHOOLS = 10

/** What is added to every row. */
export function OptionsForm({
  isPrefixWanted,
  hasAddress,
}: {
  readonly isPrefixWanted: boolean
  readonly hasAddress: boolean
}) {
  const options = question.value
  const change = (part: Partial<BatchQuestion>) => void lookAgain({ question: { ...options, ...part } })
  const choose = (ids: readonly string[]) =>
    change({ dimensions: dimensions.map(({ id }) => id).filter((id) => ids.includes(id)) })
  return (
    <>
      <Fold summary={scoresWords(options.dimensions.length)}>
        <p class="doing">
          <Button onClick={() => choose(dimensions.map(({ id }) => id))}>All</Button>
          <Button onClick={() => choose([])}>None</Button>
        </p>
        <div class="scores">
          {groups().map(({ id, name, members }) => (
            <fieldset key={id}>
              <legend>{name}</legend>
              {members.map((member) => (
                <Tick
                  key={member.id}
                  label={member.name}
                  isOn={options.dimensions.includes(member.id)}
                  onChange={(isOn) =>
                    choose(
                      isOn
                        ? [...options.dimensions, member.id]
                        : options.dimensions.filter((other) => other !== member.id),
                    )
                  }
                />
              ))}
            </fieldset>
          ))}
        </div>
      </Fold>
      <Fold summary={alsoWords(options, hasAddress)} isNeeded={isPrefixWanted}>
        <Tick
          label="A description beside each score"
          isOn={options.descriptions}
          onChange={(descriptions) => change({ descriptions })}
        />
        <Tick label="School districts" isOn={options.districts} onChange={(districts) => change({ districts })} />
        {hasAddress && (
          <>
            <Tick
              label="Bands: how exactly an address was found, and the scores that people within that radius have"
              isOn={options.bands}
              onChange={(bands) => change({ bands })}
            />
            <Tick
              label="How each address was matched"
              isOn={options.geocodeDetails}
              onChange={(geocodeDetails) => change({ geocodeDetails })}
            />
            <Tick
              label="ZIP centroids for addresses whose city is unknown"
              isOn={options.zipCentroids === true}
              onChange={(zipCentroids) => change({ zipCentroids })}
            />
          </>
        )}
        <div class="fields">
          <label>
            Nearest schools
            <select
              value={options.schools}
              onChange={({ currentTarget }) => change({ schools: Number(currentTarget.value) })}
            >
              {Array.from({ length: MOST_SCHOOLS + 1 }, (_, count) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the number is what it stands for
                <option key={count} value={count}>
                  {count === 0 ? 'none' : count}
                </option>
              ))}
            </select>
          </label>
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

function Tick({
  label,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  onChange(isOn: boolean): void
}) {
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  )
}

function scoresWords(count: number): string {
  if (count === dimensions.length) return `Scores: all ${count}`
  return count === 0 ? 'Scores: none' : `Scores: ${count} of ${dimensions.length}`
}

function alsoWords(
  { descriptions, districts, schools, bands, geocodeDetails, zipCentroids, prefix }: BatchQuestion,
  hasAddress: boolean,
): string {
  const also = [
    ...(hasAddress && bands ? ['bands'] : []),
    ...(descriptions ? ['descriptions'] : []),
    ...(districts ? ['school districts'] : []),
    ...(hasAddress && geocodeDetails ? ['how addresses were matched'] : []),
    ...(hasAddress && zipCentroids ? ['ZIP centroids'] : []),
    ...(schools > 0 ? [`${schools} nearest ${schools === 1 ? 'school' : 'schools'}`] : []),
  ]
  const added = also.length === 0 ? 'Also add: nothing yet' : `Also add: ${also.join(', ')}`
  return prefix === '' ? added : `${added}; prefix “${prefix}”`
}

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
