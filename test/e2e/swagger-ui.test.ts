import { assert, suite } from '@linecard/test-kit'
import { noChromium, openChromium, type Browser } from '@linecard/test-kit/worlds/chromium'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/** The page of the API in a real browser, as a new user sees it. */
const test = suite('swagger page', { level: 'full' })

let house: Installation | undefined
let browser: Browser | undefined

test('the page and its parts are served, checked without a browser', async () => {
  house = await startInstallation({
    scene: sceneOf([{ kind: 'switch', name: 'sw-oak-12', vendor: 'dlink', model: 'DES-3200-10/C1' }]),
  })
  const page = await (await fetch(`${house.url}/swagger/`)).text()
  const parts = [...page.matchAll(/(?:src|href)="([^"#]+\.(?:js|css))"/g)].map(
    match => new URL(match[1]!, `${house!.url}/swagger/`),
  )
  assert.ok(parts.length >= 3, page)
  for (const part of parts) {
    assert.is(part.origin, house.url)
    assert.is((await fetch(part)).status, 200, part.href)
  }
})

if (noChromium) test.skip('Try it out on GET /api/v1/device', noChromium)
else {
  test('Try it out on GET /api/v1/device shows a device, and the page sends no request to other hosts', async () => {
    const { url, admin } = house!
    await house!.add(house!.simulated('sw-oak-12'))
    browser = await openChromium()
    const page = await browser.newPage()
    page.setDefaultTimeout(240_000)
    const trouble: string[] = []
    const foreign: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    page.on('pageerror', error => trouble.push(error.message))
    page.on('request', request => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url())
    })

    await page.goto(`${url}/swagger/`)
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    await page.locator('.auth-container input').fill(admin.key!)
    await page.locator('.auth-container button[type=submit]').click()
    await page.locator('.modal-ux button.btn-done').click()

    await page.locator('#tag-device, [id="operations-tag-device"]').first().click()
    const block = page
      .locator('.opblock')
      .filter({ has: page.locator('.opblock-summary-path[data-path="/api/v1/device"]') })
      .filter({ has: page.locator('.opblock-summary-method', { hasText: 'GET' }) })
    await block.locator('.opblock-summary').click()
    const execute = block.locator('button.execute')
    if ((await execute.count()) === 0) await block.locator('button.try-out__btn').click()
    await execute.click()

    const answer = block.locator('.live-responses-table')
    await answer.waitFor()
    assert.match(await answer.locator('.response-col_status').nth(1).innerText(), /^200/)
    assert.match(await answer.locator('.response-col_description').nth(1).innerText(), 'sw-oak-12')
    assert.equal(foreign, [])
    assert.equal(trouble, [])
  })
}

test.after(async () => {
  await browser?.close()
  await house?.stop()
})
