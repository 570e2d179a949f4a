import { dimensions } from '../../dimensions/catalog.ts'
import { ColourStrip } from '../picker/colour-strip.tsx'
import { type Manifest, sourcesOf } from './manifest.ts'

/** What one score says, how it is made, and out of which data. */
export function AboutDimension({ id, manifest }: { readonly id: string; readonly manifest: Manifest | null }) {
  const { name, method, scale } = dimensions.find((one) => one.id === id)!
  return (
    <>
      <h3>{name}</h3>
      <ColourStrip dimension={id} />
      <dl>
        <dt>1</dt>
        <dd>{scale.low}</dd>
        {scale.middle !== null && (
          <>
            <dt>128</dt>
            <dd>{scale.middle}</dd>
          </>
        )}
        <dt>255</dt>
        <dd>{scale.high}</dd>
        <dt>0</dt>
        <dd>{scale.zero}</dd>
      </dl>
      <p>
        <b>How it is made.</b> {method}
      </p>
      {manifest !== null && (
        <>
          <h4>Sources</h4>
          <ul class="sources">
            {sourcesOf(manifest, id).map(({ id: source, agency, title, vintage, licence, address }) => (
              <li key={source}>
                <a href={address} target="_blank" rel="noreferrer">
                  {title}
                </a>
                <small>
                  {agency}; {vintage}; {licence}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
