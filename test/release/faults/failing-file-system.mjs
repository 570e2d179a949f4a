// Counts the calls of node:fs that change files below a folder, and makes one of them fail as a full or broken disk
// does.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const MESSAGES = { ENOSPC: 'no space left on device', EIO: 'i/o error', EMFILE: 'too many open files' }

const original = { ...fs }
/** Folder whose calls count. If undefined, no calls count. */
let folder
let at = 0
let code = 'EIO'
let calls = []
/** Paths of the open descriptors that count. */
let descriptors = new Map()
/** Functions that put an original back in its place; empty if nothing is replaced. */
const replaced = []

/**
 * Counts the calls below a folder from now on, and makes call number `at` fail. If `at` is 0, no call fails. Returns
 * the list to which each call is added, such as `rename /…/map.png`.
 */
export function failOnce(settings) {
  folder = `${resolve(settings.folder)}${sep}`
  at = settings.at ?? 0
  code = settings.code ?? 'EIO'
  calls = []
  descriptors = new Map()
  if (replaced.length === 0) replaceAll()
  return calls
}

/** Puts the functions of node:fs back. */
export function restore() {
  folder = undefined
  for (const putBack of replaced.splice(0)) putBack()
  syncBuiltinESMExports()
}

/** Replaces a function until `restore`. */
function replace(object, name, by) {
  const before = object[name]
  object[name] = by
  replaced.push(() => {
    object[name] = before
  })
}

/** Returns whether a path, or the file of a descriptor, is below the folder. */
function counts(target) {
  if (folder === undefined || !isMainThread) return false
  if (typeof target === 'number') return descriptors.has(target)
  if (target instanceof URL) return counts(fileURLToPath(target))
  if (typeof target === 'string' || Buffer.isBuffer(target))
    return `${resolve(String(target))}${sep}`.startsWith(folder)
  return typeof target?.fd === 'number' && descriptors.has(target.fd)
}

/** Counts a call, and returns its error if it is the call that fails. */
function faultOf(name, target) {
  if (!counts(target)) return null
  const path =
    typeof target === 'object' && 'fd' in target ? descriptors.get(target.fd) : (descriptors.get(target) ?? target)
  calls.push(`${name} ${path}`)
  if (calls.length !== at) return null
  const fault = new Error(`${code}: ${MESSAGES[code]}, ${name} '${path}'`)
  return Object.assign(fault, { code, syscall: name, path: String(path), errno: -1 })
}

/** Returns the first half of the data, which a disk still takes when it becomes full. */
function firstHalf(data) {
  if (typeof data === 'string') return data.slice(0, data.length >> 1)
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength >> 1) : null
}

function halfWritten(name, target, data) {
  const half = firstHalf(data)
  if (half === null) return
  if (name === 'writeFile' || name === 'appendFile') original[`${name}Sync`](target, half)
  else original.writeSync(typeof target === 'number' ? target : target.fd, half)
}

/**
 * Performs the part of a failing call that still happens: half of a write, or a close, which always releases the
 * descriptor.
 */
function failing(name, target, data) {
  if (/^(write|appendFile)/.test(name)) halfWritten(name, target, data)
  if (name === 'close' && typeof target === 'number') original.closeSync(target)
}

const NAMES = [
  'open',
  'write',
  'writev',
  'writeFile',
  'appendFile',
  'rename',
  'fsync',
  'fdatasync',
  'ftruncate',
  'mkdir',
  'copyFile',
  'close',
]

function replaceAll() {
  for (const name of NAMES) {
    replaceSync(name)
    replaceCallback(name)
    replacePromise(name)
  }
  for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync', 'truncate'])
    replace(prototype, name, handleCall(name, prototype[name]))
  syncBuiltinESMExports()
}

/** Returns the path or descriptor that a call changes: for a rename or copy, the destination. */
function targetOf(name, given) {
  return name === 'rename' || name === 'copyFile' ? given[1] : given[0]
}

function replaceSync(name) {
  const call = original[`${name}Sync`]
  replace(fs, `${name}Sync`, (...given) => {
    const fault = faultOf(name, targetOf(name, given))
    if (fault !== null) {
      failing(name, given[0], given[1])
      throw fault
    }
    const answer = call(...given)
    if (name === 'open' && counts(given[0])) descriptors.set(answer, String(given[0]))
    if (name === 'close') descriptors.delete(given[0])
    return answer
  })
}

function replaceCallback(name) {
  const call = original[name]
  replace(fs, name, (...given) => {
    const done = given.at(-1)
    const fault = faultOf(name, targetOf(name, given))
    if (fault !== null) {
      failing(name, given[0], given[1])
      process.nextTick(done, fault)
      return
    }
    if (name === 'open' && counts(given[0]))
      given[given.length - 1] = (error, descriptor) => {
        if (error === null) descriptors.set(descriptor, String(given[0]))
        done(error, descriptor)
      }
    if (name === 'close') descriptors.delete(given[0])
    call(...given)
  })
}

function replacePromise(name) {
  const call = original.promises[name]
  if (call === undefined) return
  replace(original.promises, name, async (...given) => {
    const fault = faultOf(name, targetOf(name, given))
    if (fault !== null) {
      failing(name, given[0], given[1])
      throw fault
    }
    const answer = await call(...given)
    if (name === 'open' && counts(given[0])) {
      descriptors.set(answer.fd, String(given[0]))
      // Wrapped for each handle, because every handle has its own `close`.
      answer.close = handleCall('close', answer.close)
    }
    return answer
  })
}

/** Wraps a method of file handles so that its calls count. */
function handleCall(name, call) {
  return async function (...given) {
    const fault = faultOf(name, this)
    if (fault !== null && /^(write|appendFile)/.test(name)) halfWritten('write', this, given[0])
    if (name === 'close') descriptors.delete(this.fd)
    if (fault === null) return call.apply(this, given)
    if (name === 'close') await call.apply(this, given)
    throw fault
  }
}

const handle = await original.promises.open(process.execPath)
const prototype = Object.getPrototypeOf(handle)
await handle.close()
