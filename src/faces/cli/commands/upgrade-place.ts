import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DimensionId } from '../../../answers/dimensions/catalog.ts'
import { states } from '../../../base/all-states.ts'
import { counted } from '../../../base/errors.ts'
import type { Geography } from '../../../data/geography.ts'
import { isAbsentBlockGroup } from '../../../data/geography-areas.ts'
import { LayerError } from '../../../library/user-data/layer-error.ts'
import {
  getUserAgent,
  loadDataBuild,
  TIGER_EDITIONS,
  type UpgradableLayer,
  type UpgradesPlace,
} from '../../../library/user-data/shipped-pipeline.ts'
import type { BatchSummary } from '../../batch/run/run-batch.ts'
import { isAddress, readAddress, readPlace } from '../arguments.ts'
import { clock } from '../batch-arguments.ts'
import {
  checkedMirror,
  ownFolder,
  refuseIncomplete,
  sizeText,
  upgradeProgress,
  type Watch,
  watchDownload,
} from '../download.ts'
import type { Session } from '../session.ts'
import { padAfter, padBefore } from '../text-layout.ts'
import { UsageError } from '../usage-error.ts'
import { getCounties, progressText, readGeography, writtenText } from './streets.ts'

interface UpgradePlaceOptions {
  readonly near?: string
  readonly for?: string
  readonly states?: readonly string[]
  readonly county?: readonly string[]
  readonly mirror?: string
  readonly yes?: true
  readonly place: UpgradesPlace
}

/** `vicinage data upgrade all`: downloads all official data for the counties around a place. */
export async function upgradePlace(options: UpgradePlaceOptions, session: Session): Promise<void> {
  const { mirror, yes = false, place } = options
  const chosen = await chooseCounties(options, session)
  const geography = await readGeography(session)
  const counties = [...new Set(chosen.counties)].filter((county) => county in geography.countyNames)
  if (counties.length === 0)
    throw new UsageError(
      'None of the counties is in California, Texas or Florida.',
      'To choose other counties, use --county: --county 48201',
    )
  const people = getPeople(geography, counties)
  const before = await getFigures(counties, session)
  const steps = await stepsFor(counties, people, place.folder)
  session.print(planText(geography, counties, people, steps))
  if (!yes && !(await confirmed(session))) return session.print('Nothing was downloaded.\n')
  const service = mirror === undefined ? undefined : checkedMirror(mirror)
  const failed: string[] = []
  let done = 0
  const isInterrupted = await watchDownload(
    async (watch) => {
      for (const [i, step] of steps.entries()) {
        if (watch.signal.aborted) break
        const laterSteps = steps.slice(i + 1).map(({ id }) => id)
        const left = laterSteps.length === 0 ? 'the last' : `then ${laterSteps.join(', ')}`
        watch.say(`${i + 1} of ${steps.length}: ${step.id}, about ${megabytes(step.bytes)}; ${left}\n`)
        const reasons = await runStep(step, { place, mirror: service, watch, session })
        failed.push(...reasons.map((reason) => `${step.id}: ${reason}`))
        if (!watch.signal.aborted && reasons.length === 0) done++
      }
      return watch.signal.aborted
    },
    () => `${done} of ${counted(steps.length, 'layer')} in place`,
    session,
  )
  if (isInterrupted) return
  const after = await getFigures(counties, session)
  const placed = chosen.placed === null ? null : { before: chosen.placed, after: await placedIn(options.for!, session) }
  session.print(`\n${resultText(before, after, placed)}`)
  refuseIncomplete(
    `${counted(failed.length, 'map')} could not be added`,
    'add files yourself as described below:',
    failed,
  )
}

interface Chosen {
  readonly counties: readonly string[]
  /** Geocoding results for the file given by `--for`, with the current data; null if there is no file. */
  readonly placed: Placed | null
}

