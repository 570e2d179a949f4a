import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { dimensions } from '../../answers/dimensions/catalog.ts'
import { schoolParts } from '../../answers/schools/load-schools.ts'
import { RefusalError } from '../../base/errors.ts'
import { type Box, boxAround } from '../../base/geo/box.ts'
import { type ManifestEntry, manifestText, openBundle, readManifest } from '../../data/bundle/data-folder.ts'
import type { DataFolder, Span } from '../../data/bundle/folder.ts'
import type { BundleSource } from '../../data/raster/place-bundle.ts'
import { openVicinage } from '../../library/open.ts'
import { PlaceParts } from '../../library/place/place-parts.ts'
import { type DataChoice, dataInUse } from '../../library/user-data/data-in-use.ts'
import { IN_FILE, PAGE } from './site-files.ts'

/** Width in meters of the margin around a city's circle that the city's file also covers. */
const MARGIN = 6000
/** Bundles that the page needs in full: the base map and names. */
const WHOLE = ['base-map', 'places', 'landmarks', 'neighborhoods']

/** Thrown when a city cannot be written as a file. The message says why in one sentence. */
export class CityFileError extends RefusalError {
  override readonly name = 'CityFileError'
  readonly code = 'city_file'
}

/**
 * Builds one HTML file with the explorer and the data of a city. The file opens from disk and makes no requests; its
 * Content-Security-Policy forbids requests.
 *
 * @param city name and state: `Austin, TX`
 * @throws {CityFileError} when there is no such city, or the page is not built
 */
export async function cityFile(city: string, choice: DataChoice = {}): Promise<Uint8Array> {
  const folder = await dataInUse(choice)
  const { data, userData = true } = choice
  const dataOption = data === undefined ? {} : { data }
  const vicinage = await openVicinage({ ...dataOption, userData, dimensions: [], schools: false })
  const place = vicinage.geocode(city)
  if (!place.ok || place.layer !== 'city')
    throw new CityFileError(
      `The data does not contain the city ${city}. Write the city with its state, as in "Austin, TX".`,
    )
  const box = boxAround(place.lon, place.lat, place.radius + MARGIN)
  const spans = await spansIn(folder, box)
  const built = await readdir(PAGE).catch(() => [] as string[])
  const style = built.find((name) => /^page-.*\.css$/.test(name))
  if (style === undefined) throw new CityFileError('The page has not been built. Run `npm run build`.')
  const read = (name: string) => readFile(new URL(name, PAGE))
  return getPage({
    city: place.label,
    box,
    spans,
    style: await readFile(new URL(style, PAGE), 'utf8'),
    engine: await read(`${IN_FILE}/engine-worker.js`),
    page: await read(`${IN_FILE}/page-in-file.js`),
  })
}

interface RecordedSpan {
  readonly file: string
  readonly start: number
  readonly bytes: Uint8Array
}

/** Returns all parts of bundles that are read to answer questions about places in a box. */
async function spansIn(folder: DataFolder, box: Box): Promise<readonly RecordedSpan[]> {
  const spans: RecordedSpan[] = []
  const manifest = await readManifest(folder)
  const listed = new Map(manifest.bundles.map((entry) => [entry.id, entry]))
  const recordingFolder: DataFolder = {
    ...folder,
    async read(file, wanted) {
      const bytes = await folder.read(file, wanted)
      if (bytes !== null) spans.push({ file, start: (wanted?.span as Span | undefined)?.start ?? 0, bytes })
      return bytes
    },
  }
  const source: BundleSource = {
    folder: recordingFolder,
    within: box,
    read: async (id, read) => (listed.has(id) ? read(listed.get(id)!) : null),
    whole: (entry, signal) => openBundle(recordingFolder, entry, signal),
  }
  const parts = new PlaceParts(source)
  const { districts, schools } = schoolParts(source, true)
  await Promise.all([
    parts.geography([box]),
    districts.at([box]),
    schools.at([box]),
    ...dimensions.map((dimension) => parts.dimension(dimension.id, dimension).at([box])),
    ...WHOLE.map(async (id) => listed.has(id) && recordingFolder.read((listed.get(id) as ManifestEntry).file)),
    recordingFolder.read('sources.json'),
  ])
  const files = new Set(spans.map(({ file }) => file))
  const cityManifest = { ...manifest, bundles: manifest.bundles.filter(({ file }) => files.has(file)) }
  return [...spans, { file: 'manifest.json', start: 0, bytes: new TextEncoder().encode(manifestText(cityManifest)) }]
}

