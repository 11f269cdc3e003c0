import { visibleInterfaces } from '@linecard/inventory/read'
import { withDevice, type Caller, type Context } from '@linecard/plugin-kit'
import type { VerdictQuery } from '../bodies.ts'
import { eventNames } from '../outages/event-names.ts'
import type { VerdictView } from './schema.ts'
import { tables } from '../tables.ts'
import { factsOf } from './facts.ts'
import { findCustomer } from './find.ts'
import { verdictOf, type Evidence } from './verdict.ts'

/** Name of the PON port of an ONU; null: it is not stored. */
async function portName(
  ctx: Context,
  caller: Caller,
  deviceId: number,
  key: string | null,
): Promise<string | null> {
  if (key === null) return null
  const em = ctx.em()
  const row = await tables(em)
    .selectFrom(visibleInterfaces(em, caller).as('i'))
    .select('i.name')
    .where('i.device_id', '=', deviceId)
    .where('i.bind_key', '=', key)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Whether a customer alone is without service, or others too. */
export async function verdictFor(ctx: Context, caller: Caller, query: VerdictQuery): Promise<VerdictView> {
  const found = await findCustomer(ctx, caller, query)
  const port = await ctx.use('interfaces').named(found.interfaceId, caller)
  const facts = await factsOf(ctx, caller, port.device_id, port.id)
  const now = ctx.clock()
  const { verdict, sentence, evidence } = verdictOf(facts, port, now)
  const { device } = await withDevice(ctx, caller, { device: { id: port.device_id } })
  const { onu, neighbours, outages } = facts
  return {
    verdict,
    sentence,
    evidence: [...found.how, ...evidence].map(({ what, time, ...more }: Evidence) => {
      const read = more.read === undefined ? time : more.read
      const ageSec = read && Math.max(0, Math.round((now.getTime() - read.getTime()) / 1000))
      return { what, time, age_sec: ageSec }
    }),
    events: outages.map(one => ({
      name: eventNames[one.kind],
      title: one.title,
      outage_id: one.id,
      since: one.began_at,
      customers: one.customers,
    })),
    onu: onu && {
      interface_id: onu.id,
      name: onu.name,
      status: onu.status,
      since: onu.status_changed_at,
      model: onu.model,
      agreement: onu.agreement,
      port: await portName(ctx, caller, port.device_id, onu.parent_bind_key),
    },
    device,
    interface: { id: port.id, name: port.name, type: port.type, status: port.status },
    neighbours: neighbours && { up: neighbours.up, down: neighbours.down, total: neighbours.total },
  }
}
