import { createHash } from 'node:crypto'
import dlink from '@linecard/driver-dlink'
import zte from '@linecard/driver-zte'
import { createOlt, startScene } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { adminPassword } from '@linecard/test-kit/worlds/core'
import { escapedHtml, html } from '@linecard/plugin-kit/html'
import { acme, plainMib } from './driver.ts'
import { add, added, base, dataOf, keyOf, nextIp, startWorld, stopDevices, type World } from './world.ts'

const test = suite('diagnostic: card and links')

let world: World
test.before(async () => {
  world = await startWorld({ system: { external_http_address: 'https://panel.example.net/' } }, [
    dlink,
    zte,
    acme,
  ])
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

test('every value in a piece of a page is text', () => {
  assert.is(
    html`<b title="${'a"b\'c`d&<e>'}">${1}${html`<i>${'<'}</i>`}</b>`.text,
    '<b title="a&quot;b&#39;c&#96;d&amp;&lt;e&gt;">1<i>&lt;</i></b>',
  )
  assert.is(escapedHtml('a\u0000b\u001bc\u202ed\u2066e\ud800f😀\ufeff'), 'a�b�c�d�e�f😀�')
})

/** Every tag of a page by its name, in order of the first. */
const tagsOf = (page: string) => [
  ...new Set([...page.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, name]) => name!.toLowerCase())),
]

test('hostile texts of devices and people appear as text; no script, no foreign resource', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    `'><svg/onload=alert(1)>`,
    '</title></style><script src=//evil.example/x.js></script>',
    '<iframe src="https://evil.example">',
    'javascript:alert(1)',
    '&lt;script&gt;',
    '<a href="data:text/html,x">',
    'a\u0000b\u202etxt.exe',
    Buffer.from([0x3c, 0xe9, 0x3e]),
    '{{constructor}}',
    '<!-- ',
    ']]>',
    'x'.repeat(10_000),
  ]
  const ip = nextIp()
  const device = await added(
    world,
    ip,
    plainMib(
      hostile.map((alias, n) => ({ name: n % 2 ? `p<b>${n}</b>` : `port ${n}`, alias })),
      '<b onclick=alert(1)>sys</b>',
    ),
    { name: '<u>device</u>"\'' },
  )
  for (const [n, { id }] of device.interfaces.entries()) {
    assert.is(
      (
        await world.http('PUT', `/device-interface/${id}`, {
          comment: `<img src=x onerror=alert(${n})>`,
          agreement: '"><script>1</script>',
        })
      ).status,
      200,
    )
    const { status, text: page, headers } = await world.http('GET', `${base}/interface/${id}/diag/html`)
    assert.is(status, 200)
    assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(
      [headers.get('x-content-type-options'), headers.get('cache-control')],
      ['nosniff', 'no-store'],
    )
    assert.equal(
      tagsOf(page).filter(
        name =>
          ![
            '!doctype',
            'html',
            'head',
            'meta',
            'title',
            'style',
            'body',
            'h1',
            'h2',
            'p',
            'span',
            'table',
            'thead',
            'tr',
            'th',
            'td',
            'br',
          ].includes(name),
      ),
      [],
      String(hostile[n]),
    )
    // The only attributes are our own.
    assert.equal(
      [...page.matchAll(/<(?:span|p|h1|h2|td|th|tr|table)\s+([^>]*)>/g)]
        .map(([, attributes]) => attributes)
        .filter(one => !/^class="(good|bad|note)"$/.test(one!)),
      [],
    )
    for (const word of ['<script', '<img', '<svg', '<iframe', '<a ', '<link', '<base', '@import'])
      assert.not.ok(page.toLowerCase().includes(word), word)
  }
  const shown = await world.http('GET', `${base}/interface/${device.interfaces[0]!.id}/diag/html?from=device`)
  assert.ok(shown.text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'), 'the description is shown')
  assert.ok(shown.text.includes('&lt;img src=x onerror=alert(0)&gt;'), 'the comment is shown')
})

