import type { Refusal } from './locate.ts'
import type { Said } from './said.ts'

const COVERAGE = 'California, Texas and Florida'

/** Why an address is not found. */
export function refusalMessage(refusal: Refusal, { city, state, zip }: Said): string {
  switch (refusal) {
    case 'outside':
      return `The address lies outside the coverage, ${COVERAGE}: ${state === null ? `ZIP ${zip}` : `state ${state}`}.`
    case 'nothing said':
      return `No ZIP, city or state of ${COVERAGE} stands in the address: add "city, state ZIP".`
    case 'unknown':
      return city === null
        ? `There is no ZIP ${zip} in ${COVERAGE}: add the city and the state.`
        : `There is no ${zip === null ? '' : `ZIP ${zip} and no `}place named ${city} in ${state ?? COVERAGE}: check the spelling, or add city, state and ZIP.`
    case 'unread':
      return `Not all of the address is understood: write it as "number street, city, state ZIP".`
    case 'state alone':
      return 'The address names a state and neither city nor ZIP: add one of them.'
    case 'namesake':
      return `A place ${city} outside ${COVERAGE} may be meant: add the state or the ZIP.`
    case 'contradiction':
      return `ZIP ${zip} lies in another state than ${state}: check both.`
    case 'ZIP alone':
      return `There is no ${city} near ZIP ${zip} in ${COVERAGE}: add the state, or leave the city out.`
    case 'unknown name':
      return `That name is not known in a city of ${COVERAGE}: add the street, and the state or the ZIP.`
  }
}

export const UNSURE = 'No match is sure enough, or none in the layers asked for: give the address in more detail.'

export function unprovenMessage({ city, state }: Said): string {
  return `The street layers of ${state} have such an address, but ${city === null ? 'no city stands in this one' : `not where ${city} is`}: add the ZIP, or see the alternatives.`
}

export function severalMessage(address: string): string {
  return `Several places fit as well as ${address}: add the ZIP, or see the alternatives.`
}

export function openMessage(name: string): string {
  return `Several places are named ${name}, and the street is not in the data: add the ZIP, or see the alternatives.`
}

/** @param counties at least two */
export function splitMessage(where: string, counties: readonly string[]): string {
  const names = `${counties.slice(0, -1).join(', ')} and ${counties[counties.length - 1]}`
  return `${where} lies in ${names}, and the street is not in the data, so that it is not sure where the address is: add street layers, or take the middle from the alternatives.`
}

export function contradictionMessage({ zip, city }: Said): string {
  return `ZIP ${zip} and the city ${city} lie far from each other, and the street is not in the data: check both, or see the alternatives.`
}

export function farMessage({ zip, city }: Said): string {
  return `ZIP ${zip} and the city ${city} lie far from each other: this is the ZIP.`
}

export function ambiguousMessage(name: string, line: string): string {
  return `Several places are named ${name}: ${line} has the most people of them; add state and ZIP, or see the alternatives.`
}

export function bareMessage(line: string): string {
  return `No state or ZIP is given: ${line} is the place of that name in ${COVERAGE}; there may be others elsewhere.`
}
