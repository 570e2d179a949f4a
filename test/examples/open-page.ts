import { chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/**
 * A page in a browser of its own, until the test ends. `complaints`: errors on the console, uncaught ones, what its
 * policy forbade, requests to other hosts.
 */
export async function openPage(address: string): Promise<{ readonly page: Page; readonly complaints: string[] }> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
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
