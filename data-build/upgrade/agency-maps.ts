import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { UpgradableLayer, UpgradeOptions } from '../../src/user-data/data-build.ts'
import { LayerError } from '../../src/user-data/layer-error.ts'
import { readFeatureService, type ServiceLayer } from '../fetch/feature-service.ts'
import { defaultSettings, type FetchSession, hostLocks, TransferError } from '../fetch/request.ts'
import { fireMap, type Layer } from './fire.ts'
import { floodMap } from './flood.ts'
import type { Part } from './part-bundle.ts'
import type { ZoneMap } from './zone-map.ts'

/** A map that an agency serves: its layers, and what makes the map of them. */
interface AgencyMap {
  readonly id: string
  /** For people. */
  readonly what: string
  readonly layers: readonly ServiceLayer[]
  readonly make: (layers: readonly Layer[]) => ZoneMap
}

/** Addresses of the services, which `--mirror` replaces. Looked up, not tried. */
const SERVICES: Readonly<Record<UpgradableLayer, string>> = {
  fire: 'https://services1.arcgis.com/jUJYIo9tSA7EHvfZ/arcgis/rest/services/',
  flood: 'https://hazards.fema.gov/arcgis/rest/services/public/',
}

const FIRE_FIELDS = [['FHSZ_Description', 'FHSZ_Descr'], ['SRA']]
const ZONES = { fields: [['FLD_ZONE'], ['ZONE_SUBTY']], more: ['STATIC_BFE', 'V_DATUM', 'DEPTH', 'DFIRM_ID'] }
const PANELS = { fields: [['PANEL_TYP']], more: ['PNP_REASON', 'EFF_DATE', 'DFIRM_ID'] }

/**
 * The maps of a layer that the agency serves.
 * @throws {LayerError} when counties are missing, or mean nothing here
 */
export function agencyMaps(layer: UpgradableLayer, { mirror, counties }: UpgradeOptions): readonly AgencyMap[] {
  const base = mirror === undefined ? SERVICES[layer] : mirror.replace(/\/*$/, '/')
  if (layer === 'fire') {
    if (counties !== null)
      throw new LayerError('The fire zones are one map of California: leave out --state and --county.')
    const of = (id: string, service: string, what: string): AgencyMap => ({
      id,
      what,
      layers: [{ url: `${base}${service}/FeatureServer/0`, where: '1=1', fields: FIRE_FIELDS }],
      make: (layers) => fireMap(id, layers, []),
    })
    return [
      of('agency-lra-2025', 'FHSALRA25_v1_All', 'fire zones of local land'),
      of('agency-sra-2024', 'FHSZSRA_23_3', 'fire zones of state land'),
    ]
  }
  if (counties === null)
    throw new LayerError(
      'Flood zones come county by county: name some with --county 48201, or a state with --state TX.',
    )
  return counties.map((county) => {
    const where = `DFIRM_ID='${county}C'`
    return {
      id: `agency-${county}`,
      what: `flood zones of county ${county}`,
      layers: [
        { url: `${base}NFHL/MapServer/28`, where, ...ZONES },
        { url: `${base}NFHL/MapServer/3`, where, ...PANELS },
      ],
      make: ([zones, panels]) => floodMap(`agency-${county}`, [zones], [panels], county),
    }
  })
}

/** The folder in that of the upgrades with what is under way. */
const DOWNLOADS = 'downloads'

/** Reads maps one after the other from their services. */
export class AgencyReader {
  readonly #options: UpgradeOptions
  readonly #parts: readonly Part[]
  readonly #session: FetchSession
  #received = 0

  constructor(options: UpgradeOptions, parts: readonly Part[]) {
    this.#options = options
    this.#parts = parts
    this.#session = {
      settings: { ...defaultSettings, ...options.patience, userAgent: options.userAgent },
      locks: hostLocks(),
      interrupted: options.signal,
    }
  }

  /** Told once, until a map has come from the agency's own address. */
  noteUntried(layer: UpgradableLayer): void {
    const { mirror, onNote } = this.#options
    const base = SERVICES[layer]
    const cameBefore = this.#parts.some(({ files }) => files.some(({ path }) => path.startsWith(base)))
    if (mirror === undefined && !cameBefore)
      onNote(
        `Downloading from ${base}. This address was looked up, not tried, when this version was made: if it fails, download the map with a browser and add it with: vicinage data upgrade ${layer} --from FILE...`,
      )
  }

  /**
   * A map, or null where the one in place is the same.
   * @throws {TransferError} when the service does not give it
   */
  async read(map: AgencyMap): Promise<ZoneMap | null> {
    const known = this.#parts.find(({ id }) => id === map.id)
    const before = (i: number) => known?.files[i]?.path
    const first: (Layer | null)[] = []
    for (const i of map.layers.keys()) first.push(await this.#layer(map, i, before(i)))
    if (first.every((layer) => layer === null)) return null
    const layers: Layer[] = []
    // Where one layer has changed, those that have not are needed as well.
    for (const [i, layer] of first.entries()) layers.push(layer ?? (await this.#layer(map, i, undefined))!)
    if (layers[0].features.length === 0) throw new TransferError(`${map.layers[0].url} has none`)
    return map.make(layers)
  }

  /** Null where its state is the known one. */
  async #layer(map: AgencyMap, i: number, known: string | undefined): Promise<Layer | null> {
    const { onNote, onProgress } = this.#options
    const layer = map.layers[i]
    const path = (state: string) => `${layer.url}?where=${encodeURIComponent(layer.where)}#${state}`
    const received = this.#received
    const served = await readFeatureService(layer, this.#folder(map, i), this.#session, {
      report: onNote,
      progress: (done, all, bytes) => {
        this.#received = received + bytes
        onProgress({ what: map.what, done, all, received: this.#received })
      },
      isKnown: (state) => path(state) === known,
    })
    if (served === null) return null
    const { features, state, edited, sha256, bytes } = served
    const name = [
      /[^/]+\/(Map|Feature)Server\/\d+$/.exec(layer.url)?.[0] ?? layer.url,
      ...(edited === null ? [] : [`edited ${edited}`]),
    ].join(', ')
    return { features, skipped: 0, closed: 0, name, used: [{ path: path(state), sha256, bytes }] }
  }

  /** Removes what came of a map once it is painted. */
  async done(map: AgencyMap): Promise<void> {
    await rm(join(this.#options.folder, DOWNLOADS, map.id), { recursive: true, force: true })
  }

  /** Removes the folder of what is under way, where it is empty. */
  async end(): Promise<void> {
    await rmdir(join(this.#options.folder, DOWNLOADS)).catch(() => {})
  }

  #folder(map: AgencyMap, layer: number): string {
    return join(this.#options.folder, DOWNLOADS, map.id, String(layer))
  }
}
