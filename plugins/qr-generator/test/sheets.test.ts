import { request } from 'node:http'
import sharp from 'sharp'
import { assert, suite, until } from '@linecard/test-kit'
import { pagesOf, readSquare } from './paper.ts'
import { address, codeOf, keyOf, readCode, startWorld, type World } from './world.ts'

const test = suite('qr-generator: sheets', { level: 'full' })
let world: World
let limited = ''
test.before(async () => {
  world = await startWorld()
  limited = await keyOf(world, ['qr_generate', 'qr_mass_print'], [71])
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) select 1000 + n, '198.18.0.0'::inet + n, 'вузол ' || n, 71, false from generate_series(1, 2000) n`,
  )
})
test.after(() => world?.stop())

const path = '/component/qr-generator/sheet'
const devices = (count: number) => Array.from({ length: count }, (_, n) => ({ type: 'device', id: 1001 + n }))
async function printed(body: object, key = world.admin) {
  const response = await fetch(`${world.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-key': key },
    body: JSON.stringify(body),
  })
  const file = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw new Error(`${response.status} ${file.toString().slice(0, 500)}`)
  return { file, headers: response.headers }
}
const failed = async (body: object, key?: string) => {
  const {
    status,
    body: { error },
  } = await world.http('POST', path, body, key)
  return { status, code: error?.code, description: error?.description, details: error?.details }
}

test('a PDF has as many pages as needed, and every code in it is readable', async () => {
  const { file, headers } = await printed(
    { objects: [...devices(23), { type: 'interface', id: 17 }, { type: 'onu', id: 18 }] },
    limited,
  )
  assert.is(file.subarray(0, 5).toString(), '%PDF-')
  assert.match(file.subarray(-8).toString('latin1'), '%%EOF')
  assert.equal(
    ['content-type', 'content-disposition', 'x-content-type-options'].map(name => headers.get(name)),
    ['application/pdf', 'attachment; filename="qr-codes.pdf"', 'nosniff'],
  )
  const pages = pagesOf(file)
  assert.is(pages.length, 2)
  for (const { width, height } of pages) assert.equal([Math.round(width), Math.round(height)], [210, 297])
  const read = (page: number, column: number, row: number) =>
    readSquare(pages[page]!, { x: 5 + column * 45.5, y: 5 + row * 45.5, size: 45 })
  const links = [0, 1]
    .flatMap(page => Array.from({ length: 24 }, (_, n) => read(page, n % 4, Math.floor(n / 4))))
    .filter(Boolean)
  assert.equal(links, [
    ...Array.from({ length: 23 }, (_, n) => `${address}/devices/${1001 + n}`),
    `${address}/interfaces/17`,
    `${address}/interfaces/18`,
  ])
  assert.equal(
    pages.map(({ texts }) => texts),
    [23 * 2 + 3, 3],
  )
  assert.match(file.toString('latin1'), /\/BaseFont \/[A-Z]{6}\+DejaVuSans/)
  assert.not.match(file.toString('latin1'), /\/BaseFont \/(Helvetica|Times|Courier)/)
})

test('everything is inside its square, for any page, size, margin and gap', async () => {
  for (const [page, width, height] of [
    ['letter', 215.9, 279.4],
    ['a5', 148, 210],
  ] as const) {
    const { file } = await printed({
      objects: devices(7),
      page,
      size_mm: 30,
      margin_mm: 10,
      gap_mm: 2,
      label: page === 'a5',
    })
    const [only, ...more] = pagesOf(file)
    assert.equal([more.length, only!.texts], [0, page === 'a5' ? 14 : 0])
    assert.equal([only!.width.toFixed(1), only!.height.toFixed(1)], [width.toFixed(1), height.toFixed(1)])
    const columns = Math.floor((width - 20 + 2) / 32)
    for (const square of only!.squares) {
      const [column, row] = [Math.floor((square.x - 10) / 32), Math.floor((square.y - 10) / 32)]
      assert.ok(
        column < columns &&
          square.x >= 9.999 &&
          square.x - 10 - column * 32 + square.width <= 30.001 &&
          square.y - 10 - row * 32 + square.height <= 30.001,
        JSON.stringify(square),
      )
    }
    assert.is(
      readSquare(only!, { x: 10 + (6 % columns) * 32, y: 10 + Math.floor(6 / columns) * 32, size: 30 }),
      `${address}/devices/1007`,
    )
  }
})

test('an SVG sheet is one page in millimetres; too many codes are refused with the possible number', async () => {
  const { file, headers } = await printed({ objects: devices(2), format: 'svg', size_mm: 90 })
  assert.is(headers.get('content-type'), 'image/svg+xml')
  assert.match(headers.get('content-disposition') ?? '', 'attachment')
  assert.match(file.toString(), /^<svg [^>]* width="210mm" height="297mm" viewBox="0 0 210 297">/)
  const page = await sharp(file, { density: 100 }).png().toBuffer()
  const { width } = await sharp(page).metadata()
  const cut = (left: number) =>
    sharp(page)
      .extract({
        left: Math.round((left / 210) * width),
        top: Math.round((5 / 210) * width),
        width: Math.floor((90 / 210) * width),
        height: Math.floor((90 / 210) * width),
      })
      .png()
      .toBuffer()
  assert.equal(
    [await readCode(await cut(5)), await readCode(await cut(95.5))],
    [`${address}/devices/1001`, `${address}/devices/1002`],
  )
  const long = await failed({ objects: devices(7), format: 'svg', size_mm: 90 })
  assert.equal([long.status, long.code], [400, 'QR_GENERATOR_SHEET_TOO_LONG'])
  assert.match(long.description!, '6 codes of this size fit')
})

