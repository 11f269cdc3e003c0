import {
  EmbeddedDevice,
  Time,
  closedObject,
  exampleDevice,
  withDevices,
  type Caller,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import type { DevicesAsked } from '../asked.ts'
import { errorHits, type ErrorsAsked } from '../faults/hits.ts'
import { duplicateHits } from '../macs/hits.ts'
import type { Period } from '../period.ts'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'

/** Interfaces with errors in a period, and their devices. */
export async function countErrors(
  { ctx }: Analytics,
  caller: Caller,
  { period, ...asked }: ErrorsAsked & { period: Period },
): Promise<{ interfaces: number; devices: number }> {
  const em = ctx.em()
  const { rows } = await sql<{ interfaces: number; devices: number }>`
    select count(*)::int as interfaces, count(distinct h.device_id)::int as devices
    from (${errorHits(em, caller, period, asked)}) h`.execute(tables(em))
  return rows[0]!
}

/** Duplicate MAC addresses, and ONUs whose ident another ONU has too. */
export async function countDuplicates(
  parts: Analytics,
  caller: Caller,
  asked: DevicesAsked,
): Promise<{ macs: number; onts: number }> {
  const em = parts.ctx.em()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${duplicateHits(parts, em, caller, asked)}) h`.execute(tables(em))
  const { meta } = await parts.ctx
    .use('onus')
    .list({ ...asked, only_duplicates: true, limit: 0, offset: 0 }, caller)
  return { macs: rows[0]!.n, onts: meta.total }
}

export const DeviceErrors = closedObject(
  {
    device: EmbeddedDevice,
    errors: T.Integer({ description: 'Calls that failed' }),
    no_response: T.Integer({ description: '…of them without any answer' }),
    last: Time,
  },
  {
    $id: 'analytics.DeviceErrors',
    examples: [{ device: exampleDevice, errors: 41, no_response: 40, last: '2026-03-02T10:00:00.000Z' }],
  },
)
export type DeviceErrors = Static<typeof DeviceErrors>

/** Devices whose calls fail, those with the most failures first. */
export async function failingDevices(
  { ctx }: Analytics,
  caller: Caller,
  { since, limit }: { since: Date; limit: number },
): Promise<DeviceErrors[]> {
  const deviceIds = await ctx.use('devices').visible(caller)
  const found = await ctx.use('call-log').failures({ since, deviceIds, limit })
  const rows = await withDevices(
    ctx,
    caller,
    found.map(({ device_id, ...row }) => ({ device: { id: device_id }, ...row })),
  )
  return rows as DeviceErrors[]
}

/** ONUs that wait to be registered, as last read; none without the plugin that reads them. */
export async function countWaiting(parts: Analytics, caller: Caller, signal: AbortSignal) {
  const counted = await parts.ctx.find('waiting-onus')?.counted(caller, signal)
  return counted ?? { onus: 0, olts: 0 }
}
