import { connect } from 'node:net'
import sharp from 'sharp'
import { assert, suite, until } from '@linecard/test-kit'
import { animation, bombPng, noise, pdf, photo, zip } from './files.ts'
import { startHouse, type House } from './world.ts'

/** Files as an attacker would send them. Whatever is refused leaves nothing behind. */
const test = suite('attachments: hostile files', { level: 'full' })
let house!: House
test.before(async () => {
  house = await startHouse({ max_file_mb: 1, max_megapixels: 2 })
})
test.after(() => house?.stop())

const told = async (content: Buffer | string, name = 'a.png') => {
  const { status, code, data } = await house.upload({ type: 'device' }, content, name)
  if (data) await house.http('DELETE', `/component/attachments/${data.id}`)
  return `${status} ${code ?? data.media_type}`
}
const nothingKept = async () => assert.equal(await house.kept(), [])
/** What is served of a file that was taken. */
async function servedOf(content: Buffer | string, name?: string): Promise<Buffer> {
  const { status, data, description } = await house.upload({ type: 'device' }, content, name)
  assert.is(status, 201, description)
  const { bytes } = await house.fetch(`/component/attachments/${data.id}/file`)
  await house.http('DELETE', `/component/attachments/${data.id}`)
  return bytes
}

test('files that can contain scripts or can be run are refused, with any name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const refused: Record<string, Buffer | string> = {
    svg,
    'svg behind a prolog': `<?xml version="1.0"?>\n${svg}`,
    'svg behind a comment': `<!-- x -->${svg}`,
    'svg behind blanks': `\uFEFF \n\t ${svg}`,
    html: '<!DOCTYPE html><script>alert(1)</script>',
    'html in capitals': '<SCRIPT>alert(1)</SCRIPT>',
    'html without a head': '<img src=x onerror=alert(1)>'.replace('img', 'body'),
    xml: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    windows: Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(200)]),
    elf: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(200)]),
    script: '#!/bin/sh\nreboot\n',
    zip: zip(),
    gzip: Buffer.from('1f8b0800000000000003030000000000', 'hex'),
    bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
    tiff: Buffer.from('49492a0008000000000000000000', 'hex'),
    'utf-16': Buffer.from('\uFEFFtext', 'utf16le'),
    'latin-1': Buffer.from('caf\xe9 au lait', 'latin1'),
    'control characters': 'text \x1b]0;title\x07',
    nul: 'text\0more',
    'half a character at the end': Buffer.from([0x61, 0xd0]),
    'c1 control': 'a\u009bb',
  }
  for (const [what, content] of Object.entries(refused)) {
    for (const name of ['a.png', 'a.txt'])
      assert.is(await told(content, name), '400 ATTACHMENTS_TYPE_REFUSED', what)
  }
  assert.is(await told(''), '400 ATTACHMENTS_FILE_EMPTY')
  await nothingKept()
})

test('files of two types at once become one type, or are refused', async () => {
  const html = '<html><script>alert("~poly~")</script></html>'
  const [png, jpeg] = [await noise(30, 30).png().toBuffer(), await noise(30, 30).jpeg().toBuffer()]
  for (const tail of [html, zip('~poly~'), pdf('/X (~poly~)')]) {
    for (const head of [png, jpeg, await animation(2), await noise(30, 30).webp().toBuffer()]) {
      assert.not.ok((await servedOf(Buffer.concat([head, Buffer.from(tail)]))).includes('~poly~'))
    }
  }
  assert.not.ok(
    (
      await servedOf(
        await sharp(png)
          .withExif({ IFD0: { ImageDescription: html } })
          .jpeg()
          .toBuffer(),
      )
    ).includes('~poly~'),
  )

  const broken: Record<string, Buffer> = {
    'a zip behind it': Buffer.concat([pdf(), zip()]),
    'a zip that ends like a pdf': Buffer.concat([pdf(), zip('\n%%EOF\n')]),
    'a page behind it': Buffer.concat([pdf(), Buffer.from(html)]),
    'no end': pdf().subarray(0, -8),
  }
  for (const [what, content] of Object.entries(broken))
    assert.is(await told(content, 'a.pdf'), '400 ATTACHMENTS_PDF_BROKEN', what)
  assert.is(
    await told(Buffer.concat([Buffer.from('GIF89a'), pdf()]), 'a.pdf'),
    '400 ATTACHMENTS_IMAGE_BROKEN',
  )
  assert.is(await told(Buffer.concat([png.subarray(0, 33), pdf()]), 'a.pdf'), '400 ATTACHMENTS_IMAGE_BROKEN')
  assert.is(
    await told(Buffer.concat([Buffer.from([0, 1, 2]), pdf()]), 'a.pdf'),
    '400 ATTACHMENTS_TYPE_REFUSED',
  )
  assert.is(
    await told(Buffer.concat([Buffer.from(`${html}\n`), pdf()]), 'a.pdf'),
    '400 ATTACHMENTS_TYPE_REFUSED',
  )
  assert.is(await told(pdf(), 'a.html'), '201 application/pdf')
  await nothingKept()
})

