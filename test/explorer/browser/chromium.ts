import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CHROMIUM = '/usr/bin/chromium'

/** Whether this machine can open pages. Says so when it cannot: what needs a browser is skipped. */
export function hasChromium(): boolean {
  const installed = existsSync(CHROMIUM)
  if (!installed) console.warn(`skipped: ${CHROMIUM} is not installed`)
  return installed
}

/** Without the browser's own requests, which lead nowhere on a machine that is on its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const NO_GL = ['--disable-gpu', '--disable-3d-apis']

/** @param webGl in software, as there is no GPU */
export function launchChromium({ webGl }: { readonly webGl: boolean }): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...(webGl ? SOFTWARE_GL : NO_GL)] })
}

export interface Opened {
  readonly page: Page
  /** Errors on the console, uncaught ones, what the page's policy forbade, requests to other places. */
  readonly complaints: readonly string[]
}

/** Opens an address in a window of its own. */
export async function openPage(browser: Browser, address: string, options?: BrowserContextOptions): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options })
  page.setDefaultTimeout(45_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(address).origin) complaints.push(request.url())
  })
  // Not all of it comes to the console.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} forbade ${blockedURI}`),
    ),
  )
  await page.goto(address)
  return { page, complaints }
}