test('with one object of another group nothing is printed; the answer is the same as for an unknown one, and names it', async () => {
  const [hidden, none] = await Promise.all(
    [8, 4711].map(id =>
      failed(
        {
          objects: [
            { type: 'device', id: 7 },
            { type: 'device', id },
            { type: 'device', id: 4712 },
          ],
        },
        limited,
      ),
    ),
  )
  assert.equal(
    { ...hidden!, description: hidden!.description!.replace('8', '#') },
    { ...none!, description: none!.description!.replace('4711', '#') },
  )
  assert.equal(
    [hidden!.status, hidden!.code, hidden!.details?.[0]?.path],
    [404, 'QR_GENERATOR_OBJECT_UNKNOWN', 'objects.1.id'],
  )
  assert.is((await failed({ objects: [{ type: 'interface', id: 28 }] }, limited)).status, 404)
  assert.is((await failed({ objects: [{ type: 'onu', id: 17 }] }, limited)).status, 404)
  assert.is(
    (await failed({ objects: [{ type: 'device', id: 7 }] }, await keyOf(world, ['qr_generate'], []))).status,
    403,
  )
})

test('sheets outside the limits are refused', async () => {
  const one = devices(1)
  for (const body of [
    {},
    { objects: [] },
    { objects: devices(2001) },
    { objects: one, size_mm: 9 },
    { objects: one, size_mm: 201 },
    { objects: one, margin_mm: -1 },
    { objects: one, gap_mm: 51 },
    { objects: one, page: 'a0' },
    { objects: one, colour: 'red' },
    { objects: [{ type: 'user', id: 1 }] },
    { objects: [{ type: 'device', id: 1e12 }] },
    { objects: one, format: 'png' },
  ])
    assert.is((await failed(body)).status, 400, JSON.stringify(body).slice(0, 200))
  const large = await failed({ objects: one, page: 'a5', size_mm: 140, margin_mm: 5 })
  assert.equal([large.status, large.code], [400, 'QR_GENERATOR_PAGE_TOO_SMALL'])
  assert.is(pagesOf((await printed({ objects: one, page: 'a5', size_mm: 138, margin_mm: 5 })).file).length, 1)
})

test('hostile names do not damage a sheet', async () => {
  const names = [
    '</svg><script>alert(1)</script>',
    ') Tj ET endstream endobj',
    'y'.repeat(10_000),
    '\u202eevil\u0001\u001b[2J',
    'שלום 12 עולם',
    '😀 中文',
    '\u0301'.repeat(300),
  ]
  for (const [n, name] of names.entries())
    await world.sql('update inventory_device set name = $1 where id = $2', [name, 1001 + n])
  const { file } = await printed({ objects: devices(names.length) })
  const [page] = pagesOf(file)
  assert.equal(
    names.map((_, n) =>
      readSquare(page!, { x: 5 + (n % 4) * 45.5, y: 5 + Math.floor(n / 4) * 45.5, size: 45 }),
    ),
    names.map((_, n) => `${address}/devices/${1001 + n}`),
  )
  const svg = (await printed({ objects: devices(names.length), format: 'svg' })).file.toString()
  assert.match(svg, /^<svg [^<>]*>(<(rect|path) [^<>]*\/>)+<\/svg>$/)
  assert.not.match(svg, /script|alert/)
})

test('while 2000 codes are drawn, the service answers other requests', async () => {
  let answers = 0
  let done = false
  const sheet = printed({ objects: devices(2000) }).finally(() => {
    done = true
  })
  await until('a code is drawn beside it', async () => {
    await codeOf(world, 'device/7')
    if (!done) answers++
    return answers >= 3 || done
  })
  assert.ok(answers >= 3, `${answers} codes were drawn while the sheet was`)
  assert.is(pagesOf((await sheet).file).length, Math.ceil(2000 / 24))
})

test('clients that leave or never read do not block others; too many at once get 503', async () => {
  const begun = () =>
    new Promise<() => void>((resolve, reject) => {
      const sent = request(
        `${world.url}/api/v1${path}`,
        {
          method: 'POST',
          agent: false,
          headers: { 'content-type': 'application/json', 'x-auth-key': world.admin },
        },
        response => {
          response.on('error', () => undefined)
          if (response.statusCode === 200)
            resolve(() => {
              sent.destroy()
            })
          else reject(new Error(`${response.statusCode}`))
        },
      )
      sent.on('error', () => undefined).end(JSON.stringify({ objects: devices(2000) }))
    })
  const ends = await Promise.all([begun(), begun(), begun(), begun()])
  const busy = await world.http('POST', path, { objects: devices(1) })
  assert.equal([busy.status, busy.body.error?.code], [503, 'QR_GENERATOR_BUSY'])
  assert.ok(Number(busy.headers.get('retry-after')) > 0)
  for (const end of ends) end()
  await until(
    'there is room again',
    async () => (await world.http('POST', path, { objects: devices(1) })).status === 200,
  )
})
