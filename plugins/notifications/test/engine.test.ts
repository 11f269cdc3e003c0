import { definePlugin, type ChannelMessage, type Context, type Plugin } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import type { Config } from '../src/config.ts'
import { messagesDue, type Engine } from '../src/delivery/engine.ts'
import { personWith, reader, startWorld, type World } from './world.ts'

/** Messages of people to contacts of a channel of pigeons, which fly for as long as a test wants. */
const test = suite('notifications: the engine')
let world!: World & { ctx: Context<Config>; engine: Engine }
let userId = 0
let key = ''
/** Pigeons on the way, by the contact: `home` is what the receiver says. */
const flying = new Map<number, PromiseWithResolvers<void>>()
let flown = 0
/** What the last one carries. */
let carried: ChannelMessage | null = null
let missing: string | null = null
const lofts = definePlugin({
  id: 'lofts',
  api: 1,
  setup: () => null,
  channels: {
    pigeon: {
      label: 'Pigeon',
      hint: 'The name of a roof',
      format: 'text',
      templates: { alert: 'a', resolved: 'r', notification: 'n' },
      missing: () => missing,
      check: (_ctx, value) => value,
      async send(_ctx, { id }, message, signal) {
        const home = Promise.withResolvers<void>()
        flying.set(id, home)
        flown++
        carried = message
        signal.addEventListener('abort', () => home.reject(new Error('called back')))
        await home.promise.finally(() => flying.delete(id))
      },
    },
  },
}) as unknown as Plugin

test.before(async () => {
  world = await startWorld({ timeout_sec: 60, retry_sec: 30 }, [lofts])
  ;({ id: userId, key } = await personWith(world, [...reader], [71]))
})
test.after(() => world?.stop())

let contacts = 0
async function contact(sealed: string | null = null): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into notifications_contact (user_id, type, value, sealed_value, severities)
     values ($1, 'pigeon', $2, $3, '{notify}') returning id`,
    [userId, `roof ${++contacts}`, sealed],
  )
  return row!.id
}
/** A message to the contact, of which the engine is told or not. Returns its id. */
async function write(
  to: number,
  { state = 'queued', lease = null as string | null, source = 'message', data = {} as object } = {},
): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title, data,
       state, due_at, lease_until)
     values ($1, 'pigeon', $4, nextval('notifications_message'), 'notification', 'notify', 'n', 't', $5,
       $2, now(), now() + $3::interval) returning id`,
    [to, state, lease, source, data],
  )
  return row!.id
}
const due = () => world.ctx.events.broadcast(messagesDue, null)
const rowOf = async (id: string) => {
  const [row] = await world.sql<{ state: string; attempts: number; waits: boolean }>(
    'select state, attempts, due_at > clock_timestamp() as waits from notifications_delivery where id = $1',
    [id],
  )
  return row!
}
const becomes = (id: string, state: string) =>
  until(`${id} is ${state}`, async () => (await rowOf(id)).state === state, { everyMs: 50 })
const says = (level: 'warn' | 'error', text: string) => () =>
  world.log.some(line => line.includes(text) && line.startsWith(`{"level":"${level}"`))

test('eight messages of a channel are sent at a time, and the next when one has arrived', async () => {
  const ids: string[] = []
  for (let n = 0; n < 10; n++) ids.push(await write(await contact()))
  flown = 0
  await due()
  await until('eight fly', () => flown === 8)
  await due()
  await write(await contact())
  await until('the engine has looked again', async () => {
    const [row] = await world.sql<{ busy: string }>(
      `select count(*) as busy from notifications_delivery where state = 'sending'`,
    )
    return row!.busy === '8'
  })
  assert.is(flown, 8)
  flying.values().next().value!.resolve()
  await until('the ninth flies', () => flown === 9)
  await until('all are home', async () => {
    for (const home of flying.values()) home.resolve()
    return flown === 11 && flying.size === 0
  })
  for (const id of ids) await becomes(id, 'sent')
})

