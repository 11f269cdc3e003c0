import { visibleDevices } from '@linecard/inventory/read'
import { familiesOf } from '@linecard/driver-kit'
import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import type { Gasps, Picture } from '../judge/index.ts'
import { tables } from '../tables.ts'
import { onuFacts, type Kept } from './onus.ts'
import { portFacts, upstreamOf } from './ports.ts'

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
