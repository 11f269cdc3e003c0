import { assert, suite } from '@linecard/test-kit'
import { adminPassword } from '@linecard/test-kit/worlds/core'
import { address, codeOf, keyOf, readCode, sizeOf, startWorld, type World } from './world.ts'

const test = suite('qr-generator: one code')
let world: World
let limited = ''
test.before(async () => {
  world = await startWorld()
  limited = await keyOf(world, ['qr_generate', 'qr_mass_print'], [71])
})
test.after(() => world?.stop())
const refused = async (path: string, key?: string) => {
  const { status, body } = await world.http('GET', `/component/qr-generator/${path}`, undefined, key)
  return [status, body.error?.code]
}

test('the code of a device leads to its page, in both formats, with and without a label', async () => {
  for (const query of [
    '',
    '?format=png&label=false',
    '?format=svg',
    '?format=svg&label=false&margin=2&error_correction=H',
    '?size=1000&error_correction=L',
    '?size=97',
  ]) {
    const code = await codeOf(world, `device/7${query}`)
    assert.is(code.link, `${address}/devices/7`)
    assert.is(await readCode(code), code.link, query)
    assert.is(code.label, query.includes('label=false') ? null : 'olt-ours\n192.0.2.7')
    assert.is(code.mime, query.includes('svg') ? 'image/svg+xml' : 'image/png')
  }
})

test('interfaces and ONUs have their own pages and labels', async () => {
  const port = await codeOf(world, 'interface/17')
  assert.equal(
    [port.link, port.label],
    [`${address}/interfaces/17`, 'olt-ours 192.0.2.7\npon0/1\nring north'],
  )
  assert.is(await readCode(port), port.link)
  const onu = await codeOf(world, 'onu/18')
  assert.equal(
    [onu.link, onu.label, await readCode(onu)],
    [`${address}/interfaces/18`, 'olt-ours 192.0.2.7\npon0/1:1\nMiller', onu.link],
  )
  assert.equal(await refused('onu/17'), [404, 'QR_GENERATOR_OBJECT_UNKNOWN'])
})

test('the picture has the requested width, and the label adds to its height', async () => {
  assert.equal(await sizeOf(await codeOf(world, 'device/7?size=300&label=false')), [300, 300])
  const [width, height] = await sizeOf(await codeOf(world, 'interface/17?size=300'))
  assert.is(width, 300)
  assert.ok(height > 340 && height < 420, String(height))
})

test('sizes outside the limits are refused; for a size that is too small the error gives the minimum', async () => {
  for (const query of [
    'size=63',
    'size=2049',
    'size=1e9',
    'size=-1',
    'margin=17',
    'margin=-1',
    'format=gif',
    'error_correction=X',
    'label=perhaps',
    'colour=red',
  ]) {
    assert.is((await world.http('GET', `/component/qr-generator/device/7?${query}`)).status, 400, query)
  }
  assert.equal(await sizeOf(await codeOf(world, 'device/7?size=2048&label=false')), [2048, 2048])
  const tight = await world.http(
    'GET',
    '/component/qr-generator/device/7?size=64&margin=16&error_correction=H',
  )
  assert.equal([tight.status, tight.body.error?.code], [400, 'QR_GENERATOR_SIZE_TOO_SMALL'])
  const minimum = Number(/at least (\d+)/.exec(tight.body.error!.description)?.[1])
  assert.is(
    await readCode(await codeOf(world, `device/7?size=${minimum * 2}&margin=16&error_correction=H`)),
    `${address}/devices/7`,
  )
  assert.is((await refused(`device/7?size=${minimum - 1}&margin=16&error_correction=H`))[0], 400)
  assert.is(
    (await world.http('GET', `/component/qr-generator/device/7?size=${minimum}&margin=16&error_correction=H`))
      .status,
    200,
  )
})

test('an object of another group gives the same answer as an unknown one', async () => {
  for (const [hidden, none] of [
    ['device/8', 'device/4711'],
    ['interface/28', 'interface/4711'],
    ['onu/28', 'onu/4711'],
  ] as const) {
    const answers = await Promise.all(
      [hidden, none].map(path => world.http('GET', `/component/qr-generator/${path}`, undefined, limited)),
    )
    const [there, nowhere] = answers.map(({ status, body: { error } }) => [
      status,
      error?.code,
      error?.description.replace(/\d+/, '#'),
      error?.details,
    ])
    assert.equal(there, nowhere)
    assert.is(there![0], 404)
  }
  assert.is((await codeOf(world, 'device/7', limited)).link, `${address}/devices/7`)
  assert.equal(await refused('device/2147483647'), [404, 'QR_GENERATOR_OBJECT_UNKNOWN'])
  assert.is((await refused('device/3000000000'))[0], 400)
  assert.is((await refused('user/7'))[0], 400)
})

