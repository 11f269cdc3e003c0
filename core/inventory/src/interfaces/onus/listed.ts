import type { Caller } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { devicesById } from '../../devices/list.ts'
import type { Totals } from '../totals.ts'
import type { OnuQuery } from './bodies.ts'
import { duplicatesOf } from './duplicates.ts'
import { listOnus } from './find.ts'
import { onuView } from './view.ts'

/** A page of ONUs as clients get it, with their devices and duplicates. */
export async function listedOnus(em: SqlEntityManager, caller: Caller, query: OnuQuery, totals: Totals) {
  const { onus, meta } = await listOnus(em, caller, query, totals)
  const devices = await devicesById(em, [...new Set(onus.map(onu => onu.device_id))])
  const duplicates = await duplicatesOf(
    em,
    caller,
    onus.map(({ id }) => id),
  )
  // A device may have been removed in the meantime, with its ONUs.
  const rows = onus.flatMap(onu => {
    const device = devices.get(onu.device_id)
    return device ? [onuView(onu, device, duplicates.get(onu.id))] : []
  })
  return { onus: rows, meta }
}
