/** @jsxImportSource react */
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useScores } from './use-scores.ts'

const places = [
  { name: 'Austin: Congress Avenue', lat: 30.2672, lon: -97.7431 },
  { name: 'San Francisco: Mission District', lat: 37.7599, lon: -122.4148 },
  { name: 'Nowhere', lat: 91, lon: 0 },
]

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

function App() {
  const [chosen, choose] = useState(0)
  return (
    <main>
      <h1>Scores of a place</h1>
      <label>
        Place{' '}
        <select value={chosen} onChange={(event) => choose(Number(event.target.value))}>
          {places.map(({ name }, i) => (
            <option key={name} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ScoresOf place={places[chosen]} />
    </main>
  )
}

function ScoresOf({ place }: { readonly place: { readonly lat: number; readonly lon: number } }) {
  const answer = useScores(place)
  if (answer.state === 'loading') return <p role="status">Loading …</p>
  if (answer.state === 'failed')
    return (
      <p role="alert">
        {answer.error.message}{' '}
        {answer.retry && (
          <button type="button" onClick={answer.retry}>
            Try again
          </button>
        )}
      </p>
    )
  return (
    <ul>
      {Object.entries(answer.scores).map(([dimension, { score, description }]) => (
        <li key={dimension}>
          {dimension}: <b>{score || 'no data'}</b> {description}
        </li>
      ))}
    </ul>
  )
}
