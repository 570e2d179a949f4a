import { stateNames } from '../../../base/all-states.ts'

/** All meanings that a word can have in an address. '' means that the word does not have this meaning. */
export interface Meaning {
  /** Standard abbreviation of a street suffix: `AVE`. */
  suffix: string
  /** The suffix written out: `AVENUE`. */
  suffixName: string
  /** Whether the suffix is rare in city names. */
  endsStreet: boolean
  /** Directional: N, S, E, W, NE, NW, SE or SW. */
  direction: string
  /** Directional written out: `NORTH`. */
  directionName: string
  /** Standard abbreviation of a unit designator: `APT`. */
  unit: string
  /** Abbreviation of a unit designator that does not need a number: `REAR`. */
  bareUnit: string
  /** Whether a PO box can begin with the word: `PO`, `BOX`, `RR`. */
  beginsBox: boolean
  /** Whether a numbered road can begin with the word: `SR`, `COUNTY`, `OLD`. */
  beginsRoute: boolean
  /** Whether a state name of several words can end with the word: `YORK`. */
  endsState: boolean
  /** State that has this word as its code, name or older abbreviation. */
  state: string
  /** Role of the word in forms that people type. See `typed-forms.ts`. */
  form: '' | 'block' | 'nothing' | 'country' | 'crossing' | 'axis' | 'near' | 'between' | 'scale'
}

/**
 * Street suffixes from USPS Publication 28, appendix C1 (standard abbreviation, name, common variants), followed by a
 * few suffixes in use that the table lacks.
 */
