import { describe, expect, it } from 'vitest'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { find, isPlaceName } from '../../../src/explorer/app/search/find.ts'
import { getIntent, getSingle, type Intent } from '../../../src/explorer/app/search/intent.ts'
import { arePlaces, findMiddle, findNamed, type Understood } from '../../../src/explorer/app/search/understand.ts'
import { untouched } from '../../../src/explorer/app/view.ts'

const engine = openEngine(new URL('../../../dist-data/', import.meta.url))

/** Returns how a search was understood: `noise-levels: Austin, TX (cheap)`. Unknown words are in parentheses. */
async function readingOf(text: string): Promise<string> {
  let intent: Intent = getIntent(text)
  if (intent.asks === 'comparison' && !intent.isSure && !(await arePlaces(engine, intent.names)))
    intent = getSingle(text)
  if (intent.asks === 'here') return 'here'
  if (intent.asks === 'comparison') {
    const places = await Promise.all(intent.names.map((name) => find(engine, name)))
    return `${intent.about ?? 'all'}: ${places.map(({ place }) => place?.found?.address).join(' vs ')}`
  }
  if (intent.asks === 'place') return inWords(await findNamed(engine, text, untouched))
  const { only, perhapsName } = intent
  if (perhapsName !== null && (await isPlaceName(engine, perhapsName)))
    return inWords(await findNamed(engine, text, untouched))
  const middle = await findMiddle(engine, intent, untouched)
  return inWords(
    middle,
    only.map(({ dimension }) => dimension),
  )
}

function inWords(found: Understood | null, about: readonly string[] = found?.topic ? [found.topic] : []): string {
  const scores = about.length > 0 ? `${about.join(' + ')}: ` : ''
  const unknown = found === null || found.unknown.length === 0 ? '' : ` (${found.unknown.join(' ')})`
  const { address, typed, layer } = found?.place?.found ?? {}
  const isMissing = typed !== undefined && ['city', 'zip'].includes(layer!)
  return `${scores}${isMissing ? 'street not found, ' : ''}${address ?? found?.message ?? 'the view'}${unknown}`
}

