import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  file => existsSync(file),
)

/** Reason why browser tests cannot run here. Null: they can. */
export const noChromium: string | null = executablePath
  ? null
  : 'no Chromium is installed: apt-get install chromium'

/** A browser without a window and without its own traffic. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
