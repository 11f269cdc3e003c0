import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { assert, suite, until } from '@linecard/test-kit'
import { definePlugin, type Context, type JobTools } from '@linecard/plugin-kit'
import { beginStream, openStream } from '@linecard/test-kit/worlds/event-stream'
import { createClient } from '../src/stream/client.ts'
import { condition, dataOf, keyOf, startWorld, type Sky } from './world.ts'

const test = suite('events: the stream', { level: 'full', alone: true })
let world: Sky
/** What the job of the test has done, and whether it may end. */
const work = { done: 1, end: Promise.withResolvers<void>() }
const worker = definePlugin({
  id: 'worker',
  api: 1,
  jobs: {
    count: {
      summary: 'Counts',
      cron: '0 0 1 1 *',
      timeoutSec: 60,
      async run(_: Context, { progress }: JobTools) {
        const timer = setInterval(() => progress(work.done, 3, 'counting'), 100)
        await work.end.promise
        clearInterval(timer)
      },
    },
  },
})
test.before(async () => {
  world = await startWorld({ lost: {} }, {}, [worker])
})
test.after(() => world?.stop())

const begun = (key: string, options = {}) => beginStream(world.url!, key, options)
const listen = (key: string, options = {}) => openStream(world.url!, key, options)

test('the stream tells changes as they happen, of the own groups; a returning client gets what it missed', async () => {
  await world.round({})
  const ours = await keyOf(world, ['events_show'], [71])
  const [all, limited] = [await begun(world.admin), await begun(ours)]
  await world.round({ lost: [condition({ title: 'a' }), condition({ title: 'b', device_id: 8 })] })
  await until('the changes are told', () => all.messages.length >= 3 && limited.messages.length >= 2)
  assert.equal(all.names().toSorted(), ['opened a', 'opened b', 'ready'])
  assert.equal(limited.names(), ['ready', 'opened a'])
  const lastId = limited.messages.at(-1)!.id!
  limited.close()
  await world.round({ lost: [condition({ title: 'a2' }), condition({ title: 'c', device_id: 8 })] })
  const back = await begun(ours, { lastId })
  assert.equal(back.names(), ['changed a2', 'ready'])
  const byQuery = await begun(ours, { query: `?last_event_id=${lastId}` })
  assert.equal(byQuery.names(), ['changed a2', 'ready'])
  await world.round({})
  await until('the end is told', () => back.names().includes('resolved a2'))
  assert.not(back.names().some(name => / [bc]$/.test(name)))
  // An id that no outbox has: the client is to read the list.
  assert.equal((await begun(ours, { lastId: '999999999' })).names(), ['reset'])
  for (const stream of [all, back, byQuery]) stream.close()
})

test('states of devices and interfaces are told to who sees them, from any process', async () => {
  const ours = await keyOf(world, ['events_show'], [71])
  const stream = await begun(ours)
  const { ctx } = world.events
  for (const id of [7, 8]) {
    ctx.events.emit('device.down', { device_id: id, time: new Date(), down_at: new Date() })
    ctx.events.emit('interface.status', { device_id: id, changes: [{ bind_key: '3', status: 'Down' }] })
  }
  await until('the states are told', () => stream.messages.length >= 3)
  assert.equal(
    stream.messages
      .slice(1)
      .map(({ event, data }) => [event, (data as unknown as { device: { id: number } }).device.id]),
    [
      ['device', 7],
      ['interface', 7],
    ],
  )
  stream.close()
})

test('the progress of a job is told to those who may see its report, until it has ended', async () => {
  const [may, other] = [
    await keyOf(world, ['events_show', 'schedule_reports'], [71]),
    await keyOf(world, ['events_show'], [71]),
  ]
  const [stream, without] = [await begun(may), await begun(other)]
  const told = () =>
    stream.messages.flatMap(({ event, data }) => {
      const { key, status, progress } = data as unknown as {
        key: string
        status: string
        progress: { done: number } | null
      }
      return event === 'job' && key === 'worker.count' ? [`${status} ${progress?.done ?? '-'}`] : []
    })
  const started = await world.http('POST', '/system-schedule/worker.count/run')
  assert.ok(started.status < 300, started.text)
  await until('the first step is told', () => told().includes('running 1'))
  work.done = 2
  await until('the second step is told', () => told().includes('running 2'))
  work.end.resolve()
  await until('its end is told', () => told().some(one => one.startsWith('ok')))
  // Each state once.
  assert.is(new Set(told()).size, told().length)
  assert.not(without.messages.some(({ event }) => event === 'job'))
  for (const one of [stream, without]) one.close()
})

test('who signs out, or whose role changes, is told so and cut off', async () => {
  const out = await keyOf(world, ['events_show'], [71])
  const stream = await begun(out)
  await world.http('DELETE', '/logout', undefined, out)
  await until('the stream ends', () => stream.ended)
  assert.equal(stream.messages.at(-1)!.data.reason, 'signed_out')

  const role = dataOf<{ id: number }>(
    await world.http('POST', '/user-role', { name: 'watchers', permissions: ['events_show'] }),
  )
  const login = { login: 'watcher', password: 'Long enough password 1' }
  await world.http('POST', '/user', { ...login, role_id: role.id, device_groups: [71] })
  const key = dataOf<{ key: string }>(await world.http('POST', '/auth', login, null)).key
  const other = await begun(key)
  await world.http('PUT', `/user-role/${role.id}`, { name: 'watchers', permissions: ['device_show'] })
  await until('the other stream ends', () => other.ended)
  assert.equal(other.messages.at(-1)!.data.reason, 'permissions_changed')
})

test('a client that does not read is told so and dropped, and nothing waits for it', async () => {
  const caller = { userId: 1, login: 'x', permissions: new Set<string>(), groupIds: null, sessionId: null }
  let ends = 0
  let client!: ReturnType<typeof createClient>
  let response!: ServerResponse
  const server = createServer((_, raw) => {
    response = raw
    client = createClient(raw, { caller, wanted: new Set(['events']), onEnd: () => ends++ })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  socket.pause()
  await until('the client is there', () => client)
  const before = process.memoryUsage().external
  for (let sent = 0; ends === 0; sent++) {
    assert.ok(sent < 2000, 'it was not dropped after 20 MB')
    client.send('event', 'x'.repeat(10_000))
    if (sent % 50 === 0) await new Promise(resolve => setImmediate(resolve))
  }
  for (let n = 0; n < 1000; n++) client.send('event', 'x'.repeat(10_000))
  assert.ok(response.writableLength < 1.2e6, String(response.writableLength))
  assert.ok(process.memoryUsage().external - before < 40e6)
  await until('the connection is cut', () => response.destroyed)
  assert.ok(ends >= 1)
  socket.destroy()
  server.close()
})

test('streams are counted, and wrong requests are refused', async () => {
  const key = await keyOf(world, ['events_show'], [71])
  const many = await Promise.all(Array.from({ length: 20 }, () => begun(key)))
  assert.is((await listen(key)).status, 429)
  for (const one of many) one.close()
  assert.is((await listen(key, { query: '?topics=weather' })).status, 400)
  assert.is((await listen(key, { lastId: 'x' })).status, 400)
  assert.is((await listen(await keyOf(world, ['device_show'], [71]))).status, 403)
})