async function chooseCounties(options: UpgradePlaceOptions, session: Session): Promise<Chosen> {
  const { near, for: file, states: codes, county } = options
  if ([near, file, codes ?? county].filter((value) => value !== undefined).length !== 1)
    throw new UsageError(
      'Name exactly one place to upgrade.',
      'For example: vicinage data upgrade all --near "Houston, TX", or --county 48201, --states TX, --for addresses.csv',
    )
  if (near !== undefined) return { counties: await countiesNear(near, session), placed: null }
  if (file === undefined) return { counties: await getCounties({ states: codes, county }, session), placed: null }
  if (file === '-')
    throw new UsageError('--for: standard input can be read only once.', 'Specify a file, such as --for addresses.csv')
  const placed = await placedIn(file, session)
  if (placed.counties.length === 0)
    throw new UsageError(`No row of ${file} is in California, Texas or Florida.`, 'Name counties: --county 48201')
  return { counties: placed.counties, placed }
}

/** Radius in meters around an address or coordinate within which people count as near. */
const NEAR = 8000
/** Minimum share of the people near a place who must live in a county. Counties with a smaller share are left out. */
const MIN_SHARE = 0.02

/** Returns the counties in which the people near a place live, most populous first. */
async function countiesNear(text: string, session: Session): Promise<readonly string[]> {
  const { peopleAround } = await import('../data-report/difference.ts')
  const center = await placeNamed(text, session)
  const geography = await readGeography(session)
  const people = peopleAround(geography, center, Math.max(NEAR, center.radius))
  const all = [...people.values()].reduce((sum, count) => sum + count, 0)
  const counties = [...people].filter(([, count]) => count >= MIN_SHARE * all).sort(([, a], [, b]) => b - a)
  if (counties.length === 0)
    throw new UsageError(`Nobody lives near '${text.slice(0, 80)}' in California, Texas or Florida.`)
  return counties.map(([county]) => county)
}

async function placeNamed(text: string, session: Session) {
  if (!isAddress([text])) return { ...readPlace([text]), radius: 0 }
  const address = readAddress(text.trim())
  const vicinage = await session.open({ dimensions: [], schools: false, geocoder: true })
  const answer = vicinage.geocode(address)
  if (answer.ok) return answer
  throw new UsageError(`--near: ${answer.message}`, 'Write it as "Houston, TX", a ZIP, or LAT,LON.')
}

interface Placed {
  readonly rows: number
  /** Number of addresses found at a house, a street or a public place. */
  readonly atStreet: number
  readonly counties: readonly string[]
}

const AT_STREET = ['address_point', 'street_range', 'address', 'street', 'public_place'] as const

