import { useEffect, useRef } from 'preact/hooks'
import type { Option } from './suggestions.ts'

interface Props {
  readonly options: readonly Option[]
  /** Index of the option that Enter selects; -1 for none. */
  readonly active: number
  /** Whether the options are recent places, which can be removed. */
  readonly areRecent: boolean
  readonly isOpen: boolean
  readonly take: (option: Option) => void
  readonly remove: (option: Option) => void
}

/** ID of the list, for the field that controls it. */
export const LIST = 'search-options'

export function optionId(index: number): string {
  return `${LIST}-${index}`
}

/**
 * The list of a combobox. The focus stays in the field, where Enter selects the active option and Delete removes it.
 */
export function OptionList({ options, active, areRecent, isOpen, take, remove }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  useEffect(() => {
    const box = list.current!
    const click = ({ target }: Event) => {
      const clicked = (target as Element).closest('[role=option]')
      const option = clicked && options[[...box.children].indexOf(clicked)]
      if (option) (target as Element).closest('.remove') ? remove(option) : take(option)
    }
    box.addEventListener('click', click)
    return () => box.removeEventListener('click', click)
  }, [options, take, remove])
  return (
    <div
      ref={list}
      id={LIST}
      role="listbox"
      tabIndex={-1}
      class="options"
      aria-label={areRecent ? 'Recent places' : 'Suggested places'}
      hidden={!isOpen}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <div
          key={`${option.kind} ${option.label}`}
          id={optionId(index)}
          role="option"
          class="line spread"
          tabIndex={-1}
          aria-selected={index === active}
        >
          <span>
            {option.label} <small class="own-line">{option.kind}</small>
          </span>
          {areRecent && (
            <span class="centered remove" aria-hidden="true" title="Remove from the recent places">
              ×
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
