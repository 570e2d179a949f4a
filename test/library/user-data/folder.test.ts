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
  it('is where the platform keeps such data', () => {
    expect(on('linux', {})).toBe('/home/ann/.local/share/vicinage')
    expect(on('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/vicinage')
    expect(on('darwin', {}, '/Users/ann')).toBe('/Users/ann/Library/Application Support/vicinage')
    expect(on('darwin', { XDG_DATA_HOME: '/data' }, '/Users/ann')).toBe('/data/vicinage')
    const local = 'D:\\ann\\local'
    expect(on('win32', { LOCALAPPDATA: local }, 'C:\\Users\\ann')).toBe('D:\\ann\\local\\vicinage')
    expect(on('win32', {}, 'C:\\Users\\ann')).toBe('C:\\Users\\ann\\AppData\\Local\\vicinage')
  })

  it('is what VICINAGE_DATA_HOME says, whatever else is set', () => {
    expect(on('linux', { VICINAGE_DATA_HOME: '/mnt/layers', XDG_DATA_HOME: '/data' })).toBe('/mnt/layers')
    expect(on('linux', { VICINAGE_DATA_HOME: '/mnt/layers' }, '')).toBe('/mnt/layers')
  })

  it('leaves out variables that are empty or, of XDG, relative, and is none without a home', () => {
    expect(on('linux', { VICINAGE_DATA_HOME: '', XDG_DATA_HOME: 'here' })).toBe('/home/ann/.local/share/vicinage')
    expect(on('linux', {}, '')).toBeNull()
  })

  it('of the tests is none of the person who runs them', () => {
    expect(userDataFolder()).toContain('vicinage-tests-')
  })
})

describe("street layers of the user's data folder", () => {
  const zip = addrfeatZip([{ name: 'Main St', left: ['1', '99'] }], '48453')

  it('are found where there are any, unless others are named or none are wanted', async () => {
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

  it('locate houses for openVicinage() without a flag, and not with userData: false', async () => {
    userDataAt(emptyFolder())
    await addStreetFiles([written(emptyFolder(), 'a.zip', zip)], userLayerFolder('streets') as string)
    const needs = { dimensions: [], schools: false }
    const layerOf = async (options: object) =>
      (await openVicinage({ ...needs, ...options })).geocode('51 Main St, Austin, TX 78701').layer
    expect(await layerOf({})).toBe('street_range')
    expect(await layerOf({ userData: false })).not.toBe('street_range')
  })

  it('are none in a home that cannot be read, and an error where the folder was named', () => {
    const home = emptyFolder()
    mkdirSync(join(home, 'vicinage'))
    // A link to itself: the system refuses to follow it (ELOOP), also for root.
    symlinkSync('streets', join(home, 'vicinage', 'streets'))
    userDataAt(join(home, 'vicinage'))
    expect(() => streetsFolder({})).toThrow(/streets cannot be read: ELOOP/)
    userDataAt('')
    vi.stubEnv('XDG_DATA_HOME', home)
    expect(userLayerFolder('streets')).toBe(join(home, 'vicinage', 'streets'))
    expect(streetsFolder({})).toBeUndefined()
  })

  it('that are damaged are an error that says how to repair them, or leave them out', async () => {
    userDataAt(emptyFolder())
    const folder = userLayerFolder('streets') as string
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'streets-48453.bundle'), 'damaged')
    const { code, err } = await consoleOf(['geocode', '51 Main St, Austin, TX 78701'], { open: openVicinage })
    expect(code).toBe(1)
    expect(err).toMatch(
      /^vicinage: .*streets-48453\.bundle is only 7 bytes long.*\nRepair: vicinage streets update\. Leave/,
    )
    const without = await consoleOf(['--no-user-data', 'geocode', 'Austin, TX 78701'], { open: openVicinage })
    expect(without).toMatchObject({ code: 0, err: '' })
    // Scores need no addresses.
    expect((await consoleOf(['report', '30.2672', '-97.7431'], { open: openVicinage })).code).toBe(0)
    expect((await consoleOf(['streets', 'remove', '--county', '48453'])).out).toContain('1 file removed')
  })

  it('of a custom dimension that is damaged is not an error of the street index', async () => {
    userDataAt(emptyFolder())
    const folder = userLayerFolder('layers') as string
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'canopy.bundle'), 'damaged')
    const { code, err } = await consoleOf(['score', '30.2672', '-97.7431'], { open: openVicinage })
    expect(code).toBe(1)
    expect(err).toMatch(
      /^vicinage: .*canopy\.bundle is only 7 bytes long.*layer remove canopy.*\nLeave it out: --no-user-data\n$/,
    )
    expect(err).not.toContain('streets')
  })

  it('enter the identity of the data by what they hold', async () => {
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
    // The same counts in every header: only the place of the line differs.
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