/** Searches by class, each with the expected interpretation. They were written before the code was read. */
const searches: Readonly<Record<string, readonly (readonly [text: string, reading: string])[]>> = {
  'conditions in other orders': [
    ['walkable and quiet, San Diego', 'walkability + noise-levels: San Diego, CA'],
    ['near Austin somewhere quiet', 'noise-levels: Austin, TX'],
    ['San Antonio neighborhoods that are walkable', 'walkability: San Antonio, TX'],
    ['where in Orlando is it quiet', 'noise-levels: Orlando, FL'],
    ['Sacramento: clean air, little traffic noise', 'air-quality + noise-levels: Sacramento, CA'],
  ],
  'hazards near a city': [
    ['no flood zone close to Jacksonville', 'flood: Jacksonville, FL'],
    ['low wildfire risk around Santa Rosa', 'fire: Santa Rosa, CA'],
    ['not in a flood plain, Houston', 'flood: Houston, TX'],
    ['Fort Lauderdale safe from floods', 'flood: Fort Lauderdale, FL'],
    ['away from factories in Long Beach', 'industrial-proximity: Long Beach, CA'],
  ],
  schools: [
    ['good elementary schools in Plano', 'Plano, TX (good elementary schools)'],
    ['best schools near Irvine and quiet', 'noise-levels: Irvine, CA (schools)'],
    ['top rated high school Frisco TX', 'Frisco, TX (top rated high school)'],
    ['schools near 1100 Congress Ave, Austin', '1100 Congress Ave, Austin, TX 78701 (schools)'],
    ['great school district, low flood risk, Katy', 'flood: Katy, TX (great school district)'],
  ],
  comparisons: [
    ['Tampa versus Orlando', 'all: Tampa, FL vs Orlando, FL'],
    ['compare Austin with Dallas', 'all: Austin, TX vs Dallas, TX'],
    ['Is Plano quieter than Frisco?', 'noise-levels: Plano, TX vs Frisco, TX'],
    ['Miami or Fort Lauderdale', 'all: Miami, FL vs Fort Lauderdale, FL'],
    ['difference between 78704 and 78745', 'all: Austin, TX 78704 vs Austin, TX 78745'],
  ],
  'addresses and crossings': [
    ['1100 congress avenue austin texas 78701', '1100 Congress Ave, Austin, TX 78701'],
    ['Congress Ave & 6th St, Austin', '6th St E & Congress Ave, Austin, TX 78701'],
    ['corner of Main St and Elm St Dallas', 'street not found, Dallas, TX'],
    ['233 s beaudry los angeles apt 4', '233 Beaudry Ave S, Los Angeles, CA 90017'],
    [
      'near the intersection of Hollywood Blvd and Vine St, Los Angeles',
      'W Hollywood Blvd & N Vine St, Los Angeles, CA 90028',
    ],
  ],
  'ZIPs, counties and neighborhoods': [
    ['ZIP 90210', 'Beverly Hills, CA 90210'],
    ['zip code 33139 quiet', 'noise-levels: Miami Beach, FL 33139'],
    ['Travis County', 'Travis County, TX'],
    ['quiet in Collin County', 'noise-levels: Collin County, TX'],
    ['Hyde Park Austin', 'Hyde Park, Austin, TX'],
  ],
  'negations and nonsense': [
    ['not noisy, not far from Dallas', 'noise-levels: Dallas, TX'],
    ['no industry and no freeway noise near Fresno', 'industrial-proximity + noise-levels: Fresno, CA'],
    ['blorptastic walkable Tampa', 'walkability: Tampa, FL (blorptastic)'],
    // The first suggestion; the panel also offers Naples, FL.
    ['cheap condo with pool in Naples', 'Naples, Long Beach, CA (cheap condo pool)'],
    [
      'asdf qwerty',
      'There is no place named asdf qwerty in California, Texas and Florida: check the spelling, or add city, state and ZIP.',
    ],
  ],
  'places outside': [
    ['Las Vegas', 'The address is outside California, Texas and Florida: Las Vegas is not covered.'],
    ['quiet near Atlanta', 'noise-levels: Atlanta, TX'],
    ['New York City', 'The address is outside California, Texas and Florida: New York City is not covered.'],
    ['Phoenix, AZ 85004', 'The address is outside California, Texas and Florida: Arizona (AZ) is not covered.'],
    [
      '350 5th Ave, New York, NY 10118',
      'The address is outside California, Texas and Florida: New York (NY) is not covered.',
    ],
  ],
  'what a score is about': [
    ['flood risk in Houston', 'flood: Houston, TX'],
    ['Houston flood zone', 'flood: Houston, TX'],
    ['wildfire risk Santa Rosa', 'fire: Santa Rosa, CA'],
    ['how loud is Miami Beach', 'noise-levels: Miami Beach, FL'],
    ['City of Industry', 'City of Industry, CA'],
    ['is Malibu in a fire zone', 'fire: Malibu, CA'],
    ['does Key Biscayne flood', 'flood: Key Biscayne, FL'],
  ],
  'other questions': [
    ['which is quieter, Plano or Frisco?', 'noise-levels: Plano, TX vs Frisco, TX'],
    ['compare Austin, Dallas and Houston', 'all: Austin, TX vs Dallas, TX vs Houston, TX'],
    ['quiet or walkable near Miami', 'noise-levels + walkability: Miami, FL'],
    ['cheap apartments 78704', 'Austin, TX 78704 (cheap apartments)'],
    ['walkable places not in Miami', 'walkability: Miami, FL (not)'],
    ['not walkable near Waco', 'Waco, TX (not walkable)'],
    ['no nightlife, quiet, Gainesville', 'liveliness + noise-levels: Gainesville, FL'],
    ['beach town Florida quiet', 'noise-levels: Florida (beach)'],
    [
      'walkable Portland OR',
      'walkability: The address is outside California, Texas and Florida: Oregon (OR) is not covered.',
    ],
    ['New York City apartments', 'The address is outside California, Texas and Florida: New York City is not covered.'],
    ['Portland OR', 'The address is outside California, Texas and Florida: Oregon (OR) is not covered.'],
  ],
}

describe.each(Object.entries(searches))('a search for %s', (_, ofClass) => {
  it.each(ofClass)('is parsed, or its unknown words are listed: %s', async (text, reading) => {
    expect(await readingOf(text)).toBe(reading)
  })
})
