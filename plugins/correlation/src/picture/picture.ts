import { visibleDevices, rememberedStatusChanges, visibleOnus } from '@linecard/inventory/read'
import { familiesOf } from '@linecard/driver-kit'
import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import type { Gasps, Picture, OnuFact, Reason } from '../judge/index.ts'
import { tables } from '../tables.ts'
import { portFacts, upstreamOf } from './ports.ts'
import { clockOf, isLost, lostStates, reasonOf } from './words.ts'

const all = { groupIds: null }

/** What is kept of a member of an open outage. */
interface Kept {
  lost_at: Date
  back_at: Date | null
  dereg_at: Date | null
  reason: Reason
}

interface Row {
  id: number
  parent_bind_key: string | null
  status: string | null
  status_changed_at: Date | null
  model: string | null
  last_down_reason: string | null
  last_dereg: string | null
  last_reg: string | null
}
interface Fall {
  interface_id: number
  /** When it was lost; null: longer ago than was looked. */
  since: Date | null
  words: (string | null)[]
}

/** Since when ONUs are lost: since they were online last. One that was never seen online was not lost. */
async function fallsOf(em: SqlEntityManager, ids: readonly number[], from: Date): Promise<Map<number, Fall>> {
  if (ids.length === 0) return new Map()
  const lost = sql`${[...lostStates]}::text[]`
  const { rows } = await sql<Fall>`
    with changes as (
      select c.interface_id, c.time, c.id, c.status, c.reason,
        max(c.time) filter (where c.previous = 'Online')
          over (partition by c.interface_id) as since
      from (${rememberedStatusChanges(em, all)}) c
      where c.interface_id = any (${[...ids]}::int[]) and c.time >= ${from}::timestamptz
        and c.status = any (${lost})
    )
    select interface_id, max(since) as since,
      array_agg(status) filter (where time >= since)
        || array_agg(reason) filter (where time >= since) as words
    from changes group by interface_id`.execute(tables(em))
  return new Map(rows.map(row => [row.interface_id, { ...row, words: row.words ?? [] }]))
}

/** ONUs that an outage has left behind, and when it ended: the rest of them is lost by itself. */
async function leftBehind(em: SqlEntityManager, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ interface_id: number; ended_at: Date }>`
    select m.interface_id, max(o.ended_at) as ended_at
    from correlation_member m join correlation_outage o on o.id = m.outage_id
    where m.interface_id = any (${[...ids]}::int[]) and m.back_at is null and o.ended_at is not null
    group by m.interface_id`.execute(tables(em))
  return new Map(rows.map(row => [row.interface_id, row.ended_at]))
}

/** For how long nobody had looked when a loss was seen, ms; null: unknown. */
function unseenMs(lostAt: Date, reads: readonly Date[]): number | null {
  const before = reads.filter(time => time < lostAt).map(time => lostAt.getTime() - time.getTime())
  return before.length > 0 ? Math.min(...before) : null
}
/** Of an ONU that is there. */
const present = {
  member: false,
  lostAt: null,
  unseenMs: null,
  backAt: null,
  reason: 'none',
  deregAt: null,
  regAt: null,
} as const

/** The ONUs of an OLT as the judge sees them. */
async function onuFacts(
  em: SqlEntityManager,
  deviceId: number,
  kept: ReadonlyMap<number, Kept>,
  { from, reasonsAt, reads }: { from: Date; reasonsAt: Date | null; reads: readonly Date[] },
): Promise<OnuFact[]> {
  const rows: Row[] = await tables(em)
    .selectFrom(visibleOnus(em, all).as('o'))
    .select(['o.id', 'o.parent_bind_key', 'o.status', 'o.status_changed_at', 'o.model'])
    .select(['o.last_down_reason', 'o.last_dereg', 'o.last_reg'])
    .where('o.device_id', '=', deviceId)
    .execute()
  const recent = rows.filter(
    ({ id, status, status_changed_at: at }) =>
      isLost(status) && (kept.has(id) || (at !== null && at >= from)),
  )
  const recentIds = recent.map(({ id }) => id)
  const falls = await fallsOf(em, recentIds, from)
  const left = await leftBehind(em, recentIds)
  const toldAfter = (time: Date | null) => reasonsAt !== null && time !== null && reasonsAt >= time
  return rows.flatMap((row): OnuFact[] => {
    const member = kept.get(row.id)
    const fact = { id: row.id, port: row.parent_bind_key, model: row.model ?? '', dimmed: null }
    const away = isLost(row.status)
    // Of an ONU whose state was never told, or that is switched off, nothing follows.
    if (!away && row.status !== 'Online' && !member) return []
    if (!away && !member) return [{ ...fact, ...present }]
    const fall = falls.get(row.id)
    const since = fall?.since ?? null
    const isOld = since !== null && since < (left.get(row.id) ?? since)
    const lostAt = member?.lost_at ?? (isOld ? null : since)
    const told = toldAfter(lostAt)
    const words = [row.status, ...(fall?.words ?? []), ...(told ? [row.last_down_reason] : [])]
    const reason = reasonOf(away ? words : [member!.reason === 'gasp' ? 'power' : member!.reason])
    const backAt = away ? null : (member!.back_at ?? row.status_changed_at)
    return [
      {
        ...fact,
        member: member !== undefined,
        lostAt: lostAt?.getTime() ?? 0,
        unseenMs: lostAt && unseenMs(lostAt, reads),
        backAt: backAt?.getTime() ?? null,
        reason: member?.reason === 'gasp' ? 'gasp' : reason,
        deregAt: (away && told ? clockOf(row.last_dereg) : null) ?? member?.dereg_at?.getTime() ?? null,
        regAt: toldAfter(backAt) ? clockOf(row.last_reg) : null,
      },
    ]
  })
}

