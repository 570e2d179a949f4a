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

/** West, south, east and north of the made maps: in Houston. */
export const HOUSTON = [-95.5, 29.7, -95.3, 29.85] as const

const LOS_ANGELES = [-118.4, 34.05, -118.3, 34.15] as const

/** The counties that FEMA has maps of: two at Houston, and that of Austin. */
export const MAPPED = ['48201', '48157', '48453']

export interface Mood {
  readonly arcgis: Behaviors
  readonly files: FileBehaviors
  /** Seconds at which all servers are gone for half a minute; left out: never. */
  readonly outageAt?: number
  /** Seconds at which one request ends at a server with an incomplete certificate chain; left out: never. */
  readonly certificateFaultAt?: number
}

/** A day on which everything is served. */
export function politeDay(): Mood {
  return { arcgis: {}, files: {} }
}

/**
 * A bad Tuesday: a third of the connections is reset, heavy pages fail each time, the Census Bureau throttles after
 * some files with pages and empty bodies, all servers are gone for 30 s, and one request meets a server whose
 * certificate cannot be verified.
 */
export function badTuesday(seed: number): Mood {
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

/** The address of a server that sends an incomplete chain. Null if this machine has no openssl. */
async function unverifiedServer(): Promise<string | null> {
  chain ??= certificateChain()
  if (chain === null) return null
  const server = createTlsServer({ key: chain.key, cert: chain.server }) as unknown as Server
  return (await listeningInTest(server)).replace('http:', 'https:')
}

/**
 * FEMA, CAL FIRE, the Census Bureau and NCES on one loopback address, for `--mirror`. Time passes by waiting only: the
 * `patience` of a run moves the clock that throttles and outages go by.
 */
export async function allAgencies(files: ReadonlyMap<string, Uint8Array>, seed = 1) {
  const mood: { arcgis: Behaviors; files: FileBehaviors } = { arcgis: {}, files: {} }
  const faultAt: { outage: number | undefined; certificate: number | undefined } = {
    outage: undefined,
    certificate: undefined,
  }
  /** Changes the day in the middle of it; its seconds begin again. */
  const setMood = (now: Mood) => {
    for (const [live, next] of [
      [mood.arcgis, now.arcgis],
      [mood.files, now.files],
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
  const arcgis = arcgisService(layers, mood.arcgis, seed)
  const census = fileService(files, mood.files, { seed: seed + 100, now: () => seconds })
  const isOut = () => faultAt.outage !== undefined && seconds >= faultAt.outage && seconds < faultAt.outage + 30
  const unverified = await unverifiedServer()
  /** Whether this request is the one that meets the certificate. */
  const isUnverified = () => {
    const isNow = unverified !== null && faultAt.certificate !== undefined && seconds >= faultAt.certificate
    if (isNow) faultAt.certificate = undefined
    return isNow
  }
  const server = createServer((request, response) => {
    // Each request takes a moment of the day.
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
    setMood,
    seconds: () => seconds,
    asked: () => census.asked.length + arcgis.asked.length,
    census,
  }
}
