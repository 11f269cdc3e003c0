import { assert, suite, until } from '@linecard/test-kit'
import { definePlugin, lookSoon, type Condition, type Plugin } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { personWith } from '@linecard/test-kit/worlds/people'
import events from '@linecard/plugin-events'
import notifications from '../src/index.ts'
import { startReceiver, type Receiver } from '@linecard/test-kit/worlds/receiver'
import { addContact, becomes, reader } from './world.ts'

/** With the real plugin `events`: from a condition to a person and back. */
const test = suite('notifications: with events')
let world!: World
let receiver!: Receiver
let holds: Condition[] = []
let look = () => {}

const weather = definePlugin({
  id: 'weather',
  api: 1,
  setup(ctx) {
    look = () => ctx.events.emit(lookSoon, { device_ids: [7] })
    return ctx
  },
  conditions: { storm: { label: 'Storm', severity: 'critical', holding: async () => holds } },
}) as unknown as Plugin
const storm = (part: string): Condition => ({
  device_id: 7,
  interface_id: null,
  part,
  title: `storm ${part}`,
  description: 'from the west',
  labels: { part },
  since: new Date(),
})

test.before(async () => {
  receiver = await startReceiver()
  world = await makeWorld({
    plugins: [events as unknown as Plugin, notifications as unknown as Plugin, weather],
    settings: {
      identity: { rate_limiter_enabled: false },
      notifications: { webhook_private_networks: true },
    },
  })
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'sw-ours', -1, false)`,
  )
  await until('events are followed', async () => {
    const rows = await world.sql(`select from notifications_cursor where source = 'events'`)
    return rows.length === 1
  })
})
test.after(async () => {
  await world?.stop()
  await receiver?.stop()
})

test('a condition is told, its end too, and a preview shows the event', async () => {
  const person = await personWith(world, [...reader], [-1])
  const id = await addContact(world, person.key, { type: 'webhook', value: `${receiver.url}/hook` })
  holds = [storm('north')]
  look()
  await becomes(world, id, ['alert sent'])
  const told = JSON.parse(receiver.got[0]!.text) as {
    event: { id: number; name: string; annotation: string }
  }
  assert.equal([told.event.name, told.event.annotation], ['storm', 'storm north'])
  const preview = await world.http('POST', '/component/notifications/templates/preview', {
    channel: 'email',
    kind: 'alert',
    event_id: told.event.id,
  })
  assert.match((preview.body.data as { plain: string }).plain, /^CRITICAL: storm north\nDevice: sw-ours/)
  holds = []
  look()
  await becomes(world, id, ['alert sent', 'resolved sent'])
})
