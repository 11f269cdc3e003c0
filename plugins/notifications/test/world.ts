import type { Context, EventChangeKind, NetworkEvent, Plugin } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { personWith, type Person } from '@linecard/test-kit/worlds/people'
import type { Config } from '../src/config.ts'
import type { Engine } from '../src/delivery/engine.ts'
import notifications from '../src/index.ts'
import type { Notifications } from '../src/setup.ts'
import { mockEvent } from '../src/templates/routes.ts'
import { events } from './events.ts'

export type { Person, World }
export { personWith }

/** Allowed to be told of events and actions of their groups, and to have contacts. */
export const reader = ['events_show', 'system_logs_actions', 'notifications_configure_self_contacts'] as const

/** The core with this plugin: device 7 in `ours` (71), device 8 in `theirs` (72). */
export async function startWorld(
  settings: Partial<Config> = {},
  more: readonly Plugin[] = [],
): Promise<World & { ctx: Context<Config>; engine: Engine }> {
  let own!: Notifications
  const plugin = {
    ...notifications,
    setup(ctx: Context<Config>) {
      own = notifications.setup(ctx) as Notifications
      return own
    },
  } as typeof notifications
  const world = await makeWorld({
    plugins: [events, plugin, ...more],
    settings: {
      identity: { rate_limiter_enabled: false },
      notifications: {
        retry_sec: 1,
        // A delivery that a busy machine keeps waiting has not failed.
        timeout_sec: 30,
        webhook_private_networks: true,
        telegram_private_networks: true,
        smtp_private_networks: true,
        smtp_security: 'none',
        smtp_host: '127.0.0.1',
        smtp_from_address: 'linecard@example.org',
        ...settings,
      },
    },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled)
     values (7, '192.0.2.7', 'sw-ours', 71, false), (8, '192.0.2.8', 'sw-theirs', 72, false)`,
  )
  await until('the sources are followed', async () => {
    const rows = await world.sql('select from notifications_cursor where source <> $1', ['telegram'])
    return rows.length === 2
  })
  return Object.assign(world, { ctx: own.ctx, engine: own.engine })
}

const devices = {
  7: { id: 7, ip: '192.0.2.7', name: 'sw-ours' },
  8: { id: 8, ip: '192.0.2.8', name: 'sw-theirs' },
}
let lastEvent = 100

/** An event that began now, on device 7. */
export const newEvent = (more: Partial<NetworkEvent> = {}, device: 7 | 8 | null = 7): NetworkEvent => ({
  ...mockEvent,
  id: ++lastEvent,
  name: 'device_down',
  annotation: `down ${lastEvent}`,
  device: device && devices[device],
  interface: null,
  labels: {},
  created_at: new Date().toISOString(),
  ...more,
})

/** Writes a change of an event. The plugin finds it within 2 s, as if the message about it were lost. */
export async function change(world: World, kind: EventChangeKind, event: NetworkEvent): Promise<void> {
  await world.sql('insert into events_change (kind, event) values ($1, $2)', [kind, event])
}
export const ended = (event: NetworkEvent): NetworkEvent => ({
  ...event,
  resolved_at: new Date().toISOString(),
  resolved_by: 'system',
})

export interface ContactBody {
  type?: string
  value: string
  [field: string]: unknown
}
/** Adds a contact of the person who has the key. Returns its id. */
export async function addContact(world: World, key: string, body: ContactBody): Promise<number> {
  const answer = await world.http('POST', '/component/notifications/self/contacts', body, key)
  if (answer.status !== 201) throw new Error(answer.text)
  return (answer.body.data as { id: number }).id
}

export interface Delivery {
  id: number
  state: string
  kind: string
  source: string
  attempts: number
  note: string
  title: string
  digest_id: number | null
  contact: { id: number; value: string }
}
/** Deliveries to a contact, the oldest first. */
export async function deliveries(world: World, contactId: number): Promise<Delivery[]> {
  const path = `/component/notifications/deliveries?limit=1000&contact_id=${contactId}`
  const answer = await world.http('GET', path)
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.body.data as Delivery[]).toReversed()
}
/** `kind state` of the deliveries to a contact, once there are as many as given. */
export const becomes = (world: World, contactId: number, wanted: readonly string[]) =>
  until(
    `deliveries ${wanted.join(', ')}`,
    async () => {
      const found = (await deliveries(world, contactId)).map(({ kind, state }) => `${kind} ${state}`)
      return JSON.stringify(found) === JSON.stringify(wanted)
    },
    { everyMs: 100 },
  ).catch(async (error: unknown) => {
    const found = await deliveries(world, contactId)
    throw new Error(`${String(error)}; found ${JSON.stringify(found)}`)
  })
