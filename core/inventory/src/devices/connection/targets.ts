import type { Context, Target } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../../config.ts'
import { fail } from '../../errors.ts'
import { tables } from '../../tables.ts'
import type { Layer } from './layers.ts'
import { targetOf } from './target.ts'

type Given = NonNullable<Layer>

interface Row extends Given {
  id: number
  ip: string
  access: number | null
  model: number | null
}

const numbers = (all: readonly (number | null)[]) => [...new Set(all)].filter(id => id !== null)

/**
 * How to ask many devices, read in three statements: thousands share a few access profiles and models.
 * The function that it gives throws what keeps a device from being asked.
 */
export async function targetsOf(
  ctx: Context<Config>,
  ids: readonly number[],
): Promise<(id: number) => Target> {
  const db = tables(ctx.em())
  const { rows } = await sql<Row>`
    select id, host(ip) as ip, params, secrets, access_id as access, model_id as model
    from inventory_device where id = any (${[...ids]}::int[])`.execute(db)
  const [accesses, models] = await Promise.all([
    sql<Given & { id: number }>`
      select id, params, secrets from inventory_access
      where id = any (${numbers(rows.map(({ access }) => access))}::int[])`.execute(db),
    sql<Given & { id: number; key: string }>`
      select id, key, params, secrets from inventory_model
      where id = any (${numbers(rows.map(({ model }) => model))}::int[])`.execute(db),
  ])
  const accessOf = new Map(accesses.rows.map(row => [row.id, row]))
  const modelOf = new Map(models.rows.map(row => [row.id, row]))
  const byId = new Map(rows.map(row => [row.id, row]))
  return id => {
    const device = byId.get(id)
    if (!device) throw fail('INVENTORY_DEVICE_UNKNOWN', { id })
    const { access, model } = device
    return targetOf(ctx, {
      ...device,
      access: access === null ? null : accessOf.get(access),
      model: model === null ? null : modelOf.get(model),
    })
  }
}
