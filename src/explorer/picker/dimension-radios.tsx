import { dimension } from '../view.ts'
import { groups, shortName } from './groups.ts'

/** The fourteen dimensions as one group of radio buttons. */
export function DimensionRadios() {
  return (
    <fieldset class="dimensions">
      <legend>
        <h2>Score on the map</h2>
      </legend>
      {groups.map(({ id, name, members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would make a radio group of its own of each
        <div key={id} role="group" aria-labelledby={`group-${id}`}>
          <h3 id={`group-${id}`}>{name}</h3>
          {members.map((member) => (
            <label key={member.id}>
              <input
                type="radio"
                name="dimension"
                checked={dimension.value === member.id}
                onChange={() => {
                  dimension.value = member.id
                }}
              />
              <span>
                {shortName(member.id)}
                <small>{member.ends.join(' – ')}</small>
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  )
}
