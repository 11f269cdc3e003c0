import { system } from '@linecard/driver-kit/modules'
import type { Context, Polled } from '@linecard/plugin-kit'
import type { Static } from 'typebox'
import { tables } from '../tables.ts'
import { indexable } from './reading/seen.ts'
import { noteStatus } from './refresh.ts'

/** Stores what a device is called by its maker, where nobody has written it yet, and its status. */
export async function storeSystem(ctx: Context, { device, answers }: Polled): Promise<void> {
  await noteStatus(ctx, device, answers)
  const answer = answers.get(system.name)?.data as Static<typeof system.result> | undefined
  for (const [column, value] of [
    ['mac', answer?.mac_addr],
    ['serial', answer?.serial_num],
  ] as const)
    if (value)
      await tables(ctx.em())
        .updateTable('inventory_device')
        .set({ [column]: indexable(value, 64) })
        .where('id', '=', device.id)
        .where(column, '=', '')
        .execute()
}
