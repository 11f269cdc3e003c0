import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'

/** Issue line: "client aborts are no errors". */
const test = suite('client aborts are no errors', { timeoutMs: 40_000 })
let world: World
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
      response: T.Object({ done: T.Boolean() }),
    } as const
    const work = async () => {
      await sleep(400)
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
test.before(async () => {
  world = await makeWorld({ plugins: [slow] })
})
test.after(() => world?.stop())

async function send(lines: readonly string[], body = ''): Promise<Socket> {
  const { hostname, port } = new URL(world.url!)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await new Promise<void>(resolve => socket.once('connect', resolve))
  socket.write([...lines, 'host: localhost', `x-auth-key: ${world.admin}`, '', body].join('\r\n'))
  return socket
}
const lastLine = (path: string) =>
  world.log
    .map(line => JSON.parse(line) as { path?: string; status?: unknown; level: unknown; msg: string })
    .findLast(line => line.msg === 'request' && line.path === path)

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
    await sleep(100)
    socket.destroy()
    await until('its line is written', () => lastLine(path) !== undefined)
    assert.is(lastLine(path)!.status, 'aborted')
    await sleep(500)
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
  await sleep(100)
  socket.destroy()
  await sleep(600)
  await world.use('action-log').flush()
  const rows = await world.sql<{ status: string }>(
    "select status from system_action where operation_id = 'slow.make'",
  )
  assert.equal(
    rows.map(({ status }) => status),
    ['SUCCESS'],
  )
})
