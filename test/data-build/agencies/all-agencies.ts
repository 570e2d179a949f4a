import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Patience } from '../../../src/library/user-data/shipped-pipeline.ts'
import { listeningInTest } from '../../support/listening.ts'
import { fireFields, randomFrom, randomZones } from '../upgrade/fixtures/data.ts'
import { arcgisService, type Behaviors } from './arcgis.ts'
import { calfireLayers } from './calfire.ts'
import { type Chain, certificateChain } from './certificates.ts'
import { femaLayers } from './fema.ts'
import { type FileBehaviors, fileService } from './files.ts'

/** Bounds of the made-up maps, in Houston: west, south, east and north. */
export const HOUSTON = [-95.5, 29.7, -95.3, 29.85] as const

const LOS_ANGELES = [-118.4, 34.05, -118.3, 34.15] as const

/** Counties with FEMA maps: two near Houston, and Travis County (Austin). */
export const MAPPED = ['48201', '48157', '48453']

export interface Faults {
  readonly arcgis: Behaviors
  readonly files: FileBehaviors
  /** Second at which all servers go down for half a minute. If omitted, there is no outage. */
  readonly outageAt?: number
  /** Second at which one request is served with an incomplete certificate chain. If omitted, this never happens. */
  readonly certificateFaultAt?: number
}

/** Returns an empty set of faults, so that every request is served. */
export function noFaults(): Faults {
  return { arcgis: {}, files: {} }
}

/**
 * Returns many faults at once: a third of the connections are reset, heavy pages fail every time, the Census Bureau
 * throttles after a few files with HTML pages or empty bodies, all servers are down for 30 s, and one request meets a
 * server whose certificate cannot be verified.
 */
export function manyFaults(seed: number): Faults {
  const random = randomFrom(seed + 1)
  const throttles = ['html-200', 'empty-200', 'status-429', 'status-429-with-time'] as const
  const how = throttles[Math.floor(random() * throttles.length)]
  return {
    arcgis: {
      heavy: { vertices: 200, how: random() < 0.5 ? 'json-500' : 'html-504' },
      passing: { reset: 1 / 3, 'json-400': 0.05, cut: 0.05 },
    },
    files: {
      passing: { reset: 1 / 3, cut: 0.05, 'html-200': 0.03 },
      throttle: { after: 3 + Math.floor(random() * 5), seconds: 20 + 40 * random(), how },
    },
    outageAt: 5 + 60 * random(),
    certificateFaultAt: 3 + 30 * random(),
  }
}

let chain: Chain | null | undefined

/** Returns the address of a server that sends an incomplete chain, or null if this machine has no openssl. */
async function unverifiedServer(): Promise<string | null> {
  chain ??= certificateChain()
  if (chain === null) return null
  const server = createTlsServer({ key: chain.key, cert: chain.server }) as unknown as Server
  return (await listeningInTest(server)).replace('http:', 'https:')
}

/**
 * Serves FEMA, CAL FIRE, the Census Bureau and NCES on one loopback address, for `--mirror`. Throttles and outages use
 * a simulated clock. It advances with each request, and when a run that uses the returned `patience` waits.
 */
export async function allAgencies(files: ReadonlyMap<string, Uint8Array>, seed = 1) {
  const faults: { arcgis: Behaviors; files: FileBehaviors } = { arcgis: {}, files: {} }
  const faultAt: { outage: number | undefined; certificate: number | undefined } = {
    outage: undefined,
    certificate: undefined,
  }
  /** Changes the faults while the servers run, and restarts their clock. */
  const setFaults = (now: Faults) => {
    for (const [live, next] of [
      [faults.arcgis, now.arcgis],
      [faults.files, now.files],
    ] as const) {
      for (const name of Object.keys(live)) delete live[name as never]
      Object.assign(live, next)
    }
    faultAt.outage = now.outageAt
    faultAt.certificate = now.certificateFaultAt
    seconds = 0
  }
  let seconds = 0
  const wait = async (ms: number) => {
    seconds += ms / 1000
  }
  const counties = MAPPED.map((county, i) => ({
    county,
    zones: randomZones(
      8,
      HOUSTON,
      (k) => ({ FLD_ZONE: k % 2 === 0 ? 'AE' : 'X', ZONE_SUBTY: '', DFIRM_ID: `${county}C`, V_DATUM: 'NAVD88' }),
      11 + i,
    ),
    panels: randomZones(2, HOUSTON, () => ({ PANEL_TYP: 'Countywide, Panel Printed', DFIRM_ID: `${county}C` }), 31 + i),
  }))
  const fire = randomZones(4, LOS_ANGELES, fireFields('LRA'), 41)
  const layers = {
    ...femaLayers(() => counties),
    ...calfireLayers(
      () => fire,
      () => fire,
    ),
  }
  const arcgis = arcgisService(layers, faults.arcgis, seed)
  const census = fileService(files, faults.files, { seed: seed + 100, now: () => seconds })
  const isOut = () => faultAt.outage !== undefined && seconds >= faultAt.outage && seconds < faultAt.outage + 30
  const unverified = await unverifiedServer()
  /** Checks whether this request is the one that meets the bad certificate. */
  const isUnverified = () => {
    const isNow = unverified !== null && faultAt.certificate !== undefined && seconds >= faultAt.certificate
    if (isNow) faultAt.certificate = undefined
    return isNow
  }
  const server = createServer((request, response) => {
    // Each request takes a fifth of a second on the simulated clock.
    seconds += 0.2
    if (isOut()) return response.destroy()
    if (isUnverified()) return void response.writeHead(302, { Location: `${unverified}${request.url}` }).end()
    if (/\/(Map|Feature)Server/.test(request.url ?? '')) return void arcgis.answer(request, response)
    census.answer(request, response)
  })
  const mirror = `${await listeningInTest(server)}/`
  const patience: Patience = { backoffMs: 1000, idleMs: 5000, wait }
  return {
    mirror,
    patience,
    setFaults,
    seconds: () => seconds,
    asked: () => census.asked.length + arcgis.asked.length,
    census,
  }
}
