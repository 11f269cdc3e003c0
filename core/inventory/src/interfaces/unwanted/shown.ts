import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../../config.ts'
import { tables } from '../../tables.ts'
import { rulesOf, type Rules } from './rules.ts'

type Own = Readonly<Record<string, unknown>> | null

/** The rules by which interfaces of a device are left out. */
export async function deviceRules(ctx: Pick<Context<Config>, 'em' | 'config'>, id: number): Promise<Rules> {
  const { rows } = await sql<{ device: Own; model: Own }>`
    select d.params -> 'unwanted_interfaces' as device, m.params -> 'unwanted_interfaces' as model
    from inventory_device d left join inventory_model m on m.id = d.model_id
    where d.id = ${id}`.execute(tables(ctx.em()))
  return rulesOf(ctx.config, rows[0] ?? { device: null, model: null })
}

/** What is left out of a device, and what stays although nobody wants it. */
export async function unwantedOf(ctx: Context<Config>, id: number) {
  const db = tables(ctx.em())
  const rules = await deviceRules(ctx, id)
  const row = await db
    .selectFrom('inventory_left_out')
    .select(['interfaces', 'kept'])
    .where('device_id', '=', id)
    .executeTakeFirst()
  const kept = row?.kept ?? {}
  const stored = await db
    .selectFrom('inventory_interface')
    .select(['id', 'name', 'type'])
    .where(sql<boolean>`id = any (${Object.keys(kept).map(Number)}::int[])`)
    .orderBy('id')
    .execute()
  return {
    types: { ...rules.types, values: [...rules.types.values] },
    names: { ...rules.names, values: [...rules.names.values] },
    left_out: Object.entries(row?.interfaces ?? {}).map(([bind_key, name]) => ({ bind_key, name })),
    kept: stored.map(one => ({ ...one, written_in: kept[one.id] ?? [] })),
  }
}