test('a message says who it is of if a person wrote it, and names the device of its event or action', async () => {
  const about = { device: { name: 'sw-1' } }
  const user = { id: userId }
  const cases = [
    { source: 'message', data: { event: null, action: { ...about, user } } },
    { source: 'action', data: { event: null, action: { ...about, user } } },
    { source: 'message', data: { event: about, action: null } },
  ]
  for (const { source, data } of cases) {
    carried = null
    const id = await write(await contact(), { source, data })
    await due()
    await until('it flies', () => flying.size === 1)
    flying.values().next().value!.resolve()
    await becomes(id, 'sent')
    const { subject, plain, data: seen } = carried! as ChannelMessage
    assert.match(subject, /t \(sw-1\)$/)
    assert.equal([plain, seen], ['n', source === 'message' ? { ...data, source } : data])
  }
})

test('a test message waits for what is being sent, and for the settings of its channel', async () => {
  const to = await contact()
  const path = `/component/notifications/self/contacts/${to}/test`
  const answer = async () => {
    const { status, body } = await world.http('POST', path, undefined, key)
    return body.error?.code ?? status
  }
  const id = await write(to)
  await due()
  await until('it flies', () => flying.size === 1)
  assert.is(await answer(), 'NOTIFICATIONS_CONTACT_BUSY')
  flying.get(to)!.resolve()
  await becomes(id, 'sent')
  missing = 'there are no birds'
  assert.is(await answer(), 'NOTIFICATIONS_CHANNEL_UNREADY')
  missing = null
  carried = null
  const sent = answer()
  await until('the test flies', () => flying.size === 1)
  flying.get(to)!.resolve()
  assert.is(await sent, 200)
  const { source } = (carried! as ChannelMessage).data
  assert.is(source, 'test')
})

test('a channel that cannot be used sends nothing until it can, without being told', async () => {
  missing = 'there are no birds'
  const id = await write(await contact())
  flown = 0
  await due()
  await becomes(await write(await contact(), { state: 'sending', lease: '-1 s' }), 'queued')
  assert.equal([flown, (await rowOf(id)).state], [0, 'queued'])
  missing = null
  await until('both fly', () => flown === 2)
  for (const home of flying.values()) home.resolve()
  await becomes(id, 'sent')
})

test('contacts whose key is missing keep no other contact of the channel from its message', async () => {
  const broken: string[] = []
  for (let n = 0; n < 9; n++) broken.push(await write(await contact('v1.unknown.a.b.c')))
  const id = await write(await contact())
  await due()
  await until('the last one flies', () => flying.size === 1)
  for (const home of flying.values()) home.resolve()
  await becomes(id, 'sent')
  for (const one of broken) assert.equal(await rowOf(one), { state: 'queued', attempts: 1, waits: true })
  const [row] = await world.sql('select note from notifications_delivery where id = $1', [broken[0]])
  assert.equal(row, { note: 'the contact cannot be opened: enter it again' })
  assert.ok(says('warn', 'a contact cannot be opened')())
  await world.sql('delete from notifications_contact where sealed_value is not null')
})

test('a table that is away for a while is told, and stops nothing', async () => {
  await world.sql('alter table notifications_delivery rename to notifications_elsewhere')
  await due()
  await until('it is told', says('error', 'sending notifications failed; it is tried again'))
  await world.sql('alter table notifications_elsewhere rename to notifications_delivery')
  const id = await write(await contact())
  await until('it flies', () => flying.size === 1)
  for (const home of flying.values()) home.resolve()
  await becomes(id, 'sent')
})

test('a stop waits for what is being sent, calls it back after 4 s, and leaves it to be sent at once', async () => {
  const [quick, slow] = [await contact(), await contact()]
  const [sent, back] = [await write(quick), await write(slow)]
  await due()
  await until('both fly', () => flying.size === 2)
  const began = performance.now()
  const stopped = world.engine.stop()
  setTimeout(() => flying.get(quick)!.resolve(), 500)
  await stopped
  const ms = performance.now() - began
  assert.ok(ms > 3900 && ms < 7900, `${ms} ms`)
  assert.equal(await rowOf(sent), { state: 'sent', attempts: 1, waits: false })
  assert.equal(await rowOf(back), { state: 'queued', attempts: 1, waits: false })
})