/** What the open outages of an OLT have. */
export interface Open {
  members: ReadonlyMap<number, Kept>
  interfaceIds: ReadonlySet<number>
}

export interface Seen {
  picture: Picture
  /** The family of the OLT, for what is learnt of gasps. */
  family: string
  /** The last reading of the states of its ONUs; null: none yet. */
  readAt: Date | null
  deviceName: string
}

/** Groups of one device that are read. */
const mostGroups = 2_000

/** The family of a model: `zte/c300`; of an unknown model the model itself. */
export function familyOf({ drivers }: Pick<Context, 'drivers'>, modelKey: string | null): string {
  for (const driver of drivers)
    for (const [at, family] of familiesOf(driver).entries())
      if (driver.models.some(model => model.key === modelKey && model.family === family))
        return `${driver.id}/${(family as { id?: string }).id ?? at}`
  return modelKey ?? ''
}

async function learnt(em: SqlEntityManager, deviceId: number, family: string) {
  const db = tables(em)
  const gasps = await db.selectFrom('correlation_gasp').selectAll().where('family', '=', family).execute()
  const groups = await db
    .selectFrom('correlation_group')
    .select(['port', 'members'])
    .where('device_id', '=', deviceId)
    .orderBy('last_at', 'desc')
    .limit(mostGroups)
    .execute()
  return {
    gasps: new Map(gasps.map(({ model, gasped, silent }): [string, Gasps] => [model, { gasped, silent }])),
    groups: new Map(
      [...Map.groupBy(groups, ({ port }) => port)].map(([port, rows]) => [
        port,
        rows.map(row => row.members),
      ]),
    ),
  }
}

/** Light of the lost ONUs before they were lost; without the plugin `onu-history` nothing is known of it. */
const dimmedOf = async (ctx: Context<Config>, ids: readonly number[]) =>
  (await ctx.find('onu-light')?.changes(ids)) ?? new Map<number, { db: number }>()

/** All that is known of an OLT now; null: there is no such device, or it has no ONUs. */
export async function pictureOf(
  ctx: Context<Config>,
  em: SqlEntityManager,
  deviceId: number,
  open: Open,
): Promise<Seen | null> {
  const now = ctx.clock()
  const db = tables(em)
  const device = await db
    .selectFrom(visibleDevices(em, { groupIds: null }).as('d'))
    .select(['d.id', 'd.name', 'd.mac', 'd.status', 'd.status_changed_at', 'd.model_key'])
    .select(sql<string>`host(d.ip)`.as('ip'))
    .where('d.id', '=', deviceId)
    .executeTakeFirst()
  if (!device) return null
  const own = await db
    .selectFrom('correlation_device')
    .selectAll()
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  const reasons = (await ctx.use('onus').readings(deviceId)).find(
    ({ module }) => module === 'pon_onts_reasons',
  )
  const onus = await onuFacts(em, deviceId, open.members, {
    // Somewhat more than the judge looks back, so that what is older is known to be so.
    from: new Date(now.getTime() - ctx.config.lookback_min * 90_000),
    reasonsAt: reasons?.time ?? null,
    reads: (own?.reads ?? []).map(time => new Date(time)),
  })
  if (onus.length === 0) return null
  const last = Math.max(0, ...onus.map(({ lostAt }) => lostAt ?? 0))
  const isNew = (own?.told_at?.getTime() ?? 0) >= last
  const hardware = await portFacts(
    em,
    deviceId,
    { cards: own?.cards ?? {}, sends: own?.sends ?? {}, isNew },
    open.interfaceIds,
  )
  const family = familyOf(ctx, device.model_key)
  const lost = onus.filter(({ lostAt }) => lostAt !== null && lostAt > 0)
  const dimmed = await dimmedOf(
    ctx,
    lost.map(({ id }) => id),
  )
  const isDown = device.status === 'Down'
  const name = device.name || device.ip
  return {
    family,
    readAt: own?.read_at ?? null,
    deviceName: name,
    picture: {
      now: now.getTime(),
      olt: {
        id: deviceId,
        name,
        up: device.status === 'Up' ? true : isDown ? false : null,
        since: device.status_changed_at?.getTime() ?? null,
        restartedAt: own?.restarted_at?.getTime() ?? null,
        restartSeenAt: own?.restart_seen_at?.getTime() ?? null,
        upstream: isDown ? await upstreamOf(em, device.mac ?? '') : null,
      },
      ...hardware,
      onus: onus.map(onu => ({ ...onu, dimmed: dimmed.get(onu.id)?.db ?? null })),
      ...(await learnt(em, deviceId, family)),
    },
  }
}
