import type { AddressPart, ParsedAddress, ParsedStreet } from '../../src/geocode/parse/parsed-address.ts'

/** An address in one line, in the wording of USPS Publication 28: `123 N MAIN ST APT 4, SAN ANTONIO, TX 78205-1234`. */
export function formatAddress(address: ParsedAddress): string {
  const { number, unit, poBox, place, city, state, zip, plus4, crossStreet } = address
  const crossing = crossStreet ? `& ${streetLine(crossStreet)}` : ''
  const street = [textOf(number), streetLine(address), crossing, textOf(unit)].filter(Boolean).join(' ')
  const last = [textOf(state), zip && plus4 ? `${zip.text}-${plus4}` : textOf(zip)].filter(Boolean).join(' ')
  return [textOf(place), street, textOf(poBox), textOf(city), last].filter(Boolean).join(', ')
}

function streetLine({ predirectional, street, suffix, postdirectional }: ParsedStreet): string {
  return [predirectional, street, suffix, postdirectional].map(textOf).filter(Boolean).join(' ')
}

function textOf(part: AddressPart | null): string {
  return part?.text ?? ''
}
