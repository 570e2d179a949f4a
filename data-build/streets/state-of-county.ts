/** State codes behind their FIPS numbers: Census Bureau, ANSI/FIPS codes. */
const STATES = `01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO
30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI`
const CODES = new Map(STATES.split(/\s+/).map((entry) => [entry.slice(0, 2), entry.slice(2)]))

/** The two letters of the state of a county, by its 5-digit FIPS code; null where there is no such state. */
export function stateOfCounty(fips: string): string | null {
  return /^\d{5}$/.test(fips) ? (CODES.get(fips.slice(0, 2)) ?? null) : null
}