const SUFFIXES = `ALY ALLEY ALLEE ALLY,ANX ANNEX ANEX ANNX,ARC ARCADE,AVE AVENUE AV AVEN AVENU AVN AVNUE,BYU BAYOU BAYOO,BCH BEACH,
BND BEND,BLF BLUFF BLUF,BLFS BLUFFS,BTM BOTTOM BOT BOTTM,BLVD BOULEVARD BOUL BOULV BLV BLVRD BVD,BR BRANCH BRNCH,BRG BRIDGE BRDGE,
BRK BROOK,BRKS BROOKS,BG BURG,BGS BURGS,BYP BYPASS BYPA BYPAS BYPS,CP CAMP CMP,CYN CANYON CANYN CNYN,CPE CAPE,
CSWY CAUSEWAY CAUSWA,CTR CENTER CEN CENT CENTR CENTRE CNTER CNTR,CTRS CENTERS,CIR CIRCLE CIRC CIRCL CRCL CRCLE CI,CIRS CIRCLES,
CLF CLIFF,CLFS CLIFFS,CLB CLUB,CMN COMMON,CMNS COMMONS,COR CORNER,CORS CORNERS,CRSE COURSE,CT COURT CRT,CTS COURTS,CV COVE,CVS COVES,
CRK CREEK,CRES CRESCENT CRSENT CRSNT,CRST CREST,XING CROSSING CRSSNG,XRD CROSSROAD,XRDS CROSSROADS,CURV CURVE,DL DALE,DM DAM,
DV DIVIDE DIV DVD,DR DRIVE DRIV DRV,DRS DRIVES,EST ESTATE,ESTS ESTATES,EXPY EXPRESSWAY EXP EXPR EXPRESS EXPW EXPWY,
EXT EXTENSION EXTN EXTNSN,EXTS EXTENSIONS,FALL,FLS FALLS,FRY FERRY FRRY,FLD FIELD,FLDS FIELDS,FLT FLAT,FLTS FLATS,FRD FORD,FRDS FORDS,
FRST FOREST FORESTS,FRG FORGE FORG,FRGS FORGES,FRK FORK,FRKS FORKS,FT FORT FRT,FWY FREEWAY FREEWY FRWAY FRWY,GDN GARDEN GARDN GRDEN GRDN,
GDNS GARDENS GRDNS,GTWY GATEWAY GATEWY GATWAY GTWAY,GLN GLEN,GLNS GLENS,GRN GREEN,GRNS GREENS,GRV GROVE GROV,GRVS GROVES,
HBR HARBOR HARB HARBR HRBOR,HBRS HARBORS,HVN HAVEN,HTS HEIGHTS HT HGTS,HWY HIGHWAY HIGHWY HIWAY HIWY HWAY HGWY HGHWY HWYS HIGHWAYS,
HL HILL,HLS HILLS,HOLW HOLLOW HLLW HOLLOWS HOLWS,INLT INLET,IS ISLAND ISLND,ISS ISLANDS ISLNDS,ISLE ISLE ISLES,JCT JUNCTION JCTION JCTN JUNCTN JUNCTON,
JCTS JUNCTIONS JCTNS,KY KEY,KYS KEYS,KNL KNOLL KNOL,KNLS KNOLLS,LK LAKE,LKS LAKES,LAND,LNDG LANDING LNDNG,LN LANE LANES,LGT LIGHT,LGTS LIGHTS,
LF LOAF,LCK LOCK,LCKS LOCKS,LDG LODGE LDGE LODG,LOOP LOOP LOOPS LP,MALL,MNR MANOR,MNRS MANORS,MDW MEADOW,MDWS MEADOWS MEDOWS,MEWS,ML MILL,MLS MILLS,
MSN MISSION MISSN MSSN,MTWY MOTORWAY,MT MOUNT MNT,MTN MOUNTAIN MNTAIN MNTN MOUNTIN MTIN,MTNS MOUNTAINS MNTNS,NCK NECK,ORCH ORCHARD ORCHRD,
OVAL OVAL OVL,OPAS OVERPASS,PARK PARK PK PRK PARKS,PKWY PARKWAY PARKWY PKWAY PKY PARKWAYS PKWYS,PASS,PSGE PASSAGE,PATH PATH PATHS,PIKE PIKE PIKES,PNE PINE,
PNES PINES,PL PLACE PLC,PLN PLAIN,PLNS PLAINS,PLZ PLAZA PLZA,PT POINT POINTE PTE,PTS POINTS,PRT PORT,PRTS PORTS,PR PRAIRIE PRR,RADL RADIAL RAD RADIEL,
RAMP,RNCH RANCH RANCHES RNCHS,RPD RAPID,RPDS RAPIDS,RST REST,RDG RIDGE RDGE,RDGS RIDGES,RIV RIVER RVR RIVR,RD ROAD,RDS ROADS,RTE ROUTE,ROW,RUE,RUN,
SHL SHOAL,SHLS SHOALS,SHR SHORE SHOAR,SHRS SHORES SHOARS,SKWY SKYWAY,SPG SPRING SPNG SPRNG,SPGS SPRINGS SPNGS SPRNGS,SPUR SPUR SPURS,SQ SQUARE SQR SQRE SQU,
SQS SQUARES SQRS,STA STATION STATN STN,STRA STRAVENUE STRAV STRAVEN STRAVN STRVN STRVNUE,STRM STREAM STREME,ST STREET STR STRT,STS STREETS,
SMT SUMMIT SUMIT SUMITT,TER TERRACE TERR TERRAC,TRWY THROUGHWAY THRUWAY,TRCE TRACE TRACES,TRAK TRACK TRACKS TRK TRKS,TRFY TRAFFICWAY,
TRL TRAIL TRAILS TRLS TR,TRLR TRAILER TRLRS,TUNL TUNNEL TUNEL TUNLS TUNNELS TUNNL,TPKE TURNPIKE TRNPK TURNPK TPK,UPAS UNDERPASS,UN UNION,UNS UNIONS,
VLY VALLEY VALLY VLLY,VLYS VALLEYS,VIA VIADUCT VDCT VIADCT,VW VIEW,VWS VIEWS,VLG VILLAGE VILL VILLAG VILLG VILLIAGE,VLGS VILLAGES,VL VILLE,
VIS VISTA VIST VST VSTA,WALK WALK WALKS,WALL,WAY WAY WY,WAYS,WL WELL,WLS WELLS,
PROM PROMENADE,DRWY DRIVEWAY,QUAY`