test('the policy of the card allows only its own style by hash; frames are refused unless the settings name a page', async () => {
  const ip = nextIp()
  const { interfaces } = await added(world, ip, plainMib([{ name: 'p1', alias: 'one' }]))
  const path = `${base}/interface/${interfaces[0]!.id}/diag/html`
  const { text: page, headers } = await world.http('GET', path)
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!
  assert.is(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  assert.match(page, '<meta name="viewport" content="width=device-width,initial-scale=1">')
  assert.is(
    (
      await world.http('PUT', '/system/configuration', {
        diagnostic: { embed_from: ['https://billing.example.net'] },
        current_password: adminPassword,
      })
    ).status,
    200,
  )
  assert.match(
    (await world.http('GET', path)).headers.get('content-security-policy')!,
    `frame-ancestors https://billing.example.net`,
  )
  for (const wrong of ["'self'; script-src *", '*', 'https://a.example;', 'javascript:x'])
    assert.is(
      (await world.http('PUT', '/system/configuration', { diagnostic: { embed_from: [wrong] } })).status,
      400,
      wrong,
    )
})

test('the card of an ONU, and of a device that does not answer', async () => {
  const ip = nextIp()
  const olt = await added(world, ip, createOlt({ vendor: 'zte', model: 'C320', name: 'olt', ip }).mib)
  const onu = olt.interfaces.find(({ type, status }) => type === 'ONU' && status === 'Online')!
  const { text: live } = await world.http('GET', `${base}/interface/${onu.id}/diag/html`)
  for (const text of [onu.name, 'ONU receives, dBm', '<span class="good">Online</span>', 'Ethernet ports'])
    assert.ok(live.includes(text), text)
  olt.sim.behaviour.silent = true
  const { status, text: quiet } = await world.http('GET', `${base}/interface/${onu.id}/diag/html?from=device`)
  assert.is(status, 200)
  assert.match(quiet, /<p class="bad">[^<]*(gave no answer|has answered nothing since)/)
  assert.match(quiet, '<h2>Incomplete parts</h2>')
})

test('links: the pages of the interface, and the LLDP neighbour, with its device if the caller sees it', async () => {
  const [one, two] = [nextIp(), nextIp()]
  const scene = await startScene(
    {
      devices: [
        { kind: 'switch', name: 'near', ip: one, vendor: 'dlink', model: 'DES-3200-10/C1' },
        { kind: 'switch', name: 'far', ip: two, vendor: 'dlink', model: 'DES-3200-10/C1' },
      ],
      cables: [['near:9', 'far:10']],
    },
    { port: 0 },
  )
  const [a, b] = ['near', 'far'].map(name => scene.devices.find(device => device.name === name)!)
  const hidden = await add(world, '/device-group', { name: 'far away' })
  const seen = await add(world, '/device-group', { name: 'near by' })
  const near = await added(world, one, a!, { name: 'near', group_id: seen.id })
  const far = await added(world, two, b!, { name: 'far', group_id: hidden.id })
  const port = near.interfaces.find(({ name }) => name === '1/9')!
  interface Links {
    pages: { rel: string; path: string; url: string | null }[]
    neighbours: { source: string; name: string; port_id: string; device: { id: number } | null }[] | null
  }
  const links = async (id: number, key?: string) =>
    dataOf<Links>(await world.http('GET', `${base}/interface/${id}/links`, undefined, key))
  const { pages, neighbours } = await links(port.id)
  assert.equal(pages[0], {
    rel: 'interface',
    path: `/interfaces/${port.id}`,
    url: `https://panel.example.net/interfaces/${port.id}`,
  })
  assert.equal(
    pages.map(({ rel }) => rel),
    ['interface', 'device', 'card'],
  )
  assert.equal(
    neighbours!.map(({ source, name, port_id, device }) => [source, name, port_id, device?.id ?? null]),
    [['lldp', 'far', '1/10', far.id]],
  )
  assert.equal((await links(near.interfaces.find(({ name }) => name === '1/1')!.id)).neighbours, [])
  const limited = await keyOf(world, ['diag_interface'], [seen.id])
  assert.is((await links(port.id, limited)).neighbours![0]!.device, null)
})
