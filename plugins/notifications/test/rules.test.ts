import { setTimeout as pause } from 'node:timers/promises'
import { assert, suite, until } from '@linecard/test-kit'
import { startReceiver, type Receiver } from '@linecard/test-kit/worlds/receiver'
import {
  addContact,
  becomes,
  change,
  deliveries,
  ended,
  newEvent,
  personWith,
  reader,
  startWorld,
  type ContactBody,
  type Person,
  type World,
} from './world.ts'

const test = suite('notifications: who is told what', { level: 'full' })
let world!: World
let receiver!: Receiver
let ours!: Person
let theirs!: Person
let all!: Person

test.before(async () => {
  receiver = await startReceiver()
  world = await startWorld({ flood_messages: 1000 })
  ours = await personWith(world, [...reader], [71])
  theirs = await personWith(world, [...reader], [72])
  all = await personWith(world, [...reader, 'events_see_all'], [71])
})
test.after(async () => {
  await world?.stop()
  await receiver?.stop()
})

let hooks = 0
const silence = () => world.sql('update notifications_contact set enabled = false')
const hook = (person: Person, more: Partial<ContactBody> = {}) =>
  addContact(world, person.key, { type: 'webhook', value: `${receiver.url}/${++hooks}`, ...more })
const states = async (id: number) =>
  (await deliveries(world, id)).map(({ kind, state }) => `${kind} ${state}`)

interface EventRule {
  name: string
  enabled: boolean
  send_resolved: boolean
  delay_sec: number
}
const rule = (more: Partial<EventRule> = {}): EventRule => ({
  name: '*',
  enabled: true,
  send_resolved: true,
  delay_sec: 0,
  ...more,
})
async function setRules(events: EventRule[], actions: object[] = []): Promise<void> {
  const answer = await world.http('PUT', '/component/notifications/rules', { events, actions })
  assert.is(answer.status, 200, answer.text)
}
/** What comes after it was read when a later event has arrived. */
async function settled(): Promise<void> {
  const marker = await hook(all, { severities: ['info'] })
  await change(world, 'opened', newEvent({ severity: 'info', name: 'marker' }))
  await becomes(world, marker, ['alert sent'])
}

test('51: only contacts whose user sees the device are told; without a device, events_see_all', async () => {
  await silence()
  const [a, b, c] = [await hook(ours), await hook(theirs), await hook(all)]
  await change(world, 'opened', newEvent({}, 7))
  await change(world, 'opened', newEvent({}, 8))
  await change(world, 'opened', newEvent({}, null))
  await becomes(world, c, ['alert sent', 'alert sent'])
  await settled()
  assert.is((await states(c)).length, 2)
  assert.equal([(await states(a)).length, (await states(b)).length], [1, 1])
  const limited = await world.http('GET', '/component/notifications/self/deliveries', undefined, ours.key)
  assert.is((limited.body.data as unknown[]).length, 1)
})

test('52: who loses the right or is disabled while it waits is not told', async () => {
  await silence()
  await setRules([rule({ delay_sec: 3 })])
  const person = await personWith(world, [...reader], [71])
  const id = await hook(person)
  await change(world, 'opened', newEvent())
  await becomes(world, id, ['alert queued'])
  const moved = await world.http('PUT', `/user/${person.id}`, { device_groups: [72] })
  assert.is(moved.status, 200, moved.text)
  await becomes(world, id, ['alert cancelled'])
  await setRules([rule()])
})

test('severities and ignored names', async () => {
  await silence()
  const critical = await hook(ours, { severities: ['critical'] })
  const ignoring = await hook(ours, { severities: ['critical', 'warning'], ignored_events: ['boring'] })
  await change(world, 'opened', newEvent({ severity: 'warning' }))
  await change(world, 'opened', newEvent({ name: 'boring' }))
  await change(world, 'opened', newEvent())
  await becomes(world, critical, ['alert sent', 'alert sent'])
  await becomes(world, ignoring, ['alert sent', 'alert sent'])
})

test('an event that grows worse is told to who waits for that, once', async () => {
  await silence()
  const id = await hook(ours, { severities: ['critical'] })
  const event = newEvent({ severity: 'warning' })
  await change(world, 'opened', event)
  await change(world, 'changed', { ...event, severity: 'critical' })
  await change(world, 'changed', { ...event, severity: 'critical', customers: 40 })
  await settled()
  assert.equal(await states(id), ['alert sent'])
})

test('a delay: what ends earlier is cancelled, "resolved" goes at once', async () => {
  await silence()
  await setRules([rule({ delay_sec: 4 }), rule({ name: 'marker' })])
  const id = await hook(ours)
  const [short, long] = [newEvent(), newEvent()]
  await change(world, 'opened', short)
  await change(world, 'opened', long)
  await becomes(world, id, ['alert queued', 'alert queued'])
  await change(world, 'resolved', ended(short))
  await becomes(world, id, ['alert cancelled', 'alert sent'])
  await change(world, 'resolved', ended(long))
  await becomes(world, id, ['alert cancelled', 'alert sent', 'resolved sent'])
  await setRules([rule()])
})

