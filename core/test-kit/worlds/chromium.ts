import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { missingTools } from './on-demand.ts'

/** What the tests use of Playwright, whose package lies in a folder of its own. */
export interface Browser {
  newPage(options?: { viewport: { width: number; height: number } }): Promise<Page>
  close(): Promise<void>
}
export interface Page {
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: Error) => void): void
  on(event: 'request', listener: (request: { url(): string }) => void): void
  setDefaultTimeout(ms: number): void
  goto(url: string): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  locator(selector: string, options?: { hasText: string }): Locator
  getByRole(role: string, options: { name: string }): Locator
}
export interface Locator {
  locator(selector: string): Locator
  filter(options: { has: Locator }): Locator
  first(): Locator
  nth(index: number): Locator
  count(): Promise<number>
  innerText(): Promise<string>
  waitFor(): Promise<void>
  click(): Promise<void>
  fill(text: string): Promise<void>
}

const folder = 'test/browser'
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  file => existsSync(file),
)

/** Reason why browser tests cannot run here. Null: they can. */
export const noChromium: string | null = executablePath
  ? await missingTools(folder)
  : 'no Chromium is installed: apt-get install chromium'

/** A browser without a window and without its own traffic. */
export function openChromium(): Promise<Browser> {
  const { chromium } = createRequire(new URL(`../../../${folder}/package.json`, import.meta.url))(
    'playwright-core',
  ) as { chromium: { launch(options: object): Promise<Browser> } }
  return chromium.launch({
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
}
