/** A part of an address with its place in the input. */
export interface AddressPart {
  /** As normalized: upper case, the standard abbreviations of USPS Publication 28. */
  readonly text: string
  /** As given: `input.slice(start, end)`. */
  readonly given: string
  /** Offset of the first UTF-16 unit in the input. */
  readonly start: number
  /** Offset after the last one. */
  readonly end: number
}

/** The parts of a street; null where a part is missing. */
export interface ParsedStreet {
  /** `N`, `SW` */
  readonly predirectional: AddressPart | null
  /** The name alone, `16TH`, `SAINT JOHNS`, `MARTIN LUTHER KING`, `STATE ROAD 7`, `AVENUE E`, `CALLE REAL`. */
  readonly street: AddressPart | null
  /** `AVE`, `ST` */
  readonly suffix: AddressPart | null
  /** `N`, `SW` */
  readonly postdirectional: AddressPart | null
}

/** The parts of an address; null where a part is missing. No two parts share a character of the input. */
export interface ParsedAddress extends ParsedStreet {
  /** The house number: `123`, `45B`, `123 1/2`, `94-210`. */
  readonly number: AddressPart | null
  /** The street that crosses, of an intersection: "5th & Main". */
  readonly crossStreet: ParsedStreet | null
  /** `APT 4`, `STE 200`, `# 12`, `BLDG 3 STE 15`, `FL 37TH`. */
  readonly unit: AddressPart | null
  /** `PO BOX 123`, `RR 4 BOX 28E` */
  readonly poBox: AddressPart | null
  /** What is before or in place of the street: a school, a building, somebody's name. */
  readonly place: AddressPart | null
  /** As `normalizeCity` writes it: `SAINT PETERSBURG`, `WEST PALM BEACH`. */
  readonly city: AddressPart | null
  /** Two letters: `CA`. */
  readonly state: AddressPart | null
  /** Five digits. */
  readonly zip: AddressPart | null
  /** The four digits after the ZIP; its place is that of the ZIP where the two are one word. */
  readonly plus4: string | null
}
