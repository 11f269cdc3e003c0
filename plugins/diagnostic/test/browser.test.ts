import { assert, suite } from '@linecard/test-kit'
import { noChromium, openChromium, type Browser } from '@linecard/test-kit/worlds/chromium'
import { acme, plainMib } from './driver.ts'
import { added, base, nextIp, startWorld, stopDevices, type World } from './world.ts'

const test = suite('diagnostic: the card in a browser', { level: 'full' })

let world: World | undefined
let browser: Browser | undefined
test.after(async () => {
  await browser?.close()
  await world?.stop()
  await stopDevices()
})

const name = 'on a phone nothing hostile runs or is fetched, and the style of the card is let in'
if (noChromium) test.skip(name, noChromium)
else {
  test(name, async () => {
    world = await startWorld({}, [acme])
    const { admin } = world
    const url = world.url!
    const ip = nextIp()
    const device = await added(
      world,
      ip,
      plainMib(
        [
          {
            name: '<svg onload=window.owned=1>',
            alias: '</style><script>window.owned=1</script><img src=//evil.example/x onerror=window.owned=1>',
          },
        ],
        '<b>x</b>',
      ),
    )
    await world.http('PUT', `/device-interface/${device.interfaces[0]!.id}`, {
      comment: '"><iframe src="https://evil.example"></iframe>',
    })
    browser = await openChromium()
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const [trouble, foreign]: [string[], string[]] = [[], []]
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('favicon')) trouble.push(message.text())
    })
    page.on('pageerror', error => trouble.push(error.message))
    page.on('request', request => {
      if (!request.url().startsWith(url)) foreign.push(request.url())
    })
    await page.goto(
      `${url}/api/v1${base}/interface/${device.interfaces[0]!.id}/diag/html?x-auth-key=${admin}`,
    )
    assert.match(await page.locator('body').innerText(), '</style><script>window.owned=1</script>')
    assert.is(await page.evaluate('window.owned'), undefined)
    // The style was let in: without it a table is as wide as its words.
    assert.is(
      await page.evaluate(`getComputedStyle(document.querySelector('table')).borderCollapse`),
      'collapse',
    )
    assert.is(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), true)
    assert.is(await page.locator('script, img, iframe, svg, a').count(), 0)
    assert.equal(foreign, [])
    assert.equal(trouble, [])
  })
}
