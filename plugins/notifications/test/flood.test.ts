import { assert, suite, until } from '@linecard/test-kit'
import { startReceiver, type Receiver } from '@linecard/test-kit/worlds/receiver'
import {
  addContact,
  becomes,
  change,
  deliveries,
  newEvent,
  personWith,
  reader,
  startWorld,
  type World,
} from './world.ts'

const test = suite('notifications: floods and quiet hours', { level: 'full' })
let world!: World
let receiver!: Receiver
let key = ''

test.before(async () => {
  receiver = await startReceiver()
  world = await startWorld({ flood_messages: 3, flood_window_sec: 3600 })
  key = (await personWith(world, [...reader], [71])).key
})
test.after(async () => {
  await world?.stop()
  await receiver?.stop()
})
const silence = () => world.sql('update notifications_contact set enabled = false')
let hooks = 0
const hook = (more: object = {}) =>
  addContact(world, key, { type: 'webhook', value: `${receiver.url}/${++hooks}`, ...more })
const got = (path: number) => receiver.got.filter(one => one.path === `/${path}`)
/** The window of the contact ends when so many messages wait for it. */
async function windowEnds(contactId: number, waiting: number): Promise<void> {
  await until(
    `${waiting} wait`,
    async () =>
      (await deliveries(world, contactId)).filter(({ state }) => state === 'held').length === waiting,
    { everyMs: 100 },
  )
  const of = 'where contact_id = $1 and state ='
  await world.sql(`update notifications_delivery set ended_at = ended_at - interval '2 hours' ${of} 'sent'`, [
    contactId,
  ])
  await world.sql(`update notifications_delivery set due_at = now() ${of} 'held'`, [contactId])
}
interface Told {
  total?: number
  items?: { title: string; device: string }[]
  event: { name: string } | null
}
const told = (path: number) => got(path).map(({ text }) => JSON.parse(text) as Told)

test('of a flood of 300 events a contact gets a few, and one digest with the others', async () => {
  await silence()
  const id = await hook()
  await world.sql(
    `insert into events_change (kind, event) select 'opened', $1::jsonb || jsonb_build_object('id', 10000 + n, 'annotation', 'lost ' || n) from generate_series(1, 300) n`,
    [newEvent()],
  )
  await windowEnds(id, 297)
  await until(
    'all are sent',
    async () => {
      const rows = await deliveries(world, id)
      return rows.length === 301 && rows.every(({ state }) => state === 'sent')
    },
    { everyMs: 300 },
  )
  const messages = told(hooks)
  assert.is(messages.length, 4, 'three and a digest')
  assert.equal([messages[3]!.total, messages[3]!.items!.length], [297, 50])
  assert.equal(messages[3]!.items![0]!.device, 'sw-ours')
  const rows = await deliveries(world, id)
  assert.is(rows.filter(row => row.digest_id !== null).length, 297)
  assert.equal(
    new Set(rows.filter(row => row.digest_id !== null).map(row => row.digest_id)).size,
    1,
    'one digest tells them',
  )
})

test('a digest that is not taken is tried again with all it tells', async () => {
  await silence()
  const id = await hook()
  receiver.got.length = 0
  for (let n = 0; n < 5; n++) await change(world, 'opened', newEvent())
  await until('three are sent', () => got(hooks).length === 3)
  receiver.answers(
    response => response.writeHead(503).end(),
    response => response.writeHead(200).end(),
  )
  await windowEnds(id, 2)
  await becomes(world, id, [...Array<string>(5).fill('alert sent'), 'notification sent'])
  const messages = told(hooks)
  assert.equal([messages.length, messages[3]!.total, messages[4]!.total], [5, 2, 2])
  assert.is(got(hooks)[3]!.headers['webhook-id'], got(hooks)[4]!.headers['webhook-id'])
})

test('quiet hours hold, let critical events pass, and end in a digest', async () => {
  await silence()
  const minute = (offset: number) => new Date(Date.now() + offset * 60_000).toISOString().slice(11, 16)
  const quiet = { from: minute(-60), to: minute(60), time_zone: 'UTC', critical: true }
  const id = await hook({ quiet, severities: ['warning', 'critical'] })
  await change(world, 'opened', newEvent({ severity: 'warning' }))
  await change(world, 'opened', newEvent({ severity: 'warning' }))
  await change(world, 'opened', newEvent({ severity: 'critical' }))
  await becomes(world, id, ['alert held', 'alert held', 'alert sent'])
  const [held] = await deliveries(world, id)
  assert.is(held!.note, 'quiet hours')
  const over = { ...quiet, from: minute(120), to: minute(180) }
  const path = `/component/notifications/self/contacts/${id}`
  assert.is((await world.http('PUT', path, { quiet: over }, key)).status, 200)
  await world.sql(`update notifications_delivery set due_at = now() where state = 'held'`)
  await becomes(world, id, ['alert sent', 'alert sent', 'alert sent', 'notification sent'])
  assert.is(told(hooks).at(-1)!.total, 2)
})
