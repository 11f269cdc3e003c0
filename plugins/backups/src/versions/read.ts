import type { Selectable } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { tables, type VersionTable } from '../tables.ts'

export type VersionRow = Omit<Selectable<VersionTable>, 'significant' | 'told'> & {
  octets: string
  lines: number
}

const versionsOf = ({ ctx }: Base) =>
  tables(ctx.em())
    .selectFrom('backups_version as v')
    .innerJoin('backups_content as c', 'c.id', 'v.content_id')
    .select(['v.id', 'v.device_id', 'v.content_id', 'v.first_seen', 'v.last_seen', 'v.valid_until'])
    .select(['v.changed_by', 'v.changed_how', 'v.changed_at', 'v.lines_added', 'v.lines_removed'])
    .select(['c.octets', 'c.lines'])

/** A version of a device; null: the current one. Undefined: there is none. */
export const versionOf = (base: Base, deviceId: number, id: string | null): Promise<VersionRow | undefined> =>
  versionsOf(base)
    .where('v.device_id', '=', deviceId)
    .where(is => (id === null ? is('v.valid_until', 'is', null) : is('v.id', '=', id)))
    .executeTakeFirst()

/** The newest first. */
export async function listVersions(
  base: Base,
  deviceId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: VersionRow[]; total: number }> {
  const rows = await versionsOf(base)
    .where('v.device_id', '=', deviceId)
    .orderBy('v.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await tables(base.ctx.em())
    .selectFrom('backups_version')
    .where('device_id', '=', deviceId)
    .select(count => count.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** The text of a version with its secrets. */
export async function textOf({ ctx, contents }: Base, contentId: string): Promise<string> {
  const stored = await tables(ctx.em())
    .selectFrom('backups_content')
    .select(['hash', 'body'])
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return contents.open(stored)
}

/** The version that a version replaced. */
export const versionBefore = (base: Base, deviceId: number, id: string): Promise<VersionRow | undefined> =>
  versionsOf(base)
    .where('v.device_id', '=', deviceId)
    .where('v.id', '<', id)
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst()
