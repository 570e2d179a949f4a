import { dimensions } from '../../dimensions/catalog.ts'
import { COVERAGE } from '../../states.ts'
import { AboutDimension } from './about-dimension.tsx'
import { agenciesOf, type Manifest } from './manifest.ts'

/** What there is to know before the scores are used. */
export function AboutPage({ manifest }: { readonly manifest: Manifest | null }) {
  return (
    <>
      <p>
        Fourteen scores for every place in {COVERAGE}, made from public data. Each says what an area is like: how
        walkable, how quiet, how far from industry. The map, the addresses and the files that you drop are all worked
        out inside your browser. <b>Nothing that you type, click or drop is sent anywhere.</b>
      </p>

      <h3>How to read a score</h3>
      <ul>
        <li>
          A score goes from 1 to 255, from one end of its scale to the other. What the ends mean differs: 255 is quiet
          in noise levels, countryside in urban-rural, liberal in ideological lean. The higher is not always the better.
        </li>
        <li>
          <b>0 is no data</b>, never a low score. Such places have no colour.
        </li>
        <li>
          <b>~ and hatching mark an estimate</b>: it rests on a wider area, or on something that only goes along with
          what is meant.
        </li>
      </ul>

      <h3>Before you rely on one</h3>
      <ul>
        <li>
          Scores describe areas, never the people who live there. They must not be used to choose or to turn away
          people.
        </li>
        <li>
          Flood and fire scores are no determination of a zone. Fire maps are of 2007–2011, for California only; flood
          zones are at hand for Dallas, all else is an estimate.
        </li>
        <li>Noise cannot tell the house beside a railway from its neighbours, and military airfields are missing.</li>
        <li>
          Most addresses are found as the middle of their ZIP code, which can be kilometres away: click on the map to be
          exact.
        </li>
        <li>
          Years differ: census and residents 2018–22, air 2022–24, votes 2020, airports 2019. Each source below names
          its own.
        </li>
      </ul>

      <h3>The scores and their sources</h3>
      {dimensions.map(({ id, name }) => (
        <details key={id} name="score">
          <summary>{name}</summary>
          <AboutDimension id={id} manifest={manifest} />
        </details>
      ))}
      {manifest !== null && <p class="quiet">Published by {agenciesOf(manifest).join('; ')}.</p>}

      <h3>The program</h3>
      <p>
        This page is part of vicinage, an open library (MIT licence) that gives the same scores to programs, on one's
        own computer.
        {manifest !== null && (
          <>
            {' '}
            Data of {manifest.builder}, build {manifest.build}.
          </>
        )}{' '}
        <a href="data/manifest.json">All data files</a>,{' '}
        <a href="THIRD-PARTY-LICENSES.txt">licences of what it is made with</a>.
      </p>
    </>
  )
}