test('a picture of 30,000 × 30,000 pixels is refused by its header, a truncated one by its end', async () => {
  const bomb = bombPng(30_000, 30_000)
  assert.ok(bomb.length < 200)
  assert.is(await told(bomb), '413 ATTACHMENTS_IMAGE_TOO_LARGE')
  assert.is(await told(bombPng(0x7fff_ffff, 0x7fff_ffff)), '400 ATTACHMENTS_IMAGE_BROKEN')
  assert.is(await told(bombPng(0, 0)), '400 ATTACHMENTS_IMAGE_BROKEN')
  assert.is(await told(bombPng(1500, 1500)), '413 ATTACHMENTS_IMAGE_TOO_LARGE')
  assert.is(await told(bombPng(1000, 1000)), '400 ATTACHMENTS_IMAGE_BROKEN')
  const jpeg = await photo()
  for (const part of [0.1, 0.5, 0.99])
    assert.is(await told(jpeg.subarray(0, Math.floor(jpeg.length * part))), '400 ATTACHMENTS_IMAGE_BROKEN')
  assert.is(
    await told(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 '), Buffer.alloc(50)])),
    '400 ATTACHMENTS_IMAGE_BROKEN',
  )
  await nothingKept()
})

test('all frames of an animation count, and hundreds of bombs at once do no harm', async () => {
  assert.is(await told(await animation(4, 400)), '201 image/gif')
  assert.is(await told(await animation(20, 400)), '413 ATTACHMENTS_IMAGE_TOO_LARGE')
  const bombs = await Promise.all(Array.from({ length: 100 }, () => told(bombPng(30_000, 30_000))))
  assert.ok(
    bombs.every(one => one === '413 ATTACHMENTS_IMAGE_TOO_LARGE' || one === '503 ATTACHMENTS_BUSY'),
    [...new Set(bombs)].join(),
  )
  assert.is(await told('still there', 'a.txt'), '201 text/plain')
  await nothingKept()
})

test('camera, place and thumbnail inside a photo are not served', async () => {
  const taken = await photo()
  assert.ok(taken.includes('~camera~'))
  const served = await servedOf(taken)
  assert.not.ok(served.includes('~camera~'))
  const { exif, xmp, iptc, icc, orientation } = await sharp(served).metadata()
  assert.equal([exif, xmp, iptc, icc, orientation], [undefined, undefined, undefined, undefined, undefined])
})

test('names never become paths, and cannot inject headers', async () => {
  for (const [given, shown] of [
    ['../../../../etc/~evil~.png', '~evil~.png'],
    ['..%2f..%2f~evil~', '~evil~.txt'],
    ['\u202Egpj.~evil~.exe', 'gpj.~evil~.exe.txt'],
    ['CON', '_CON.txt'],
    [`${'~'.repeat(300)}.txt`, `${'~'.repeat(116)}.txt`],
  ] as const) {
    const { data, status } = await house.upload(
      { type: 'device' },
      shown.endsWith('.png') ? await noise(9, 9).png().toBuffer() : 'a note',
      given,
    )
    assert.equal([status, data.name], [201, shown])
    const { headers } = await house.fetch(`/component/attachments/${data.id}/file`)
    assert.match(
      headers.get('content-disposition')!,
      /^attachment; filename="[\w. -]*"; filename\*=UTF-8''[\w.~%-]*$/,
    )
    for (const path of await house.kept())
      assert.match(path.slice(house.folder.length), /^\/files\/[\da-f]{2}\/[\da-f]{2}\/[\da-f]{32}$/)
    await house.http('DELETE', `/component/attachments/${data.id}`)
  }
})

test('a served file runs nothing in a browser and is not shown in place', async () => {
  const { data } = await house.upload({ type: 'device' }, 'see <script>alert(1)</script> =cmd|calc', 'x.html')
  const { headers } = await house.fetch(`/component/attachments/${data.id}/file`)
  assert.equal(
    [
      'content-type',
      'x-content-type-options',
      'content-security-policy',
      'cache-control',
      'content-disposition',
      'content-length',
    ].map(name => headers.get(name)),
    [
      'text/plain; charset=utf-8',
      'nosniff',
      "sandbox; default-src 'none'",
      'private, max-age=3600',
      `attachment; filename="x.html.txt"; filename*=UTF-8''x.html.txt`,
      '39',
    ],
  )
  await house.http('DELETE', `/component/attachments/${data.id}`)
  const picture = (await house.upload({ type: 'device' }, await noise(9, 9).png().toBuffer(), 'x.png')).data
  assert.match(
    (await house.fetch(`/component/attachments/${picture.id}/file`)).headers.get('content-disposition')!,
    /^attachment/,
  )
  const small = (await house.fetch(`/component/attachments/${picture.id}/thumbnail`)).headers
  assert.equal(
    ['content-type', 'x-content-type-options', 'content-security-policy', 'content-disposition'].map(name =>
      small.get(name),
    ),
    [
      'image/webp',
      'nosniff',
      "sandbox; default-src 'none'",
      `inline; filename="x.webp"; filename*=UTF-8''x.webp`,
    ],
  )
  await house.http('DELETE', `/component/attachments/${picture.id}`)
})

test('a file above the limit, and a file without an object, are refused', async () => {
  assert.is(await told(Buffer.alloc(1_000_001, 'a'), 'a.txt'), '413 UPLOAD_TOO_LARGE')
  assert.is(await told(Buffer.alloc(1_000_000, 'a'), 'a.txt'), '201 text/plain')
  assert.equal(
    (await house.upload({ type: 'group' }, 'x')).details.map(({ path }) => path),
    ['object_type'],
  )
  assert.equal(
    (await house.upload({ type: 'device', id: 'one' }, 'x')).details.map(({ path }) => path),
    ['object_id'],
  )
  assert.equal((await house.upload(null, 'x')).details.map(({ path }) => path).toSorted(), [
    'object_id',
    'object_type',
  ])
  await nothingKept()
})

test('an interrupted upload leaves no temporary file', async () => {
  const { port, hostname } = new URL(house.url!)
  const socket = connect(Number(port), hostname)
  const form = `--~b~\r\nContent-Disposition: form-data; name="object_type"\r\n\r\ndevice\r\n--~b~\r\nContent-Disposition: form-data; name="object_id"\r\n\r\n${house.near.device}\r\n--~b~\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'half '.repeat(20_000)}`
  socket.write(
    `POST /api/v1/component/attachments HTTP/1.1\r\nHost: localhost\r\nX-Auth-Key: ${house.admin}\r\nContent-Type: multipart/form-data; boundary=~b~\r\nContent-Length: 900000\r\n\r\n${form}`,
  )
  await until('something has arrived', async () =>
    (await house.kept()).some(path => path.endsWith('arrived')),
  )
  socket.destroy()
  await until('nothing is left', async () => (await house.kept()).length === 0)
})
