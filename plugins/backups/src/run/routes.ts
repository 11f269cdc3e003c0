import { Type as T } from 'typebox'
import { visibleDevices } from '@linecard/inventory/read'
import { DeviceParams, Id, closedObject, type Caller, type Routes } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { fail } from '../errors.ts'
import { askFor } from './ask.ts'
import { runShown } from './runs.ts'
import { RunView } from './schemas.ts'
import { deviceShown } from '../versions/shown.ts'

const tag = 'backup-tool'

const RunBody = closedObject(
  {
    device_ids: T.Optional(T.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    group_id: T.Optional(Id),
  },
  { description: 'Devices by their ids, or those of a group; neither: all that can be read' },
)
const RunParams = closedObject({ run: T.String({ format: 'uuid', description: 'Id of the run' }) })

/** Devices of the caller that can be read. */
async function chosen(
  base: Base,
  caller: Caller,
  { device_ids: ids, group_id: group }: { device_ids?: number[]; group_id?: number },
): Promise<number[]> {
  let query = visibleDevices(base.ctx.em(), caller).where('d.enabled', '=', true)
  if (ids) query = query.where('d.id', 'in', ids)
  if (group !== undefined) query = query.where('d.group_id', '=', group)
  const { readable } = base.ctx.use('configurations')
  return (await query.execute()).flatMap(({ id, model_key: key }) => (readable(key) ? id : []))
}

export function runRoutes(declare: Routes, backups: Base): void {
  declare.post(
    '/component/backups/:deviceId/run',
    {
      operationId: 'backups.device.run',
      scope: 'group',
      tag,
      permission: 'backups_run',
      summary: 'Reads the configuration of a device now',
      description: 'Also if it is down or switched off. The answer does not wait: ask for the run.',
      params: DeviceParams,
      response: RunView,
      status: 202,
      errors: [422],
    },
    async ({ caller, params }) => {
      const { id, model_key: key } = await deviceShown(backups, params.deviceId, caller)
      const why = key === null ? 'it has no model' : `its model is ${key}`
      if (!backups.ctx.use('configurations').readable(key)) throw fail('BACKUPS_NOT_READABLE', { why })
      await backups.ctx.use('devices').target({ id }, caller)
      return runShown(backups, await askFor(backups, [id], caller), caller)
    },
  )

  declare.post(
    '/component/backups/run',
    {
      operationId: 'backups.run',
      scope: 'group',
      tag,
      permission: 'backups_run',
      summary: 'Reads the configurations of several devices now',
      description:
        'Those that the caller sees and that can be read. The answer does not wait: ask for the run.',
      body: RunBody,
      response: RunView,
      status: 202,
    },
    async ({ caller, body, note }) => {
      const ids = await chosen(backups, caller, body)
      if (ids.length === 0) throw fail('BACKUPS_NO_DEVICES')
      note({ meta: { devices: ids.length } })
      return runShown(backups, await askFor(backups, ids, caller), caller)
    },
  )

  declare.get(
    '/component/backups/runs/:run',
    {
      operationId: 'backups.run.get',
      scope: 'group',
      tag,
      permission: 'backups_view',
      summary: 'The progress of a run',
      description: 'With the result of each device that the caller sees. Runs are kept for some days.',
      params: RunParams,
      response: RunView,
    },
    ({ caller, params }) => runShown(backups, params.run, caller),
  )
}