/**
 * Suffixes that are rare in city names. If no comma separates street and city, the street ends after the last of these
 * suffixes. Other suffixes (PARK, BEACH, HILLS, GROVE …) end cities as often as streets.
 */
const STREET_ENDS = `ALY AVE BLVD BND BYP CIR CIRS CRES CSWY CT CTS CV DR DRS EXPY FWY HWY LN LNDG LOOP MEWS MTWY PATH PIKE PKWY PL
PROM RD RDS ROW RTE RUN SKWY SQ SQS ST STRA STS TER TPKE TRCE TRFY TRL TRWY WALK WAY WAYS XING XRD`

/** Directionals from USPS Publication 28, section 233: abbreviation, name, variants. */
const DIRECTIONALS = `N NORTH NO,S SOUTH SO,E EAST,W WEST,NE NORTHEAST NORTH-EAST,NW NORTHWEST NORTH-WEST,SE SOUTHEAST SOUTH-EAST,
SW SOUTHWEST SOUTH-WEST`

/**
 * For each directional, the words that follow it in city names, as in "MAIN ST NORTH MIAMI BEACH". Used if nothing
 * separates street and city and there is no lexicon. The words are from the names of the larger places in the covered
 * states.
 */
export const CITIES_WITH_DIRECTIONAL = `E:LOS PALO,N:BAY HIGHLANDS HOLLYWOOD LAUDERDALE MIAMI PALM PORT RICHLAND TUSTIN,
S:EL GATE HOUSTON LAKE MIAMI PADRE PASADENA SAN,W:COVINA HOLLYWOOD LAKE MELBOURNE PALM SACRAMENTO UNIVERSITY`

/** Unit designators from USPS Publication 28, appendix C2, followed by other words that are used in the same way. */
const UNITS = `APT APARTMENT APPT,BLDG BUILDING BLD BLG,DEPT DEPARTMENT,FL FLOOR FLR,HNGR HANGAR HANGER,KEY,LOT LT,OFC OFFICE,
PIER,RM ROOM,SLIP,SPC SPACE SP,STOP,BAY,KIOSK,STALL,BOOTH,STE SUITE SUIT SUTE SUITES,TRLR TRAILER,UNIT UNT UNITS,PH PENTHOUSE,
PMB,MSC,MAILSTOP,MAILBOX,FILE,BIN,REF,ACCT ACCOUNT,CUSTOMER,CODE,TOWER TWR`

/** Unit designators that do not need a number. */
const BARE_UNITS = 'BSMT BASEMENT,FRNT FRONT,LBBY LOBBY,LOWR LOWER,PH PENTHOUSE,REAR,UPPR UPPER'

const BOX_WORDS =
  'P POST PO LOCK CALLER BOX BX POB POBOX LOCKBOX LBX RR RURAL RFD RT RTE ROUTE HC HCR HIGHWAY HWY STAR CMR PSC'.split(
    ' ',
  )
const ROUTE_WORDS =
  'I IH INTERSTATE US U S SR SH CR C FM RM RR FARM RANCH FARM-TO-MARKET RANCH-TO-MARKET PRIVATE PVT COUNTY COUNTRY CO CNTY CTY TOWNSHIP TWP FOREST NFS FS STATE ST LOOP SPUR BELTWAY RT A1A OLD SCENIC BUSINESS BUS ALTERNATE ALT'

/** Words in forms that people type but directories do not contain. */
const FORMS = [
  ['block', 'BLOCK BLK BLCK BLOCKS BLKS BK BL'],
  ['nothing', 'NULL N/A NONE NAN NA UNKNOWN NIL UNDEFINED'],
  ['country', 'USA US'],
  ['crossing', '& AND AT'],
  ['axis', 'NORTH SOUTH N S'],
  ['near', 'NEAR OPPOSITE BEHIND'],
  ['between', 'BETWEEN BTWN BETW BTW'],
  ['scale', 'HUNDRED THOUSAND'],
] as const

