import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gazetteerBundle } from '../../data-build/geocode/gazetteer-bundle.ts'
import { publicPlacesBundle } from '../../data-build/geocode/public-places-bundle.ts'
import { writeFolder } from '../../data-build/pack/write-folder.ts'
import { BundleError, NotLoadedError, type OpenOptions, openVicinage, ValidationError } from '../../src/index.ts'
import { callEndpoint } from '../../src/library/contract/endpoint.ts'
import { geocodeEndpoints } from '../../src/library/contract/geocode.ts'
import { publicPlacesFixture, streetsFixture, tablesFixture } from '../answers/geocode/fixtures/geocoder.ts'
import { copiedFolder } from './fixtures/folder.ts'

const address = '12 Invented Ln, Quillwater, TX 78790'

async function open(options: OpenOptions = {}, withSchools = true) {
  const data = await copiedFolder()
  const places = { content: gazetteerBundle(tablesFixture, []), rows: 1 }
  const schools = { content: publicPlacesBundle(publicPlacesFixture, []), rows: 1 }
  await writeFolder(data, {
    build: null,
    builder: 'made 1.0',
    bundles: withSchools ? [places, schools, { content: streetsFixture, rows: 2 }] : [places],
    used: [],
  })
  return { data, vicinage: await openVicinage({ data, ...options }) }
}

describe('geocode()', () => {
  it('returns coordinates, layer, confidence, radius, label and the parsed address', async () => {
    const { vicinage } = await open()
    expect(vicinage.geocode('1 Main St, Quillwater, TX 78790')).toEqual({
      ok: true,
      lat: 30.21,
      lon: -97.72,
      layer: 'zip',
      confidence: 0.6,
      radius: 3000,
      label: 'Quillwater, TX 78790',
      parsed: {
        ...{ number: '1', predirectional: null, street: 'MAIN', suffix: 'ST', postdirectional: null, unit: null },
        ...{ city: 'QUILLWATER', state: 'TX', zip: '78790' },
      },
      alternatives: [],
      note: {
        code: 'street_unknown',
        text: 'No street Main St is known in Quillwater, TX 78790: this is the whole ZIP.',
        codes: ['street_unknown'],
      },
    })
  })

  it('accepts layers and a country', async () => {
    const { vicinage } = await open()
    expect(vicinage.geocode(address).layer).toBe('address')
    expect(vicinage.geocode(address, { layers: ['city', 'zip'] }).layer).toBe('zip')
    expect(vicinage.geocode(address, { layers: 'city,county', country: 'US' }).layer).toBe('city')
    expect(vicinage.geocode(address, { country: 'mx' })).toMatchObject({
      ...{ ok: false, code: 'country_unknown', message: expect.stringContaining('got country MX') },
      parsed: { number: '12', street: 'INVENTED', zip: '78790' },
    })
  })

  it('reports an empty or overlong address as not found', async () => {
    const { vicinage } = await open()
    expect(vicinage.geocode('  ')).toMatchObject({ ok: false, code: 'address_empty' })
    expect(vicinage.geocode('a'.repeat(301))).toMatchObject({ ok: false, code: 'address_too_long' })
  })

  it('rejects invalid arguments', async () => {
    const { vicinage } = await open()
    const wrong = [
      () => vicinage.geocode(undefined as never),
      () => vicinage.geocode(12 as never),
      () => vicinage.geocode(address, { country: 'USA' }),
      () => vicinage.geocode(address, { layers: ['house'] as never }),
      () => vicinage.tools.geocodeSingle(null as never),
      () => vicinage.tools.geocodeSingle({ address, country: 7 as never }),
    ]
    for (const ask of wrong) expect(ask).toThrow(ValidationError)
  })
})

describe('a vicinage', () => {
  it('without the geocoder throws NotLoadedError for addresses, and finds nothing over HTTP', async () => {
    const { data } = await open()
    const folder = await copiedFolder()
    for (const vicinage of [await openVicinage({ data, geocoder: false }), await openVicinage({ data: folder })]) {
      const fact = 'The geocoder is not loaded: the geocoder or places.bundle was not included.'
      const message = `${fact} Open with \`geocoder: true\` and a data folder that contains places.bundle (\`vicinage data copy --geocoder\`).`
      for (const ask of [() => vicinage.geocode(address), () => vicinage.tools.geocodeSingle({ address })])
        expect(ask).toThrow(expect.objectContaining({ name: 'NotLoadedError', code: 'geocoder_not_loaded', message }))
      expect(callEndpoint(geocodeEndpoints[0]!, vicinage, { address })).toEqual({ lat: null, lon: null, message: fact })
    }
  })

  it('without the schools still geocodes addresses', async () => {
    const { vicinage } = await open({}, false)
    expect(vicinage.geocode(address).layer).toBe('zip')
  })

  it('is not opened if a geocoder bundle is damaged, unless the geocoder is turned off', async () => {
    const { data } = await open()
    writeFileSync(join(data, 'places.bundle'), 'no bundle')
    await expect(openVicinage({ data })).rejects.toThrow(BundleError)
    const vicinage = await openVicinage({ data, geocoder: false })
    expect(() => vicinage.geocode(address)).toThrow(NotLoadedError)
  })
})
