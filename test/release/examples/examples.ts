import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { launchChromium, type Opened, openPage as openIn } from '../../explorer/app/browser/explorer-page.ts'
import { listeningInTest } from '../../support/listening.ts'

/** Opens an address in its own browser until the test ends. */
export async function openPage(address: string): Promise<Opened> {
  const browser = await launchChromium({ webGl: false })
  onTestFinished(() => browser.close())
  return openIn(browser, address)
}

export interface ServedFolders {
  readonly address: string
  /** Requested paths, in order. */
  readonly asked: string[]
  /** Makes paths that contain `part` missing. With undefined, none are missing. */
  lose(part: string | undefined): void
}

/**
 * Serves folders under their paths (`/data/`) on the loopback interface until the test ends. The longest matching path
 * wins.
 */
export async function serveFolders(folders: Readonly<Record<string, string>>): Promise<ServedFolders> {
  const asked: string[] = []
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length)
  let lost: string | undefined
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push(pathname)
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const prefix = prefixes.find((one) => path.startsWith(one))
    const isLost = prefix === undefined || (lost !== undefined && path.includes(lost))
    const bytes = isLost ? null : await readFile(join(folders[prefix], path.slice(prefix.length))).catch(() => null)
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': type }).end(bytes)
  })
  const origin = await listeningInTest(server)
  return {
    address: `${origin}/`,
    asked,
    lose(part) {
      lost = part
    },
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
