import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path, { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { addStreetFiles } from '../../../data-build/streets/add-streets.ts'
import { dataIdentity } from '../../../src/faces/batch/cluster/data-identity.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { folderFor, userDataFolder, userLayerFolder } from '../../../src/library/user-data/folder.ts'
import { streetsFolder } from '../../../src/library/user-data/streets.ts'
import { addrfeatZip, written } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { copiedFolder } from '../fixtures/folder.ts'
import { userDataAt } from './fixtures/user-data.ts'

const on = (platform: string, env: Record<string, string>, home = '/home/ann') =>
  folderFor({ env, platform, home, path: platform === 'win32' ? path.win32 : path.posix })

describe("the user's data folder", () => {
  it('follows the conventions of the platform', () => {
    expect(on('linux', {})).toBe('/home/ann/.local/share/vicinage')
    expect(on('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/vicinage')
    expect(on('darwin', {}, '/Users/ann')).toBe('/Users/ann/Library/Application Support/vicinage')
    expect(on('darwin', { XDG_DATA_HOME: '/data' }, '/Users/ann')).toBe('/data/vicinage')
    const local = 'D:\\ann\\local'
    expect(on('win32', { LOCALAPPDATA: local }, 'C:\\Users\\ann')).toBe('D:\\ann\\local\\vicinage')
    expect(on('win32', {}, 'C:\\Users\\ann')).toBe('C:\\Users\\ann\\AppData\\Local\\vicinage')
  })

  it('is overridden by VICINAGE_DATA_HOME', () => {
    expect(on('linux', { VICINAGE_DATA_HOME: '/mnt/layers', XDG_DATA_HOME: '/data' })).toBe('/mnt/layers')
    expect(on('linux', { VICINAGE_DATA_HOME: '/mnt/layers' }, '')).toBe('/mnt/layers')
  })

  it('ignores empty variables and a relative XDG path, and is null without a home', () => {
    expect(on('linux', { VICINAGE_DATA_HOME: '', XDG_DATA_HOME: 'here' })).toBe('/home/ann/.local/share/vicinage')
    expect(on('linux', {}, '')).toBeNull()
  })

  it('is not the real folder during tests', () => {
    expect(userDataFolder()).toContain('vicinage-tests-')
  })
})

describe("the street index in the user's data folder", () => {
  const zip = addrfeatZip([{ name: 'Main St', left: ['1', '99'] }], '48453')

  it('is used if it exists, unless another index or none is requested', async () => {
    userDataAt(emptyFolder())
    const folder = userLayerFolder('streets') as string
    expect(streetsFolder({})).toBeUndefined()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'streets-48453.bundle.77.part'), 'half')
    expect(streetsFolder({})).toBeUndefined()
    await addStreetFiles([written(emptyFolder(), 'a.zip', zip)], folder)
    expect(streetsFolder({})).toBe(folder)
    expect(streetsFolder({ streets: 'other' })).toBe('other')
    expect(streetsFolder({ userData: false })).toBeUndefined()
  })

  it('is used by openVicinage() to locate houses, unless userData is false', async () => {
    userDataAt(emptyFolder())
    await addStreetFiles([written(emptyFolder(), 'a.zip', zip)], userLayerFolder('streets') as string)
    const needs = { dimensions: [], schools: false }
    const layerOf = async (options: object) =>
      (await openVicinage({ ...needs, ...options })).geocode('51 Main St, Austin, TX 78701').layer
    expect(await layerOf({})).toBe('street_range')
    expect(await layerOf({ userData: false })).not.toBe('street_range')
  })

  it('is undefined if the home cannot be read, but causes an error if its folder was set explicitly', () => {
    const home = emptyFolder()
    mkdirSync(join(home, 'vicinage'))
    // A link to itself, which the system refuses to follow (ELOOP) even for root.
    symlinkSync('streets', join(home, 'vicinage', 'streets'))
    userDataAt(join(home, 'vicinage'))
    expect(() => streetsFolder({})).toThrow(/streets cannot be read: ELOOP/)
    userDataAt('')
    vi.stubEnv('XDG_DATA_HOME', home)
    expect(userLayerFolder('streets')).toBe(join(home, 'vicinage', 'streets'))
    expect(streetsFolder({})).toBeUndefined()
  })

  it('causes an error if it is damaged, with advice on repairing or bypassing the index', async () => {
    userDataAt(emptyFolder())
    const folder = userLayerFolder('streets') as string
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'streets-48453.bundle'), 'damaged')
    const { code, err } = await consoleOf(['geocode', '51 Main St, Austin, TX 78701'], { open: openVicinage })
    expect(code).toBe(1)
    expect(err).toMatch(
      /^vicinage: .*streets-48453\.bundle is only 7 bytes long.*\nRepair it with `vicinage streets update`, or ignore/,
    )
    const without = await consoleOf(['--no-user-data', 'geocode', 'Austin, TX 78701'], { open: openVicinage })
    expect(without).toMatchObject({ code: 0, err: '' })
    // Scores need no addresses.
    expect((await consoleOf(['report', '30.2672', '-97.7431'], { open: openVicinage })).code).toBe(0)
    expect((await consoleOf(['streets', 'remove', '--county', '48453'])).out).toContain('1 file removed')
  })

  it('is not blamed for a damaged custom dimension', async () => {
    userDataAt(emptyFolder())
    const folder = userLayerFolder('layers') as string
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'canopy.bundle'), 'damaged')
    const { code, err } = await consoleOf(['score', '30.2672', '-97.7431'], { open: openVicinage })
    expect(code).toBe(1)
    expect(err).toMatch(
      /^vicinage: .*canopy\.bundle is only 7 bytes long.*layer remove canopy.*\nIgnore it: --no-user-data\n$/,
    )
    expect(err).not.toContain('streets')
  })

  it('is part of the data identity, which changes with its content', async () => {
    const data = await copiedFolder()
    const identity = async (options = {}) => (await dataIdentity({ data, ...options })).id
    userDataAt(emptyFolder())
    const none = await identity()
    const folder = userLayerFolder('streets') as string
    await addStreetFiles([written(emptyFolder(), 'a.zip', zip)], folder)
    const one = await identity()
    expect(one).not.toBe(none)
    expect(await identity({ userData: false })).toBe(none)
    expect(await identity({ streets: folder })).toBe(one)
    // The counts in the headers are equal, and only the position of the line differs.
    const moved = addrfeatZip(
      [
        {
          name: 'Main St',
          left: ['1', '99'],
          line: [
            [-97, 30.00001],
            [-96.9896158, 30],
          ],
        },
      ],
      '48453',
    )
    await addStreetFiles([written(emptyFolder(), 'a.zip', moved)], folder)
    expect(await identity()).not.toBe(one)
  })
})
