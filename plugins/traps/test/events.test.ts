import events from '@linecard/plugin-events'
import { visibleInterfaces } from '@linecard/inventory/read'
import { definePlugin, type Condition } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { assert, suite, until } from '@linecard/test-kit'
import { addedSwitch, stopDevices, type Added } from '@linecard/test-kit/worlds/switches'
import { known, linkDown, send, startWorld, type TrapWorld } from './world.ts'

/** A source that is no source of the installation: ports without a link, as the store has them. */
const ports = definePlugin({
  id: 'ports',
  api: 1,
  requires: ['inventory'],
  conditions: {
    port_without_link: {
      label: 'A port has no link (a test)',
      severity: 'warning',
      async holding(ctx, { deviceIds }) {
        const em = ctx.em()
        const { rows } = await sql<{ id: number; device_id: number; name: string }>`
          select i.id, i.device_id, i.name from (${visibleInterfaces(em, { groupIds: null })}) i
          where i.status = 'Down' and i.type <> 'ONU'
            and ${deviceIds === null ? sql`true` : sql`i.device_id = any (${[...deviceIds]}::int[])`}`.execute(
          em.getKysely<Record<never, never>>(),
        )
        return rows.map(({ id, device_id, name }): Condition => ({
          device_id,
          interface_id: id,
          part: '',
          title: `${name} has no link`,
          description: '',
          labels: {},
          since: new Date(),
        }))
      },
    },
  },
})

const test = suite('traps: events')
let world: TrapWorld
let added: Added

test.before(async () => {
  world = await startWorld({}, { plugins: [events, ports] })
  added = await addedSwitch(world, { quick: true })
  await known(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

test('a port is pulled: from linkDown to the event it takes about a second', async () => {
  const [port] = await world.sql<{ id: number; bind_key: string }>(
    "select id, bind_key from inventory_interface where device_id = $1 and status = 'Up' order by id limit 1",
    [added.id],
  )
  const opened = () =>
    world.sql('select id from events_event where interface_id = $1 and resolved_at is null', [port!.id])
  // The engine has its lead, and has looked at everything once.
  await until(
    'it has looked',
    async () =>
      (await world.sql('select from events_event where device_id = $1 limit 1', [added.id])).length || null,
  )
  assert.equal(await opened(), [])
  const ifIndex = Number(port!.bind_key)
  added.simulated.ports.find(one => one.ifIndex === ifIndex)!.cable.cut(Date.now(), 600_000)
  await send(world, 'snmptrap', added.ip, ['-v', '2c', '-c', 'public'], ['4711', ...linkDown(ifIndex)])
  await until('the event is open', async () => (await opened()).length || null, { everyMs: 20 })
})
