import { visibleInterfaces, visibleOnus, visibleSightings } from '@linecard/inventory/read'
import { withDevice, type Caller, type Context, ApiError } from '@linecard/plugin-kit'
import type { VerdictQuery } from '../bodies.ts'
import { eventNames } from '../outages/event-names.ts'
import type { VerdictView } from './schema.ts'
import { tables } from '../tables.ts'
import { factsOf } from './facts.ts'
import { verdictOf, type Evidence } from './verdict.ts'
import { onuSerialHex, parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'

/** How the customer was found, as evidence; `time`: when it was seen there. */
interface Found {
  interfaceId: number
  how: { what: string; time: Date | null }[]
}

interface Candidate {
  id: number
  time: Date | null
}

const rowsOf = async (em: SqlEntityManager, question: RawBuilder<Candidate>): Promise<Candidate[]> =>
  (await question.execute(tables(em))).rows

const byAgreement = (em: SqlEntityManager, caller: Caller, agreement: string) =>
  rowsOf(
    em,
    sql`select i.id, null::timestamptz as time from (${visibleInterfaces(em, caller)}) i
      where i.agreement = ${agreement} and i.agreement <> '' order by (i.type = 'ONU') desc, i.id limit 20`,
  )

async function bySerial(em: SqlEntityManager, caller: Caller, serial: string): Promise<Candidate[]> {
  const known = parseOnuSerial(serial)
  const hex = known === null ? null : onuSerialHex(known)
  return rowsOf(
    em,
    sql`select o.id, null::timestamptz as time from (${visibleOnus(em, caller)}) o
      where o.serial_hex = ${hex} or (left(o.ident, 64) = left(${serial}, 64) and o.ident = ${serial})
      order by (o.status = 'Online') desc nulls last, o.id limit 20`,
  )
}

/** The ONU that has the address, else where it was seen: at ONUs first, then at ports with few addresses. */
async function byMac(em: SqlEntityManager, caller: Caller, text: string): Promise<Candidate[]> {
  const mac = parseMac(text)
  if (mac === null) return []
  const own = await rowsOf(
    em,
    sql`select o.id, null::timestamptz as time from (${visibleOnus(em, caller)}) o where o.mac = ${mac}
      order by (o.status = 'Online') desc nulls last, o.id limit 20`,
  )
  if (own.length > 0) return own
  return rowsOf(
    em,
    sql`select s.interface_id as id, s.last_seen as time from (${visibleSightings(em, caller)}) s
      where s.mac = ${mac}::macaddr
      order by s.active desc, (s.type = 'ONU') desc, s.macs nulls last, s.last_seen desc limit 20`,
  )
}

/** By what routers had for the address; without the plugin `fdb-history` it cannot be found. */
async function byIp(ctx: Context, caller: Caller, ip: string): Promise<Candidate[]> {
  try {
    const holders = await ctx.use('address-holders').holders(ip, caller)
    return holders.flatMap(({ interface_ids: ids, time }) => ids.map(id => ({ id, time })))
  } catch (error) {
    if (error instanceof ApiError && error.type === 'UNAVAILABLE') return []
    throw error
  }
}

const ways = ['agreement', 'serial', 'mac', 'ip', 'interface_id'] as const

/**
 * The port or ONU of a customer that the caller sees.
 * @throws CORRELATION_ONE_NAME, CORRELATION_CUSTOMER_UNKNOWN, INVENTORY_INTERFACE_UNKNOWN
 */
async function findCustomer(ctx: Context, caller: Caller, query: VerdictQuery): Promise<Found> {
  const given = ways.filter(way => query[way] !== undefined)
  const [way] = given
  if (given.length !== 1 || !way)
    throw fail('CORRELATION_ONE_NAME', {}, [{ path: given[1] ?? 'agreement', message: 'one of them' }])
  if (way === 'interface_id') return { interfaceId: query.interface_id!, how: [] }
  const value = query[way]!.trim()
  const em = ctx.em()
  const candidates =
    way === 'agreement'
      ? await byAgreement(em, caller, value)
      : way === 'serial'
        ? await bySerial(em, caller, value)
        : way === 'mac'
          ? await byMac(em, caller, value)
          : await byIp(ctx, caller, value)
  const [first] = candidates
  if (!first) throw fail('CORRELATION_CUSTOMER_UNKNOWN', { what: way, value })
  const others = new Set(candidates.map(({ id }) => id)).size - 1
  return {
    interfaceId: first.id,
    how: [
      ...(first.time ? [{ what: `the ${way} ${value} was seen there`, time: first.time }] : []),
      ...(others > 0
        ? [{ what: `${others} more ports fit the ${way}: this is the likeliest`, time: null }]
        : []),
    ],
  }
}

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
