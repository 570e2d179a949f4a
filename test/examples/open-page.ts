import { onTestFinished } from 'vitest'
import { launchChromium, type Opened, openPage as openIn } from '../explorer/browser/chromium.ts'

/** Opens an address in a browser of its own, until the test ends. */
export async function openPage(address: string): Promise<Opened> {
  const browser = await launchChromium({ webGl: false })
  onTestFinished(() => browser.close())
  return openIn(browser, address)
}
