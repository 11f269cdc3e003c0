import dns from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assert, suite } from '@linecard/test-kit'
import { refusalOf } from '../src/outbound/addresses.ts'
import { OutboundRefused, sendOutbound } from '../src/outbound/index.ts'

/** Endpoints of S3 and webhooks have the same outbound rule. */
const test = suite('outbound HTTP')

const limits = { timeoutMs: 2_000, maxBytes: 1_000 }
async function serve(handler: RequestListener) {
  const server = createServer(handler)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
const refusal = (url: string, allowPrivate = false) =>
  sendOutbound({ url, allowPrivate, ...limits }).then(
    () => null,
    (error: unknown) => error,
  )

test('metadata services and addresses of no host are refused, whatever is allowed', () => {
  for (const address of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:254',
    'fd20:ce::254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    'fe80::a9fe:a9fe',
    'fe80::1%eth0',
    '0.0.0.0',
    '::',
    '255.255.255.255',
    '224.0.0.1',
    'not an address',
  ])
    assert.ok(refusalOf(address, { allowPrivate: true }), address)
})

test('private networks and this machine need the setting, the Internet does not', () => {
  for (const address of [
    '10.1.2.3',
    '127.0.0.1',
    '::1',
    '192.168.0.1',
    '172.31.0.1',
    '100.64.0.1',
    'fc00::1',
    '::ffff:10.0.0.1',
  ])
    assert.equal(
      [refusalOf(address, { allowPrivate: true }), refusalOf(address, { allowPrivate: false })],
      [null, 'it is in a private network'],
      address,
    )
  for (const address of ['192.0.2.1', '2001:db8::1', '172.32.0.1', '100.128.0.1'])
    assert.is(refusalOf(address, { allowPrivate: false }), null, address)
})

test('an address in a URL is checked in every notation, a name by what it resolves to', async () => {
  let asked = 0
  const own = await serve((_, response) => {
    asked++
    response.end('inside')
  })
  try {
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      'localhost',
      '0',
    ])
      assert.instance(await refusal(`http://${host}:${own.port}/`), OutboundRefused, host)
    assert.is(asked, 0)
    const answer = await sendOutbound({ url: `http://localhost:${own.port}/`, allowPrivate: true, ...limits })
    assert.is(answer.text, 'inside')
    for (const scheme of ['file:///etc/passwd', 'ftp://192.0.2.1/', 'gopher://192.0.2.1/'])
      assert.instance(await refusal(scheme, true), OutboundRefused, scheme)
  } finally {
    own.close()
  }
})

test('a name is resolved once and the connection goes to the checked address: rebinding gains nothing', async () => {
  const own = await serve((_, response) => response.end('checked'))
  const real = dns.lookup
  let resolved = 0
  // The first answer may be asked, every later one may not.
  dns.lookup = ((_: string, __: object, callback: (error: null, found: object[]) => void) => {
    const address = resolved++ === 0 ? '127.0.0.1' : '169.254.169.254'
    setImmediate(() => callback(null, [{ address, family: 4 }]))
  }) as unknown as typeof dns.lookup
  try {
    const request = { url: `http://rebind.example:${own.port}/`, allowPrivate: true, ...limits }
    assert.equal([(await sendOutbound(request)).text, resolved], ['checked', 1])
    assert.instance(await refusal(request.url, true), OutboundRefused)
    assert.is(resolved, 2)
  } finally {
    dns.lookup = real
    own.close()
  }
})

test('redirects are checked again, keep no headers for another origin, and end', async () => {
  const heard: (string | undefined)[] = []
  const inner = await serve((request, response) => {
    heard.push(request.headers.authorization)
    response.end('inner')
  })
  let location = ''
  const outer = await serve((_, response) => {
    response.writeHead(302, { location }).end()
  })
  const ask = (more: object = {}) =>
    sendOutbound({
      url: outer.url,
      headers: { authorization: 'secret' },
      allowPrivate: true,
      redirects: 3,
      ...limits,
      ...more,
    }).then(
      ({ text }) => text,
      (error: Error) => error.message,
    )
  try {
    location = inner.url
    assert.is(await ask(), 'inner')
    assert.equal(heard, [undefined])
    for (const bad of ['http://169.254.169.254/latest', 'http://[fd00:ec2::254]/', 'file:///etc/passwd']) {
      location = bad
      assert.match(await ask(), /is not asked/)
    }
    location = '/again'
    assert.match(await ask(), 'too many')
    assert.is(await ask({ redirects: 0 }), '')
  } finally {
    inner.close()
    outer.close()
  }
})

test('a silent or endless server is left', async () => {
  const { promise: isLeft, resolve: left } = Promise.withResolvers<void>()
  const silent = await serve(() => undefined)
  const endless = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(500)), 5)
    response.once('close', () => {
      clearInterval(timer)
      left()
    })
  })
  try {
    // Neither server ends its answer by itself.
    assert.is(((await refusalAt(silent.url, 300)) as Error).name, 'TimeoutError')
    assert.match(((await refusalAt(endless.url, 3_600_000)) as Error).message, 'too large')
    await isLeft
  } finally {
    silent.close()
    endless.close()
  }
})
const refusalAt = (url: string, timeoutMs: number) =>
  sendOutbound({ url, allowPrivate: true, timeoutMs, maxBytes: 2_000 }).catch((error: unknown) => error)
