import type { ConditionSource } from '@linecard/plugin-kit'
import type { NotificationKind } from '@linecard/driver-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { ObjectValue } from './intake/orders.ts'
import type { Traps } from './setup.ts'
import { tables, type ModuleOutcome } from './tables.ts'
import { eventNames } from './told/event-names.ts'

/** A notification whose device is being asked waits for the answer, s; a process that died gives none. */
const askedSec = 30
/** Objects of the notification that a description names. */
const mostObjects = 10

interface Row {
  device_id: number
  name: string
  count: string
  since: Date
  objects: ObjectValue[]
  modules: Record<string, ModuleOutcome>
}

const listed = (objects: readonly ObjectValue[]) =>
  objects
    .slice(0, mostObjects)
    .map(({ name, oid, value }) => `${name ?? oid} = ${value ?? '-'}`)
    .join(', ')
    .slice(0, 1000)

interface Kind {
  kind: NotificationKind
  label: string
  severity: 'info' | 'warning'
  title: string
  look: string
}

/**
 * A device told something that it has no state for, or none that can be asked: it holds for `told_min` after
 * the last notification. An answer of the device that all is well ends it.
 */
const toldOf = ({ kind, label, severity, title, look }: Kind): ConditionSource<Traps> => ({
  label,
  severity,
  async holding({ ctx }, { deviceIds }) {
    const ofThese =
      deviceIds === null ? sql`device_id is not null` : sql`device_id = any (${[...deviceIds]}::int[])`
    const { rows: found } = await sql<Row>`
      select distinct on (device_id) device_id, name, objects, modules,
        (count(*) over own)::text as count, min(time) over own as since
      from traps_trap
      where kind = ${kind} and time > now() - make_interval(mins => ${ctx.config.told_min}) and ${ofThese}
        and not (modules::text like '%"asked"%' and time > now() - make_interval(secs => ${askedSec}))
      window own as (partition by device_id)
      order by device_id, id desc limit 10000`.execute(tables(ctx.em()))
    const rows = found.filter(({ modules }) => !Object.values(modules).includes('contradicted'))
    return rows.map(({ device_id: id, name, count, since, objects }) => ({
      device_id: id,
      interface_id: null,
      part: '',
      title: `${title}: ${name}`.slice(0, 200),
      description: `${count} times in ${ctx.config.told_min} minutes. It told: ${listed(objects)}. ${look}`,
      labels: { notification: name },
      since,
    }))
  },
})

const of = (kind: NotificationKind) => eventNames.get(kind)!

export const hardware = {
  [of('fan')]: toldOf({
    kind: 'fan',
    label: 'A device told by a trap that a fan has changed',
    severity: 'warning',
    title: 'The device tells of its fans',
    look: 'Look at its fans and its temperature.',
  }),
  [of('power')]: toldOf({
    kind: 'power',
    label: 'A device told by a trap that a power supply has changed',
    severity: 'warning',
    title: 'The device tells of its power supply',
    look: 'Look at its supplies and at what feeds them.',
  }),
  [of('auth')]: toldOf({
    kind: 'auth',
    label: 'A device told by a trap that somebody could not sign in, or used a wrong community',
    severity: 'info',
    title: 'The device refuses somebody',
    look: 'Its log names the address: a program with old access data, or an attack.',
  }),
} as const
