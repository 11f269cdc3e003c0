import { sameIdent } from '@linecard/driver-kit/ports'
import { ctrlOntDelete } from '@linecard/driver-kit/modules'
import { deviceChanged, type Context, type DeviceChanged } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { closeOnus } from '../reading/close.ts'
import { lockDevice } from '../reading/save.ts'

/** Closes the stored ONU of a delete that the OLT has shown. */
async function close(ctx: Pick<Context, 'em' | 'clock'>, changed: DeviceChanged): Promise<void> {
  const { device_id: deviceId, args } = changed
  const word = String(args['interface'])
  const key = /^\d{1,15}$/.test(word) ? word : null
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    if (!(await lockDevice(em, deviceId))) return
    const rows = await tables(em)
      .selectFrom('inventory_interface')
      .select(['id', 'serial', 'mac'])
      .where('device_id', '=', deviceId)
      .where('type', '=', 'ONU')
      .where(sql<boolean>`(bind_key = ${key}::bigint or name = ${word})`)
      .execute()
    const [row] = rows
    if (!row || rows.length > 1) return
    const [ident, meant] = [row.serial ?? row.mac ?? null, args['ident']]
    // What is stored there may be another ONU already.
    if (typeof meant === 'string' && ident !== null && !sameIdent(ident, meant)) return
    await closeOnus(tables(em), [row.id], ctx.clock())
  })
}

/** Closes stored ONUs that somebody deletes on their OLT. Gives what ends it. */
export const followDeletes = (ctx: Context): (() => void) =>
  ctx.events.on(deviceChanged, async changed => {
    if (changed.module === ctrlOntDelete.name && changed.verified) await close(ctx, changed)
  })
