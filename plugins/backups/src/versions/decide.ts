import type { Base } from '../base.ts'
import { fail } from '../errors.ts'
import { changerOf } from './changer.ts'
import { tables } from '../tables.ts'
import { textOf } from './read.ts'
import { storeVersion } from './store.ts'

async function heldOf({ ctx }: Base, deviceId: number) {
  const row = await tables(ctx.em())
    .selectFrom('backups_device')
    .select(['held_id', 'held_at', 'held_significant'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (!row?.held_id || !row.held_at) throw fail('BACKUPS_NOTHING_HELD')
  return { content: row.held_id, time: row.held_at, significant: row.held_significant }
}

/** Stores what was held back as a version. @throws ApiError BACKUPS_NOTHING_HELD */
export async function acceptHeld(
  base: Base,
  device: { id: number; model_key: string | null },
): Promise<void> {
  const { content, time } = await heldOf(base, device.id)
  const text = await textOf(base, content)
  await storeVersion(
    base,
    { device_id: device.id, model_key: device.model_key, text, time, attempt: null, accepted: true },
    since => changerOf(base.ctx, device.id, since),
    async em => {
      await tables(em)
        .updateTable('backups_device')
        .set({ status: 'ok', error_code: null, error: null })
        .where('device_id', '=', device.id)
        .where('status', '=', 'held')
        .execute()
    },
  )
}

/**
 * Drops what was held back. The same text is held back again, and a second reading does not confirm it.
 * @throws ApiError BACKUPS_NOTHING_HELD
 */
export async function refuseHeld(base: Base, deviceId: number): Promise<void> {
  const { content, significant } = await heldOf(base, deviceId)
  await tables(base.ctx.em())
    .updateTable('backups_device')
    .set({ held_id: null, held_at: null, held_lines: null, held_significant: null, refused: significant })
    .where('device_id', '=', deviceId)
    .where('held_id', '=', content)
    .execute()
}
