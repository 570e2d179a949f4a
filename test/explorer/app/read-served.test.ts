import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getFiles } from '../../../src/explorer/app/engine/served-files.ts'
import { listening } from '../../support/listening.ts'

/**
 * Milliseconds without bytes after which reading a file fails. Even on a busy machine, consecutive pieces arrive within
 * this time.
 */
const PATIENCE = 1000

/**
 * Starts a server whose responses the test provides. Records the requested paths with their Cache-Control, in order.
 */
async function serve(answer: (file: string, response: ServerResponse) => void) {
  const asked: (readonly [file: string, cache: string | undefined])[] = []
  const server = createServer((request, response) => {
    const file = request.url!.slice(1)
    asked.push([file, request.headers['cache-control']])
    answer(file, response)
  })
  const origin = await listening(server)
  const end = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => {
    await end()
  })
  return { address: `${origin}/`, asked, end }
}

/** Bytes per piece. A slow server sends eight pieces before the time limit. */
const PIECE = 1000

function trickle(response: ServerResponse, bytes: number): void {
  if (bytes === 0) return void response.end()
  response.write(new Uint8Array(PIECE).fill(bytes))
  setTimeout(() => trickle(response, bytes - 1), PATIENCE / 8)
}

describe('a file read from a server', () => {
  it('is read to the end, even if it arrives slowly or has to wait for a slow file', async () => {
    let waiting: ServerResponse | undefined
    const { address } = await serve((file, response) => {
      if (file === 'slow') {
        trickle(response, 16)
        response.on('finish', () => waiting?.end('last'))
      } else waiting = response
    })
    const { read } = getFiles(address, PATIENCE)
    const [slow, last] = await Promise.all([read('slow'), read('queued')])
    expect([...slow!].filter((_, i) => i % PIECE === 0)).toEqual([
      16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
    expect(new TextDecoder().decode(last!)).toBe('last')
  })

  it.each(['nothing', 'half of it'])(
    'is abandoned if the server stalls after sending %s, and can be requested again',
    async (what) => {
      let silent = true
      const { address, asked } = await serve((_, response) => {
        if (!silent) return response.end('all of it')
        if (what !== 'nothing') response.write('half')
      })
      const { read } = getFiles(address, PATIENCE)
      await expect(read('flood.bundle')).rejects.toThrow(
        'The data for flood safety could not be loaded: the server has sent nothing for 30 seconds. Try again in a moment.',
      )
      silent = false
      expect(new TextDecoder().decode((await read('flood.bundle'))!)).toBe('all of it')
      // A cache may answer the first request, after it has checked its copy. The second request bypasses caches.
      expect(asked).toEqual([
        ['flood.bundle', 'max-age=0'],
        ['flood.bundle', 'no-cache'],
      ])
    },
  )

  it('is requested with its version for caching, and bypasses caches after a failure', async () => {
    let isDamaged = true
    const { address, asked } = await serve((_, response) => void response.writeHead(isDamaged ? 500 : 200).end('all'))
    const { read } = getFiles(address, PATIENCE, (file) => (file === 'flood.bundle' ? 'a1' : undefined))
    await expect(read('flood.bundle')).rejects.toThrow('(error 500)')
    isDamaged = false
    await read('flood.bundle')
    await read('manifest.json')
    expect(asked).toEqual([
      ['flood.bundle?v=a1', undefined],
      ['flood.bundle?v=a1', 'no-cache'],
      ['manifest.json', 'max-age=0'],
    ])
  })

  it.each([
    [
      500,
      'The data for flood safety could not be loaded: the server has a problem (error 500). Try again in a moment.',
    ],
    [
      429,
      'The data for flood safety could not be loaded: the server has a problem (error 429). Try again in a moment.',
    ],
    [
      403,
      'The data for flood safety could not be loaded: the server refuses the request (error 403). Reload the page, or tell whoever runs this site.',
    ],
  ])('is reported with one sentence if the server rejects the request with status %i', async (status, sentence) => {
    const { address } = await serve((_, response) => response.writeHead(status).end('<html>'))
    await expect(getFiles(address).read('flood.bundle')).rejects.toThrow(sentence)
  })

  it('is read as null if it does not exist', async () => {
    const { address } = await serve((_, response) => response.writeHead(404).end('<html>'))
    expect(await getFiles(address).read('flood.bundle')).toBeNull()
  })

  it('is rejected with a message that mentions the lost connection or unreachable server', async () => {
    const { address, end } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy())
    })
    const { read } = getFiles(address)
    const sentence =
      'The data for flood safety could not be loaded: the server cannot be reached, or the connection was lost. Try again in a moment.'
    await expect(read('flood.bundle')).rejects.toThrow(sentence)
    await end()
    await expect(read('flood.bundle')).rejects.toThrow(sentence)
  })
})
