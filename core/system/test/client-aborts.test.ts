import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

/** A client that goes away is no error. */
const test = suite('client aborts are no errors')
let world: World
/** Requests that wait for the test. */
let waiting = 0
let release = Promise.withResolvers<void>()
const slow = definePlugin({
  id: 'slow',
  api: 1,
  config: T.Object({}),
  requires: ['identity'],
  setup: ctx => ctx,
  routes(routes) {
    const spec = {
      tag: 'system',
      permission: 'signed-in',
      scope: 'group',
      response: T.Object({ done: T.Boolean() }),
    } as const
    const work = async () => {
      waiting++
      await release.promise
      waiting--
      return { done: true }
    }
    routes.get(
      '/slow',
      { ...spec, operationId: 'slow.get', summary: 'Waits', description: 'Waits.', example: { done: true } },
      work,
    )
    routes.post(
      '/slow',
      {
        ...spec,
        operationId: 'slow.make',
        summary: 'Waits and makes',
        description: 'Waits.',
        example: { done: true },
      },
      work,
    )
  },
})
const requestBegins = 'http.server.request.start'
/** Paths of the requests whose headers the server has read. */
const arrived: string[] = []
const onRequest = (message: unknown) => {
  arrived.push((message as { request: IncomingMessage }).request.url!)
}
test.before(async () => {
  subscribe(requestBegins, onRequest)
  world = await makeWorld({ plugins: [slow] })
})
test.after(async () => {
  unsubscribe(requestBegins, onRequest)
  await world?.stop()
})

async function send(lines: readonly string[], body = ''): Promise<Socket> {
  const { hostname, port } = new URL(world.url!)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await new Promise<void>(resolve => socket.once('connect', resolve))
  socket.write([...lines, 'host: localhost', `x-auth-key: ${world.admin}`, '', body].join('\r\n'))
  return socket
}
/** What the log says of the requests with this path. */
const statusesOf = (path: string) =>
  world.log
    .map(line => JSON.parse(line) as { path?: string; status?: unknown; msg: string })
    .flatMap(line => (line.msg === 'request' && line.path === path ? [line.status] : []))
/** Lets the requests that wait go on. What comes of them comes before the answer to a later request. */
async function letGo(): Promise<void> {
  release.resolve()
  await until('nothing waits', () => waiting === 0)
  release = Promise.withResolvers()
  assert.is((await world.http('GET', '/user/self')).status, 200)
}

const attempts: readonly [name: string, lines: string[], body: string][] = [
  ['while its question is answered', ['GET /api/v1/slow HTTP/1.1'], ''],
  [
    'in the middle of a JSON body',
    ['POST /api/v1/device HTTP/1.1', 'content-type: application/json', 'content-length: 500'],
    '{"ip": "192.0',
  ],
  [
    'in the middle of a form',
    [
      'POST /api/v1/switcher-core/device/x/1 HTTP/1.1',
      'content-type: multipart/form-data; boundary=b',
      'content-length: 500',
    ],
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1',
  ],
  [
    'in the middle of a file',
    [
      'POST /api/v1/device/import HTTP/1.1',
      'content-type: multipart/form-data; boundary=b',
      'content-length: 500',
    ],
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nip\r\n192',
  ],
]

for (const [name, lines, body] of attempts)
  test(`a client that leaves ${name} is told as aborted, at level info and without a failed action`, async () => {
    const path = lines[0]!.split(' ')[1]!
    const from = world.log.length
    const socket = await send(lines, body)
    await until('it has arrived', () => arrived.includes(path))
    if (path === '/api/v1/slow') await until('it is at work', () => waiting === 1)
    socket.destroy()
    await until('its line is written', () => statusesOf(path).length > 0)
    assert.equal(statusesOf(path), ['aborted'])
    await letGo()
    const loud = world.log.slice(from).filter(line => /"level":("?(error|fatal|warn)|[4-6]0)/.test(line))
    assert.equal(loud, [])
    await world.use('action-log').flush()
    const rows = await world.sql(
      "select action from system_action where status = 'FAILED' and action not like 'user:%'",
    )
    assert.equal(rows, [])
  })

test('the metrics count them under a status of their own, once', async () => {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  const counted = text
    .split('\n')
    .filter(line => line.startsWith('linecard_http_requests_total') && line.includes('status="aborted"'))
  assert.is(counted.length, attempts.length)
  assert.ok(
    counted.every(line => line.endsWith(' 1')),
    counted.join('\n'),
  )
  assert.not.match(text, /linecard_http_requests_total\{[^}]*status="500"/)
})

test('a change whose client left before the answer is recorded all the same', async () => {
  const socket = await send(['POST /api/v1/slow HTTP/1.1', 'content-length: 0'])
  await until('it is at work', () => waiting === 1)
  socket.destroy()
  await until('its line is written', () => statusesOf('/api/v1/slow').length === 2)
  await letGo()
  const rows = await until('it is recorded', async () => {
    await world.use('action-log').flush()
    const found = await world.sql<{ status: string }>(
      "select status from system_action where operation_id = 'slow.make'",
    )
    return found.length > 0 ? found : null
  })
  assert.equal(
    rows.map(({ status }) => status),
    ['SUCCESS'],
  )
})
