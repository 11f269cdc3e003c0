import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { assert, suite, until } from '@linecard/test-kit'
import { animation, noise, pdf, photo } from './files.ts'
import { keyOf, startHouse, type File, type House } from './world.ts'

const test = suite('attachments')
let house!: House
test.before(async () => {
  house = await startHouse()
})
test.after(() => house?.stop())

const placeholders = (text: string) =>
  String([...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted())
const list = async (query: string, key?: string) =>
  (await house.http('GET', `/component/attachments${query}`, undefined, key)).body as unknown as {
    data: File[]
    meta: { total: number }
  }

test('a photo of a device: stored upright without metadata, shown in the list, downloaded, deleted', async () => {
  const { status, data } = await house.upload({ type: 'device' }, await photo(), 'cabinet.JPG')
  assert.is(status, 201)
  const { id, bytes, sha256, created_at: createdAt, ...rest } = data
  assert.equal(rest, {
    object_type: 'device',
    object_id: house.near.device,
    name: 'cabinet.JPG',
    media_type: 'image/jpeg',
    width: 400,
    height: 600,
    has_thumbnail: true,
    uploaded_by: 'admin',
  })
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

  const file = await house.fetch(`/component/attachments/${id}/file`)
  assert.equal(
    [file.status, file.bytes.length, createHash('sha256').update(file.bytes).digest('hex')],
    [200, bytes, sha256],
  )
  const { width, height, exif, orientation, format } = await sharp(file.bytes).metadata()
  assert.equal([width, height, exif, orientation, format], [400, 600, undefined, undefined, 'jpeg'])

  const small = await house.fetch(`/component/attachments/${id}/thumbnail`)
  const drawn = await sharp(small.bytes).metadata()
  assert.equal(
    [small.headers.get('content-type'), drawn.format, drawn.width, drawn.height, drawn.exif],
    ['image/webp', 'webp', 213, 320, undefined],
  )

  assert.equal((await list(`?object_type=device&object_id=${house.near.device}`)).data, [data])
  assert.equal((await house.http('GET', `/component/attachments/${id}`)).body.data, data)
  assert.is((await house.http('DELETE', `/component/attachments/${id}`)).status, 200)
  assert.is(
    (await house.http('GET', `/component/attachments/${id}`)).body.error?.code,
    'ATTACHMENTS_FILE_UNKNOWN',
  )
  assert.equal(await house.kept(), [])
})

test('devices, interfaces and ONUs have their own files; files of an ONU are also found as files of an interface', async () => {
  const { near } = house
  const made = await Promise.all(
    [
      ['device', near.device],
      ['interface', near.port],
      ['onu', near.onu],
      ['interface', near.onu],
    ].map(([type, id]) => house.upload({ type: type as string, id: id! }, 'a note', 'n.txt')),
  )
  assert.equal(
    made.map(({ data }) => [data.object_type, data.object_id]),
    [
      ['device', near.device],
      ['interface', near.port],
      ['onu', near.onu],
      ['onu', near.onu],
    ],
  )
  assert.is((await list(`?object_type=onu&object_id=${near.onu}`)).meta.total, 2)
  assert.is((await list(`?object_type=interface&object_id=${near.onu}`)).meta.total, 2)
  assert.is((await list('?object_type=interface')).meta.total, 3)
  assert.is((await list('')).meta.total, 4)
  assert.equal((await list('?object_type=device&object_id=2000000000')).data, [])
  assert.is(
    (await house.upload({ type: 'onu', id: near.port }, 'a note', 'n.txt')).code,
    'ATTACHMENTS_NOT_AN_ONU',
  )
  for (const type of ['device', 'interface', 'onu'])
    assert.is((await house.upload({ type, id: 2_000_000_000 }, 'a note')).status, 404)
  for (const { data } of made) await house.http('DELETE', `/component/attachments/${data.id}`)
})

test('lists are paged and sorted by allowed fields, newest first', async () => {
  const made = []
  for (const name of ['b.txt', 'a.txt', 'c.txt'])
    made.push((await house.upload({ type: 'device' }, `note ${name}`, name)).data)
  const names = async (query: string) =>
    (await list(`?object_type=device&object_id=${house.near.device}${query}`)).data.map(({ name }) => name)
  assert.equal(await names(''), ['c.txt', 'a.txt', 'b.txt'])
  assert.equal(await names('&sort=name'), ['a.txt', 'b.txt', 'c.txt'])
  assert.equal(await names('&sort=-name&limit=1&offset=1'), ['b.txt'])
  assert.is((await house.http('GET', '/component/attachments?sort=storage_key')).status, 400)
  assert.is((await house.http('GET', '/component/attachments?object_id=1')).status, 400)
  assert.is((await house.http('GET', '/component/attachments?object_type=group')).status, 400)
  for (const { id } of made) await house.http('DELETE', `/component/attachments/${id}`)
})

test('the type comes from the content: every accepted type, under any name', async () => {
  const gif = await animation(3)
  const contents: [Buffer | string, string, string][] = [
    [await noise(50, 40).png().toBuffer(), 'image/png', 'x.pdf.png'],
    [await noise(50, 40).jpeg().toBuffer(), 'image/jpeg', 'x.pdf.jpg'],
    [await noise(50, 40).webp().toBuffer(), 'image/webp', 'x.pdf.webp'],
    [gif, 'image/gif', 'x.pdf.gif'],
    [pdf(), 'application/pdf', 'x.pdf'],
    ['interface eth0/1 — лінія до будинку\r\n\tshutdown\n', 'text/plain', 'x.pdf.txt'],
    ['\uFEFFwith a mark', 'text/plain', 'x.pdf.txt'],
    ['<HUAWEI>display version\n', 'text/plain', 'x.pdf.txt'],
  ]
  for (const [content, type, name] of contents) {
    const { status, data, description } = await house.upload({ type: 'device' }, content, 'x.pdf')
    assert.is(status, 201, `${type} ${description}`)
    assert.equal(
      [data.media_type, data.name, data.has_thumbnail, data.width !== null],
      [type, name, type.startsWith('image/'), type.startsWith('image/')],
    )
    const { bytes, headers } = await house.fetch(`/component/attachments/${data.id}/file`)
    assert.is(headers.get('content-type'), type === 'text/plain' ? 'text/plain; charset=utf-8' : type)
    if (!data.has_thumbnail) assert.ok(bytes.equals(Buffer.from(content)))
    assert.is(
      (await house.fetch(`/component/attachments/${data.id}/thumbnail`)).status,
      data.has_thumbnail ? 200 : 404,
    )
    if (type === 'image/gif') {
      assert.is((await sharp(bytes, { animated: true }).metadata()).pages, 3)
      assert.is(
        (
          await sharp((await house.fetch(`/component/attachments/${data.id}/thumbnail`)).bytes, {
            animated: true,
          }).metadata()
        ).pages ?? 1,
        1,
      )
      assert.equal([data.width, data.height], [40, 40])
    }
    await house.http('DELETE', `/component/attachments/${data.id}`)
  }
  assert.equal(await house.kept(), [])
})

test('each operation needs its permission, and a file of another group gives the same answer as an unknown one', async () => {
  const mine = (await house.upload({ type: 'interface', id: house.near.port }, 'mine', 'm.txt')).data
  const foreign = (
    await house.upload({ type: 'onu', id: house.far.onu }, await noise(20, 20).png().toBuffer())
  ).data
  const all = ['attachments_view', 'attachments_upload', 'attachments_delete']
  const stranger = await keyOf(house, all, [house.near.group])
  const calls: [string, string][] = [
    ['GET', ''],
    ['GET', '/file'],
    ['GET', '/thumbnail'],
    ['DELETE', ''],
  ]
  for (const [method, rest] of calls) {
    const [hidden, absent] = [
      await house.http(method, `/component/attachments/${foreign.id}${rest}`, undefined, stranger),
      await house.http(method, `/component/attachments/2000000000${rest}`, undefined, stranger),
    ]
    assert.equal([hidden.status, hidden.body.error?.code], [404, 'ATTACHMENTS_FILE_UNKNOWN'], method + rest)
    assert.is(
      hidden.body.error?.description.replace(String(foreign.id), '#'),
      absent.body.error?.description.replace('2000000000', '#'),
    )
  }
  for (const [type, id] of [
    ['device', house.far.device],
    ['interface', house.far.port],
    ['onu', house.far.onu],
  ] as const) {
    const [hidden, absent] = [
      await house.upload({ type, id }, 'x', 'x.txt', stranger),
      await house.upload({ type, id: 2_000_000_000 }, 'x', 'x.txt', stranger),
    ]
    assert.equal(
      [hidden.status, hidden.code, hidden.description.replace(String(id), '#')],
      [404, absent.code, absent.description.replace('2000000000', '#')],
    )
    assert.equal((await list(`?object_type=${type}&object_id=${id}`, stranger)).data, [])
  }
  // Refused before the file is read, and the client comes to see it.
  assert.is(
    (await house.upload({ type: 'device', id: house.far.device }, 'x'.repeat(20_000_000), 'x.txt', stranger))
      .status,
    404,
  )
  assert.equal(
    (await list('', stranger)).data.map(({ id }) => id),
    [mine.id],
  )
  assert.is((await list('', stranger)).meta.total, 1)

  for (const [n, lacking] of all.entries()) {
    const key = await keyOf(
      house,
      all.filter(permission => permission !== lacking),
      [house.near.group],
    )
    const [reads, writes, deletes] = [
      (await house.fetch(`/component/attachments/${mine.id}/file`, key)).status,
      (await house.upload({ type: 'device' }, 'x', 'x.txt', key)).status,
      (await house.http('DELETE', '/component/attachments/2000000000', undefined, key)).status,
    ]
    assert.equal([reads === 403, writes === 403, deletes === 403], [n === 0, n === 1, n === 2], lacking)
  }
  assert.is((await house.http('GET', `/component/attachments/${foreign.id}`)).status, 200)
  for (const { id } of (await list('')).data) await house.http('DELETE', `/component/attachments/${id}`)
})

test('the action log has the user, the device and the name; metrics and usage count', async () => {
  const { data } = await house.upload({ type: 'interface', id: house.near.port }, 'a note', 'note.txt')
  const rows = await house.http('POST', '/logs/actions', {})
  const action = (
    rows.body.data as { action: string; device: { id: number } | null; meta: Record<string, unknown> }[]
  ).find(({ action: name }) => name === 'attachments:file_added')
  assert.ok(action, rows.text.slice(0, 500))
  assert.match(JSON.stringify(action), '"name":"note.txt"')
  const usage = (await house.http('GET', '/system/usage')).text
  assert.match(usage, '"files_by_type":{"text/plain":1}')
  const measured = async () => (await house.use('installation').metrics()).text
  await until('the file is counted', async () => /^linecard_attachments_files 1$/m.test(await measured()))
  assert.match(await measured(), new RegExp(`^linecard_attachments_bytes ${data.bytes}$`, 'm'))
  await house.http('DELETE', `/component/attachments/${data.id}`)
})

test('every text of the plugin has Ukrainian and Russian translations, and none is unused', () => {
  const { en, translations } = house.use('installation').texts()
  const own = Object.keys(en).filter(key => /attachments|ATTACHMENTS/.test(key))
  assert.ok(own.length >= 30)
  for (const language of ['uk', 'ru'] as const) {
    assert.equal(
      own.filter(key => !translations[language][key]),
      [],
      `missing in ${language}`,
    )
    assert.equal(
      Object.keys(translations[language]).filter(
        key => /attachments|ATTACHMENTS/.test(key) && !own.includes(key),
      ),
      [],
      `of no use in ${language}`,
    )
    assert.equal(
      own.filter(key => placeholders(en[key]!) !== placeholders(translations[language][key]!)),
      [],
    )
  }
})
