import { groups, shortName } from './groups.ts'

/** The options of a select of dimensions, by group. */
export function DimensionOptions({ without = [] }: { readonly without?: readonly string[] }) {
  return groups.map(({ id, name, members }) => (
    <optgroup key={id} label={name}>
      {members
        .filter((member) => !without.includes(member.id))
        .map((member) => (
          <option key={member.id} value={member.id}>
            {shortName(member.id)}
          </option>
        ))}
    </optgroup>
  ))
}