test('rules: off, without "resolved", of one name', async () => {
  await silence()
  await setRules([rule({ name: 'told', send_resolved: false }), rule({ name: 'marker' })])
  const id = await hook(ours)
  const told = newEvent({ name: 'told' })
  await change(world, 'opened', newEvent({ name: 'other' }))
  await change(world, 'opened', told)
  await change(world, 'resolved', ended(told))
  await settled()
  assert.equal(await states(id), ['alert sent'])
  await setRules([rule()])
})

test('what belongs to another event or to maintenance is not told; its recovery only to who heard of it', async () => {
  await silence()
  await setRules([rule({ name: 'late', delay_sec: 3 }), rule()])
  const id = await hook(ours)
  const [child, kept, told, late] = [
    newEvent({ parent_id: 5 }),
    newEvent({ maintenance: true }),
    newEvent(),
    newEvent({ name: 'late' }),
  ]
  for (const event of [child, kept, told, late]) await change(world, 'opened', event)
  await becomes(world, id, ['alert sent', 'alert queued'])
  await change(world, 'changed', { ...told, parent_id: 5 })
  await change(world, 'changed', { ...late, parent_id: 5 })
  for (const event of [child, kept, told, late])
    await change(world, 'resolved', ended({ ...event, parent_id: 5 }))
  await becomes(world, id, ['alert sent', 'alert cancelled', 'resolved sent'])
  await settled()
  assert.equal(await states(id), ['alert sent', 'alert cancelled', 'resolved sent'])
})

test('no "resolved" without an alert, if the setting says so', async () => {
  await silence()
  const event = newEvent()
  await change(world, 'opened', event)
  await settled()
  await silence()
  const id = await hook(ours)
  await change(world, 'resolved', ended(event))
  await becomes(world, id, ['resolved sent'])
  const set = await world.http('PUT', '/system/configuration', {
    notifications: { check_previous_message: true },
  })
  assert.is(set.status, 200, set.text)
  const second = newEvent()
  await silence()
  await change(world, 'opened', second)
  await settled()
  await silence()
  const other = await hook(ours)
  await change(world, 'resolved', ended(second))
  await settled()
  assert.equal(await states(other), [])
})

test('actions are told by rules on success and on failure, and only to who may know', async () => {
  await silence()
  await setRules([rule()], [{ name: 'x:done', enabled: true, on_fail: true, on_success: false }])
  const [a, b] = [
    await hook(ours, { severities: ['notify'] }),
    await hook(theirs, { severities: ['notify'] }),
  ]
  const ignoring = await hook(ours, { severities: ['notify'], ignored_actions: ['x:done'] })
  const own = {
    action: 'x:done',
    user: null,
    message: 'm',
    meta: {},
    ip: null,
    session_id: null,
    request_id: null,
  }
  const log = world.use('action-log')
  await log.record({ ...own, status: 'SUCCESS', device_id: 7 })
  await log.record({ ...own, status: 'FAILED', device_id: 7 })
  await log.record({ ...own, status: 'FAILED', device_id: 8 })
  await becomes(world, a, ['notification sent'])
  await becomes(world, b, ['notification sent'])
  assert.equal(await states(ignoring), [])
  const told = JSON.parse(receiver.got.at(-1)!.text) as {
    action: { status: string; action: string }
    event: null
  }
  assert.equal([told.action.action, told.action.status, told.event], ['x:done', 'FAILED', null])
})

test('an operation of the API that fails is told', async () => {
  await silence()
  await setRules([rule()], [{ name: 'device:deleted', enabled: true, on_fail: true, on_success: true }])
  const person = await personWith(world, [...reader])
  const id = await hook(person, { severities: ['notify'] })
  const gone = await world.http('DELETE', '/device/4711')
  assert.is(gone.status, 404)
  await until('the failed action is told', async () => (await states(id)).length === 1)
  const [row] = await deliveries(world, id)
  assert.match(row!.title, /FAILED/)
  await setRules([rule()])
})

test('a message to everybody', async () => {
  await silence()
  const [takes, not] = [
    await hook(theirs, { severities: ['notify'] }),
    await hook(theirs, { severities: ['critical'] }),
  ]
  const body = { title: 'Work tonight', text: 'From 02:00' }
  const refused = await world.http('POST', '/component/notifications/message', body, ours.key)
  assert.is(refused.status, 403)
  const sent = await world.http('POST', '/component/notifications/message', body)
  assert.is((sent.body.data as { contacts: number }).contacts, 1)
  await becomes(world, takes, ['notification sent'])
  assert.equal(await states(not), [])
})

test('what happened before the plugin read for the first time, or long ago, is not told', async () => {
  await silence()
  const id = await hook(ours)
  await world.sql(
    `insert into events_change (kind, event, time) values ('opened', $1, now() - interval '2 days')`,
    [newEvent({ created_at: new Date(Date.now() - 172_800_000).toISOString() })],
  )
  await settled()
  await pause(100)
  assert.equal(await states(id), [])
})
