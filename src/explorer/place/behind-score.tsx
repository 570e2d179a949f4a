import type { Basis, Dimension } from '../../dimensions/dimension.ts'
import type { Explanation } from '../../endpoints/scores.ts'
import { COVERAGE } from '../../states.ts'

const bases: Readonly<Record<Basis, string>> = {
  measured: 'Measured: an observation or official zone at the place.',
  modelled: 'Modelled: computed from nearby observations.',
  estimate: 'Estimate (~): made from a coarser area or a proxy. It says nothing about one house.',
}

interface Props {
  readonly dimension: Dimension
  readonly explanation: Explanation
  /** Name of the state, where it is known. */
  readonly state: string | undefined
}

/** Where a score comes from: raw values, what it rests on, where it stands among people, method and sources. */
export function BehindScore({ dimension, explanation, state }: Props) {
  const { scale, method } = dimension
  const { basis, inputs, sources } = explanation
  const among = percentiles(explanation, state ?? 'the state')
  return (
    <dl class="facts">
      <dt>Scale</dt>
      <dd>
        1 = {scale.low}
        <br />
        {scale.middle !== null && (
          <>
            128 = {scale.middle}
            <br />
          </>
        )}
        255 = {scale.high}
        <br />0 = {scale.zero}
      </dd>
      {basis !== null && (
        <>
          <dt>Rests on</dt>
          <dd>{bases[basis]}</dd>
        </>
      )}
      {inputs.length > 0 && (
        <>
          <dt>Raw values</dt>
          <dd>
            <RawValues inputs={inputs} />
          </dd>
        </>
      )}
      {among.length > 0 && (
        <>
          <dt>Among people</dt>
          <dd>
            {among.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </dd>
        </>
      )}
      <dt>Method</dt>
      <dd>{method}</dd>
      <dt>Sources</dt>
      <dd>
        <ul>
          {sources.map(({ agency, title, vintage, license }) => (
            <li key={`${agency} ${title}`}>
              {agency}: {title}, {vintage} <span class="quiet">({license})</span>
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}

function RawValues({ inputs }: Pick<Explanation, 'inputs'>) {
  return (
    <table>
      <thead class="hidden">
        <tr>
          <th scope="col">What was measured</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {inputs.map(({ name, value, unit, geography }, i) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {/* Each area once, below the last of the values that stand for it. */}
              {inputs[i + 1]?.geography !== geography && <small>for {geography}</small>}
            </th>
            <td>
              {value ?? 'unknown'}
              {value !== null && unit !== null && ` ${unit}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function percentiles({ percentile: { state, coverage } }: Explanation, stateName: string): string[] {
  const rows: readonly (readonly [where: string, share: number | null])[] = [
    [stateName, state],
    [`${COVERAGE} together`, coverage],
  ]
  return rows.flatMap(([where, share]) =>
    share === null ? [] : [`${share} % of the people of ${where} live at this score or a lower one.`],
  )
}