/** Returns the words of a form in uppercase. */
export function formWords(form: (typeof FORMS)[number][0]): readonly string[] {
  return FORMS.find(([name]) => name === form)![1].split(' ')
}

/** Meaning of a word that is not in the tables. */
export const NO_MEANING: Meaning = meaningless()
const MEANINGS = readMeanings()

/** Returns all meanings of an uppercase word. */
export function getMeaning(word: string): Meaning {
  return MEANINGS.get(word) ?? NO_MEANING
}

function readMeanings(): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  const meaningOf = (word: string) => {
    const meaning = meanings.get(word) ?? meaningless()
    meanings.set(word, meaning)
    return meaning
  }
  const ends = new Set(STREET_ENDS.split(/\s+/))
  for (const words of entries(SUFFIXES))
    for (const word of words)
      Object.assign(meaningOf(word), {
        suffix: words[0],
        suffixName: words[1] ?? words[0],
        endsStreet: ends.has(words[0]),
      })
  for (const words of entries(DIRECTIONALS))
    for (const word of words) Object.assign(meaningOf(word), { direction: words[0], directionName: words[1] })
  for (const words of entries(UNITS)) for (const word of words) meaningOf(word).unit = words[0]
  for (const words of entries(BARE_UNITS)) for (const word of words) meaningOf(word).bareUnit = words[0]
  for (const [code, name] of stateNames) {
    meaningOf(code).state = code
    if (!name.includes(' ')) meaningOf(name).state = code
    else meaningOf(name.slice(name.lastIndexOf(' ') + 1)).endsState = true
  }
  for (const [form, words] of FORMS) for (const word of words.split(' ')) meaningOf(word).form = form
  for (const word of BOX_WORDS) meaningOf(word).beginsBox = true
  for (const word of ROUTE_WORDS.split(' ')) meaningOf(word).beginsRoute = true
  // State names and codes, HIGHWAY and ROUTE also begin numbered roads: "ILLINOIS ROUTE 5", "CA-1".
  for (const meaning of meanings.values())
    if (meaning.state !== '' || meaning.suffix === 'HWY' || meaning.suffix === 'RTE') meaning.beginsRoute = true
  return meanings
}

function entries(table: string): string[][] {
  return table.split(/,\s*/).map((entry) => entry.split(/\s+/))
}

function meaningless(): Meaning {
  return {
    suffix: '',
    suffixName: '',
    endsStreet: false,
    direction: '',
    directionName: '',
    unit: '',
    bareUnit: '',
    beginsBox: false,
    beginsRoute: false,
    endsState: false,
    state: '',
    form: '',
  }
}

/** State names of two or more words, keyed by their last word. */
const LONG_NAMES = new Map<string, (readonly [code: string, words: readonly string[]])[]>()
for (const [code, name] of stateNames) {
  const words = name.split(' ')
  const last = words[words.length - 1]
  if (words.length > 1) LONG_NAMES.set(last, [...(LONG_NAMES.get(last) ?? []), [code, words]])
}

/** Returns the state whose multi-word name ends with the word at `last`, if there is one. */
export function longStateEndingAt(
  words: readonly { readonly text: string; readonly meaning: Meaning }[],
  last: number,
): { readonly code: string; readonly first: number } | null {
  if (!words[last].meaning.endsState) return null
  for (const [code, name] of LONG_NAMES.get(words[last].text) ?? []) {
    const first = last - name.length + 1
    if (first >= 0 && name.every((word, i) => words[first + i].text === word)) return { code, first }
  }
  return null
}

/** Hashes an ASCII string with FNV-1a. The hash represents a word or name in an index. */
export function getHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return folded(hash)
}

/** Hashes the bytes `[start, end)` of an ASCII string. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  return folded(hash)
}

/**
 * Mixes the high bits of an FNV hash into the low bits. Buckets are chosen by the low bits, but the high bits are
 * better distributed.
 */
function folded(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0
}
