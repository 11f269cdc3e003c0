import { needPermission, type Caller, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { StoredChange, StoredVerification } from '../entities/action.ts'
import { fail } from '../errors.ts'
import { settleEnded } from './ended.ts'
import { recordWithId, storeVerification } from './store.ts'

type Result = StoredVerification['changes'][number]

interface Verifying {
  ctx: Context<Config>
  caller: Caller
  signal: AbortSignal
}

const unknown = ({ module }: StoredChange, evidence: string): Result => ({
  module,
  result: 'UNKNOWN',
  evidence,
})

/** The target of a change; null: the device is not in the inventory any more, or another one is. */
async function targetOf({ device_id: id, ip }: StoredChange, { ctx, caller }: Verifying) {
  const target = id === null ? null : await ctx.use('devices').target({ id }, caller)
  return target?.ip === ip ? target : null
}

/**
 * What the device shows of one change.
 * @throws ApiError for a device that the caller does not see, or without the permission of the module
 */
async function verifyChange(change: StoredChange, verifying: Verifying): Promise<Result> {
  const { ctx, caller, signal } = verifying
  const { module: name, args, expected } = change
  const equipment = ctx.use('equipment')
  const target = await targetOf(change, verifying)
  if (!target) return unknown(change, `${change.ip} is not the address of a device of the inventory`)
  const module = equipment.findModule(target.modelKey, name)
  if (!module) return unknown(change, `There is no module ${name} any more`)
  needPermission(caller, module.permission)
  if (change.masked) return unknown(change, 'The arguments have a secret, which the log does not keep')
  return { module: name, ...(await equipment.verify(target, name, args, { caller, expected, signal })) }
}

/** All changes together. What is made in part stays unknown: neither answer would be true. */
function sumOf(results: readonly Result[]): Result['result'] {
  const [first] = results
  return results.every(({ result }) => result === first!.result) ? first!.result : 'UNKNOWN'
}

/**
 * Looks at the devices of a record whose outcome is unknown, one change after the other, and stores what they
 * show. Changes nothing on them.
 * @throws ApiError if there is no such record for this caller, or it has an outcome
 */
export async function verifyAction(ctx: Context<Config>, id: number, caller: Caller, signal: AbortSignal) {
  await settleEnded(ctx)
  const record = await recordWithId(ctx.em(), id)
  const visible = caller.groupIds === null ? null : await ctx.use('devices').visible(caller)
  const seen =
    visible === null ||
    record?.user_id === caller.userId ||
    (record?.device_id != null && visible.includes(record.device_id))
  if (!record || !seen) throw fail('SYSTEM_ACTION_UNKNOWN', { id })
  if (record.status !== 'UNKNOWN' || !record.changes)
    throw fail('SYSTEM_ACTION_DECIDED', { id, status: record.status })
  const changes: Result[] = []
  for (const change of record.changes) changes.push(await verifyChange(change, { ctx, caller, signal }))
  const { userId, login } = caller
  const verification = { time: ctx.clock().toISOString(), user: { id: userId, login }, changes }
  await storeVerification(ctx.em(), id, sumOf(changes), verification)
}
