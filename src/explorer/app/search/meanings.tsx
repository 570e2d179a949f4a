import { Button } from '../controls.tsx'
import { foundWords } from '../words.ts'
import { getPlace } from './find.ts'
import type { OtherMeanings } from './notice.ts'

/** Lists places that a text may refer to if the text itself was not found. */
export function Meanings({ alternatives, take }: OtherMeanings) {
  return (
    <>
      <p id="meanings">{alternatives.length === 1 ? 'Did you mean this?' : 'Did you mean one of these?'}</p>
      <ul class="meanings" aria-labelledby="meanings">
        {alternatives.map((match) => (
          <li key={`${match.label} ${match.lat} ${match.lon}`}>
            <Button class="entry" onClick={() => take(getPlace(match))}>
              {match.label}
              <small>
                {match.county !== null && `${match.county}. `}
                {foundWords(match)}
              </small>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