test('without a configured address no code is made, and the error names the setting; a change of it takes effect', async () => {
  const set = (values: object) =>
    world.http('PUT', '/system/configuration', { ...values, current_password: adminPassword })
  assert.is((await set({ system: { external_http_address: 'http://127.0.0.1:8088' } })).status, 200)
  const unknown = await world.http('GET', '/component/qr-generator/device/7')
  assert.equal([unknown.status, unknown.body.error?.code], [409, 'QR_GENERATOR_ADDRESS_UNKNOWN'])
  assert.match(unknown.body.error!.description, 'system.external_http_address')
  assert.is((await refused('device/4711'))[0], 404)

  assert.is(
    (
      await set({
        system: { external_http_address: 'http://10.0.0.1:8088/panel/' },
        'qr-generator': { interface_page: '/#/devices/{device_id}/ports/{id}', show_data: 'ip' },
      })
    ).status,
    200,
  )
  const code = await codeOf(world, 'interface/17')
  assert.equal(
    [code.link, code.label, await readCode(code)],
    ['http://10.0.0.1:8088/panel/#/devices/7/ports/17', '192.0.2.7\npon0/1\nring north', code.link],
  )
  for (const page of ['/devices', 'devices/{id}', '//evil.example/ {id}', '/devices/{ip}'])
    assert.is((await set({ 'qr-generator': { device_page: page } })).status, 400, page)
  await set({
    system: { external_http_address: address },
    'qr-generator': { interface_page: null, show_data: 'name' },
  })
  assert.is((await codeOf(world, 'device/7')).label, 'olt-ours')
  await set({ 'qr-generator': { show_data: null } })
})

test('a code leads to a page that answers, also where no other web panel is, and tells nothing of the object', async () => {
  const set = (system: object) =>
    world.http('PUT', '/system/configuration', { system, current_password: adminPassword })
  const { port } = new URL(world.url!)
  await set({ external_http_address: `http://localhost:${port}`, app_name: 'Ring & <b>north</b>' })
  for (const path of ['device/7', 'interface/17', 'onu/18']) {
    const link = String(await readCode(await codeOf(world, path)))
    const answer = await fetch(link.replace('localhost', '127.0.0.1'), { headers: { accept: 'text/html' } })
    const page = await answer.text()
    assert.equal([answer.status, answer.headers.get('content-type')], [200, 'text/html; charset=utf-8'], link)
    assert.match(page, '<h1>Ring &amp; &lt;b&gt;north&lt;/b&gt;</h1>')
    assert.not.match(page, /olt-ours|192\.0\.2\.7|pon0|Miller|ring north/)
  }
  await set({ external_http_address: address, app_name: null })
})

const hostile: Readonly<Record<string, string>> = {
  markup: '</svg><script>alert(1)</script>"\'&<!--]]>',
  entities: '&xxe;<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>',
  '10 kB': 'x<y> '.repeat(2000),
  'one word of 10 kB': 'Ж'.repeat(10_000),
  controls: 'a\u0001b\u001b[31mc\u007fd\ne\tf\u0085g',
  directions: '\u202eevil\u202c \u2066x\u2069 \u200f',
  'right to left': 'שלום 12 עולם (olt) مرحبا',
  marks: `a${'\u0301'.repeat(500)}`,
  'emoji and Chinese': '😀 中文 🏳️‍🌈',
  'private use and unassigned': '\ue000\u{10ffff}\u0378',
  'a lone surrogate': 'x�y',
  'replacement of bytes that are no UTF-8': '\ufffd\ufffd',
  'nothing but spaces': ' \u00a0\u2003\u3000 ',
}

test('with any name of a device the picture stays readable', async () => {
  for (const [what, name] of Object.entries(hostile)) {
    await world.sql('update inventory_interface set name = $1, description = $1 where id = 17', [name])
    const svg = await codeOf(world, 'interface/17?format=svg')
    assert.is(await readCode(svg), svg.link, what)
    const text = Buffer.from(svg.base64, 'base64').toString()
    assert.match(
      text,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="[\d ]+"><rect [^<>]*\/><path shape-rendering="crispEdges" d="[-MhvzZ\d. ]*"\/><path d="[-MLQCZ\d. ,e]*"\/><\/svg>$/,
      what,
    )
    const png = await codeOf(world, 'interface/17')
    assert.is(await readCode(png), png.link, what)
    assert.not.match(png.label!, /[\p{Cc}\u202a-\u202e\u2066-\u2069](?<!\n)/u, what)
    assert.ok(png.label!.length <= 500, what)
    assert.ok((await sizeOf(png))[1] < 340, what)
  }
})

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()
test('every text of the plugin has Ukrainian and Russian translations with the same placeholders', () => {
  const { en, translations } = world.use('installation').texts()
  const own = Object.keys(en).filter(key => /qr[-_]|QR[ _]/.test(key))
  assert.ok(own.length > 15, own.join())
  for (const texts of Object.values(translations)) {
    assert.equal(Object.keys(texts).toSorted(), own.toSorted())
    for (const key of own) assert.equal(placeholders(texts[key]!), placeholders(en[key]!), key)
  }
})

test('Cyrillic letters have glyphs; each character without a glyph is one box', async () => {
  const drawn = async (name: string) => {
    await world.sql(`update inventory_device set name = $1 where id = 7`, [name])
    return Buffer.from((await codeOf(world, 'device/7?format=svg')).base64, 'base64').toString()
  }
  const [cyrillic, boxes, others] = [await drawn('Київ'), await drawn('中文中文'), await drawn('漢字漢字')]
  assert.is(boxes, others)
  assert.not.equal(cyrillic, boxes)
  assert.not.equal(await drawn('Киев'), cyrillic)
  await world.sql(`update inventory_device set name = 'olt-ours' where id = 7`)
})