/** Geocodes the rows of a file in the same way as `vicinage batch`, without keeping the output. */
async function placedIn(file: string, session: Session): Promise<Placed> {
  const { runBatch } = await import('../../batch/run/run-batch.ts')
  const folder = await mkdtemp(join(tmpdir(), 'vicinage-places-'))
  try {
    const summary: BatchSummary = await runBatch({
      input: file,
      output: join(folder, `places-${file.replace(/^.*[\\/]/, '')}`),
      dimensions: [],
      bands: false,
      counties: true,
      prefix: 'vicinage_places_',
      ...session.chosen(),
    })
    const { rows, layers, byCounty = {} } = summary
    const counties = Object.entries(byCounty).sort(([, a = 0], [, b = 0]) => b - a)
    return {
      rows,
      atStreet: AT_STREET.reduce((sum, layer) => sum + (layers[layer] ?? 0), 0),
      counties: counties.map(([county]) => county),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function getPeople(geography: Geography, counties: readonly string[]): number {
  let people = 0
  for (let blockGroup = 0; blockGroup < geography.size; blockGroup++)
    if (!isAbsentBlockGroup(geography, blockGroup)) {
      const county = geography.describe(blockGroup).blockGroup.slice(0, 5)
      if (counties.includes(county)) people += geography.people[blockGroup]
    }
  return people
}

/** One of the downloads of `vicinage data upgrade all`. */
interface Step {
  readonly id: UpgradableLayer | 'streets'
  /** Counties to request; null if the download covers the nation or a state. */
  readonly counties: readonly string[] | null
  readonly from: string
  /** Estimated size of the remaining download in bytes. */
  readonly bytes: number
  /** Total number of files or maps. */
  readonly maps: number
  /** Number of files or maps that are already installed. */
  readonly inPlace: number
}

/**
 * Estimated download sizes in bytes: per county, per million people, per state, and once per download. The estimates
 * are based on the file sizes of other years and help users decide whether to wait.
 */
const SIZES: Readonly<Record<string, readonly [county: number, million: number, state: number, once: number]>> = {
  fire: [0, 0, 0, 120e6],
  flood: [8e6, 4e6, 0, 0],
  streets: [0.5e6, 4.5e6, 0, 0],
  districts: [0, 0, 15e6, 0],
  areas: [0, 0, 3e6, 60e6],
  'base-map': [0.5e6, 1.6e6, 0, 0],
  'insurance-coverage': [0, 0, 0, 300e6],
  'population-profile': [0, 0, 0, 550e6],
}

const CENSUS = 'Census Bureau, www2.census.gov'
const AGENCIES: Readonly<Record<string, string>> = {
  fire: 'CAL FIRE, services1.arcgis.com',
  flood: 'FEMA, hazards.fema.gov',
}

async function stepsFor(counties: readonly string[], people: number, folder: string): Promise<readonly Step[]> {
  const { installedUpgrades, installedStreets } = await loadDataBuild()
  const parts = await installedUpgrades(folder)
  const shards = await installedStreets(ownFolder('streets'))
  const stateCodes = [...new Set(counties.map((county) => county.slice(0, 2)))]
  const step = (id: Step['id'], countyNames: readonly string[] | null, maps: readonly string[]): Step => {
    const inPlace = maps.filter((name) =>
      id === 'streets' ? shards.some(({ county }) => county === name) : parts.includes(`${id}-${name}`),
    ).length
    const [county, million, state, once] = SIZES[id]
    const all = county * counties.length + (million * people) / 1e6 + state * stateCodes.length + once
    const bytes = all * (1 - inPlace / maps.length)
    return { id, counties: countyNames, from: AGENCIES[id] ?? CENSUS, bytes, maps: maps.length, inPlace }
  }
  const byCounty = counties.map((county) => `agency-${county}`)
  return [
    ...(stateCodes.includes('06') ? [step('fire', null, ['agency-lra-2025', 'agency-sra-2024'])] : []),
    step('flood', counties, byCounty),
    step('streets', counties, counties),
    step(
      'districts',
      counties,
      stateCodes.map((state) => `agency-${state}`),
    ),
    step('areas', counties, ['agency-zips', ...stateCodes.map((state) => `agency-cities-${state}`)]),
    step('base-map', counties, byCounty),
    step('insurance-coverage', null, ['acs']),
    step('population-profile', null, ['acs']),
  ]
}

/** Speed of a typical connection in bytes per second. */
const BYTES_PER_SECOND = 2e6
/** Time that each map takes in addition to its transfer, in seconds. */
const SECONDS_PER_MAP = 4
/** Maximum number of counties that the plan lists by name. */
const NAMED = 6

function planText(geography: Geography, counties: readonly string[], people: number, steps: readonly Step[]): string {
  const names = counties.slice(0, NAMED).map((county) => {
    const state = states.find(({ fips }) => fips === county.slice(0, 2))
    return `${geography.countyNames[county]}, ${state?.postal} (${county})`
  })
  const others = counties.length - names.length
  const bytes = steps.reduce((sum, step) => sum + step.bytes, 0)
  const seconds = bytes / BYTES_PER_SECOND + steps.reduce((sum, { maps }) => sum + maps, 0) * SECONDS_PER_MAP
  const lines = steps.map(({ id, from, bytes, maps, inPlace }) => {
    const state = inPlace === 0 ? '' : `, ${inPlace} already in place (only checked for changes)`
    const size = inPlace === maps ? '' : megabytes(bytes)
    return `  ${padAfter(id, 20)}${padAfter(from, 32)}${padBefore(size, 9)}  ${counted(maps, 'map')}${state}\n`
  })
  return [
    `For ${names.join('; ')}${others > 0 ? ` and ${others} more` : ''}: ${people.toLocaleString('en-US')} people.\n\n`,
    ...lines,
    `\nAbout ${megabytes(bytes)}, about ${clock(seconds)} at 16 Mbit/s. Sizes are estimates.\n`,
    'Ctrl-C stops; the same command resumes where it stopped.\n',
  ].join('')
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1e6)).toLocaleString('en-US')} MB`
}

async function confirmed({ ask }: Session): Promise<boolean> {
  if (ask !== undefined) return ask('Download?')
  throw new UsageError(
    'Nothing was downloaded, because there is no terminal to ask for confirmation.',
    'Add --yes to download.',
  )
}

interface Running {
  readonly place: UpgradesPlace
  readonly mirror: string | undefined
  readonly watch: Watch
  readonly session: Session
}

/** Runs a step. Resolves to the reasons why some maps could not be added. */
async function runStep({ id, counties }: Step, { place, mirror, watch, session }: Running): Promise<readonly string[]> {
  const { signal, show, say } = watch
  const shared = {
    mirror,
    signal,
    userAgent: getUserAgent(session.version),
    patience: session.patience,
    onNote: (text: string) => say(`${text}\n`),
  }
  const { upgradeLayer, downloadStreets } = await loadDataBuild()
  try {
    if (id === 'streets') {
      const [year, ...before] = TIGER_EDITIONS
      const { written, kept, received, failed, left } = await downloadStreets(counties ?? [], ownFolder('streets'), {
        ...shared,
        year,
        before,
        renew: false,
        onShard: (shard) => watch.print(writtenText(shard)),
        onProgress: (progress) => show(() => progressText(progress)),
      })
      watch.print(`streets: ${written} added, ${kept} already in place; ${sizeText(received)} received\n`)
      const untried = left > 0 && !signal.aborted ? [`${left} counties were not tried`] : []
      return [...failed.map(({ county, reason }) => `${county}: ${reason}`), ...untried]
    }
    const { painted, unmapped, failed, untried, remarks } = await upgradeLayer(id, {
      ...place,
      ...shared,
      from: null,
      mapped: [],
      counties,
      // The downloads are kept because the next layer, population-profile, also reads table B27010.
      keepsDownloads: id === 'insurance-coverage',
      onProgress: (progress) => show(() => upgradeProgress(progress)),
    })
    watch.print(`${id}: ${counted(painted.length, 'map')} added or renewed\n`)
    for (const text of [...unmapped.map(({ reason }) => reason), ...remarks]) watch.print(`  ${text}\n`)
    const left = signal.aborted ? [] : untried.map((map) => `${map}: not tried`)
    return [...failed.map(({ map, reason }) => `${map}: ${reason}`), ...left]
  } catch (error) {
    // Continue, because the next layer comes from a different server or file.
    if (signal.aborted || !(error instanceof LayerError)) throw error
    return [error.message]
  }
}

/** Numbers that show how the official updates affect the people in the chosen counties. */
interface Figures {
  readonly people: number
  /** Number of people covered by an official map, by dimension. */
  readonly mapped: ReadonlyMap<DimensionId, number>
  readonly streets: number
  readonly counties: number
}

async function getFigures(counties: readonly string[], session: Session): Promise<Figures> {
  const { measuredPeople, openScores } = await import('../data-report/difference.ts')
  const ids: DimensionId[] = counties.some((county) => county.startsWith('06')) ? ['fire', 'flood'] : ['flood']
  const { people, measured } = measuredPeople(await openScores(session.chosen()), ids, new Set(counties))
  const { installedStreets } = await loadDataBuild()
  const shards = await installedStreets(ownFolder('streets'))
  const streets = shards.filter(({ county }) => counties.includes(county)).length
  return { people, mapped: measured, streets, counties: counties.length }
}

function resultText(
  before: Figures,
  after: Figures,
  placed: { readonly before: Placed; readonly after: Placed } | null,
): string {
  const count = (part: number, all: number) =>
    `${part.toLocaleString('en-US')} (${all === 0 ? 0 : Math.round((100 * part) / all)}%)`
  const rows = [
    ['', 'before', 'after'],
    ...[...after.mapped].map(([id, people]) => [
      `people with an official ${id} map`,
      count(before.mapped.get(id) ?? 0, before.people),
      count(people, after.people),
    ]),
    [
      'counties with a street index',
      `${before.streets} of ${before.counties}`,
      `${after.streets} of ${after.counties}`,
    ],
    ...(placed === null
      ? []
      : [
          [
            'addresses in the file found on their street',
            count(placed.before.atStreet, placed.before.rows),
            count(placed.after.atStreet, placed.after.rows),
          ],
        ]),
  ]
  return rows.map(([what, then, now]) => `${padAfter(what, 46)}${padBefore(then, 20)}${padBefore(now, 20)}\n`).join('')
}
