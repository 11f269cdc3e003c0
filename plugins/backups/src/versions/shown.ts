import { needPermission, type ActionNote, type Caller } from '@linecard/plugin-kit'
import { deviceIdNamed, visibleDevices } from '@linecard/inventory/read'
import type { Base } from '../base.ts'
import { fail } from '../errors.ts'
import { textOf, versionOf, type VersionRow } from './read.ts'

/** A device that the caller sees, and the key of its model. @throws ApiError 404 */
export async function deviceShown(
  { ctx }: Base,
  word: string,
  caller: Caller,
): Promise<{ id: number; model_key: string | null }> {
  const id = await deviceIdNamed(ctx, word, caller)
  const row = await visibleDevices(ctx.em(), caller).where('d.id', '=', id).executeTakeFirstOrThrow()
  return { id, model_key: row.model_key }
}

/** @throws ApiError BACKUPS_NONE, BACKUPS_VERSION_UNKNOWN */
export async function needVersion(base: Base, deviceId: number, id: number | undefined): Promise<VersionRow> {
  const version = await versionOf(base, deviceId, id === undefined ? null : String(id))
  if (version) return version
  throw id === undefined ? fail('BACKUPS_NONE') : fail('BACKUPS_VERSION_UNKNOWN', { id })
}

/**
 * Whether texts are shown with their secrets. That is recorded; other looks are not.
 * @throws ApiError PERMISSION_MISSING
 */
export function withSecrets(
  { caller, note }: { caller: Caller; note(more: ActionNote): void },
  asked: boolean | undefined,
  deviceId: number,
): boolean {
  note({ changed: asked === true, device_id: deviceId })
  if (asked) needPermission(caller, 'backups_secrets')
  return asked === true
}

/** The text of a version, without secrets unless they are to be seen. */
export async function shownText(
  base: Base,
  modelKey: string | null,
  version: VersionRow,
  secrets: boolean,
): Promise<string> {
  const text = await textOf(base, version.content_id)
  return secrets ? text : base.ctx.use('configurations').masked(modelKey, text)
}