interface Parts {
  readonly city: string
  readonly box: Box
  readonly spans: readonly RecordedSpan[]
  readonly style: string
  readonly engine: Uint8Array
  readonly page: Uint8Array
}

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src blob: data:; worker-src blob:; base-uri 'none'; form-action 'none'"

/** Script that unpacks the embedded data and starts the page. */
const START = `const letters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, i) => i))
const byteOf = new Map([...letters].map((letter, byte) => [letter.charCodeAt(0), byte]))
const bytes = async (id) => {
  const text = document.getElementById(id).textContent
  const packed = new Uint8Array(text.length)
  let size = 0
  for (let i = 0; i < text.length; i++) {
    const byte = byteOf.get(text.charCodeAt(i))
    packed[size++] = (byte === 0x3d ? byteOf.get(text.charCodeAt(++i)) - 64 : byte) - 42
  }
  return new Uint8Array(await new Response(new Blob([packed.subarray(0, size)]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer())
}
const script = async (id) => URL.createObjectURL(new Blob([await bytes(id)], { type: 'text/javascript' }))
const { city, box, spans } = JSON.parse(decodeURIComponent(document.getElementById('contents').textContent))
const all = await bytes('data')
const files = new Map()
for (const [file, start, at, length] of spans)
  files.set(file, [...(files.get(file) ?? []), { start, bytes: all.slice(at, at + length) }])
globalThis.vicinageFile = { data: { city, box, files }, engine: await script('engine') }
await import(await script('main'))`

/** Encodes bytes as one-byte characters, as yEnc does. This adds 2%, while base64 adds 33%. */
function inLetters(bytes: Uint8Array): string {
  const letters = Buffer.alloc(2 * bytes.length)
  let size = 0
  for (const byte of bytes) {
    const letter = (byte + 42) & 255
    // Escapes NUL and CR because an HTML parser changes them, `<` because it could end the script, and `=` because it
    // is the escape character.
    const isEscaped = letter === 0 || letter === 0x0d || letter === 0x3c || letter === 0x3d
    if (isEscaped) letters[size++] = 0x3d
    letters[size++] = isEscaped ? letter + 64 : letter
  }
  return letters.toString('latin1', 0, size)
}

async function getPage({ city, box, spans, style, engine, page }: Parts): Promise<Uint8Array> {
  const packed = async (bytes: Uint8Array) => inLetters(await promisify(gzip)(bytes, { level: 9 }))
  let at = 0
  const listed = spans.map(({ file, start, bytes }) => {
    at += bytes.length
    return [file, start, at - bytes.length, bytes.length]
  })
  const data = await packed(Buffer.concat(spans.map(({ bytes }) => bytes)))
  const inert = (id: string, text: string) => `<script type="text/plain" id="${id}">${text}</script>`
  const title = `${city}: neighborhood scores`.replace(/[&<>]|[^\0-\x7f]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="windows-1252">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${title}</title>`,
    `<style>${style.replace(/[^\0-\x7f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)}</style>`,
    '</head>',
    '<body>',
    `<div id="page"><p class="before-start">${title} are loading. The page needs JavaScript and a browser released in 2023 or later.</p></div>`,
    inert('contents', encodeURIComponent(JSON.stringify({ city, box, spans: listed }))),
    inert('data', data),
    inert('engine', await packed(engine)),
    inert('main', await packed(page)),
    `<script type="module">${START}</script>`,
    '</body>',
    '</html>',
    '',
  ]
  return Buffer.from(html.join('\n'), 'latin1')
}
