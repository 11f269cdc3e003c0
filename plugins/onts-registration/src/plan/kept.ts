import { randomUUID } from 'node:crypto'
import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Registrations } from '../registrations.ts'
import { tables } from '../tables.ts'
import type { Asked } from './make.ts'

/** Plans of one person at most; the oldest go. */
const mostPlans = 200

export interface KeptPlan {
  id: string
  deviceId: number
  hash: string
  asked: Asked
}

/** Keeps a plan for its person. Gives its id. */
export async function keepPlan(
  { ctx }: Registrations,
  caller: Caller,
  { deviceId, hash, asked }: Omit<KeptPlan, 'id'>,
): Promise<string> {
  const id = randomUUID()
  const db = tables(ctx.em())
  const sealed = ctx.vault.seal(JSON.stringify(asked))
  await db
    .insertInto('onts_registration_plan')
    .values({ id, user_id: caller.userId, device_id: deviceId, hash, asked: sealed })
    .execute()
  const older = db
    .selectFrom('onts_registration_plan')
    .select('id')
    .where('user_id', '=', caller.userId)
    .orderBy('created_at', 'desc')
    .offset(mostPlans)
  await db.deleteFrom('onts_registration_plan').where('id', 'in', older).execute()
  return id
}

/** A plan of this person. @throws ApiError ONTS_REGISTRATION_PLAN_UNKNOWN */
export async function keptPlan({ ctx }: Registrations, caller: Caller, id: string): Promise<KeptPlan> {
  const { plan_minutes: minutes } = ctx.config
  const row = await tables(ctx.em())
    .selectFrom('onts_registration_plan')
    .select(['device_id', 'hash', 'asked'])
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .where('created_at', '>', new Date(ctx.clock().getTime() - minutes * 60_000))
    .executeTakeFirst()
  if (!row)
    throw fail('ONTS_REGISTRATION_PLAN_UNKNOWN', { minutes }, [{ path: 'plan_id', message: 'is not kept' }])
  const { device_id: deviceId, hash, asked } = row
  return { id, deviceId, hash, asked: JSON.parse(ctx.vault.open(asked)) as Asked }
}
