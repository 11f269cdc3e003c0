import { Type as T } from 'typebox'
import {
  closedObject,
  ListMeta,
  Reply,
  type Context,
  type Routes,
  needPermission,
  type Caller,
} from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { ActionFilter, OwnAction } from './bodies.ts'
import { settleEnded } from './ended.ts'
import { ActionView } from './schemas.ts'
import { actionById, listActionNames, listActions, recordWithId, storeVerification } from './store.ts'
import type { StoredChange, StoredVerification } from '../entities/action.ts'
import { fail } from '../errors.ts'

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
async function verifyAction(ctx: Context<Config>, id: number, caller: Caller, signal: AbortSignal) {
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

const tag = 'system-logs'
const permission = 'system_logs_actions'

export function logRoutes(routes: Routes, ctx: Context<Config>): void {
  readRoutes(routes, ctx)
  recordRoutes(routes, ctx)
}

function readRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.post(
    '/logs/actions',
    {
      operationId: 'system.actions.filter',
      scope: 'group',
      tag,
      summary: 'Log of actions: who did what, with the result',
      permission,
      readOnly: true,
      description:
        'Who did what, when, on which device, with the result, the newest first unless `sort` says ' +
        'otherwise. Callers who are limited to device groups see the actions on devices of these groups ' +
        'and their own. Secrets are masked in everything that is stored.',
      body: ActionFilter,
      response: T.Array(ActionView),
      meta: ListMeta,
    },
    async ({ body, caller }) => {
      await ctx.use('action-log').flush()
      await settleEnded(ctx)
      const { rows, meta } = await listActions(ctx, body, caller)
      return new Reply(rows, meta)
    },
  )

  routes.get(
    '/logs/actions-list',
    {
      operationId: 'system.actions.names',
      scope: 'group',
      tag,
      summary: 'Names of all recorded actions, for a filter',
      description: 'Names that occur in the log, for the filter of `POST /logs/actions`.',
      permission,
      response: T.Array(T.String()),
      example: ['device:added', 'user:logged_in'],
    },
    ({ caller }) => listActionNames(ctx, caller),
  )
}

/** Records of clients, and what is found out about a record. */
function recordRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.post(
    '/logs/action',
    {
      operationId: 'system.action.record',
      scope: 'group',
      tag,
      summary: 'Records an action of a client',
      description:
        'For programs that change something by another way and want it in the same log. The user is the ' +
        'caller. A device that the caller does not see is 404.',
      permission,
      body: OwnAction,
      errors: [404],
      response: ActionView,
      status: 201,
    },
    async ({ body, caller, ip, id: requestId, note }) => {
      // Throws if the caller does not see the device.
      const deviceId = body.device ? (await ctx.use('devices').named(body.device.id, caller)).id : null
      const id = await ctx
        .use('action-log')
        .record({
          action: body.action,
          status: body.status ?? 'SUCCESS',
          user: { id: caller.userId, login: caller.login },
          device_id: deviceId,
          message: body.message ?? '',
          meta: body.meta ?? {},
          ip,
          session_id: caller.sessionId,
          request_id: requestId,
        })
      // The kernel must not record this operation as well.
      note({ changed: false })
      return actionById(ctx.em(), id)
    },
  )

  routes.post(
    '/logs/actions/:id/verify',
    {
      operationId: 'system.action.verify',
      scope: 'group',
      tag,
      summary: 'Looks whether the device shows a change whose outcome is unknown',
      description:
        'Reads the state of the device with the module that made the change, and changes nothing. The ' +
        'record becomes DONE or NOT_DONE with the evidence, or stays UNKNOWN with the reason: the device ' +
        'does not answer, or the change leaves nothing to read back (a restart, cleared counters, console ' +
        'commands), or it was made in part. Also needs the permission of the module.',
      permission,
      asksDevice: true,
      params: closedObject({
        id: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Id of the record' }),
      }),
      response: ActionView,
    },
    async ({ params: { id }, caller, signal }) => {
      await verifyAction(ctx, id, caller, signal)
      return actionById(ctx.em(), id)
    },
  )
}
