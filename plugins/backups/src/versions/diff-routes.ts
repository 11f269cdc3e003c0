import { Type as T } from 'typebox'
import {
  DeviceParams,
  LogId,
  RawReply,
  Reply,
  closedObject,
  notStoredHeaders,
  type Routes,
} from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { compare } from '../compare/compare.ts'
import { fail } from '../errors.ts'
import { DiffView } from './schemas.ts'
import { versionBefore, type VersionRow } from './read.ts'
import { deviceShown, needVersion, shownText, withSecrets } from './shown.ts'
import { versionView } from './view.ts'
import { notStored, textAsked, textType } from './texts.ts'

/** Rows of a difference side by side that one answer has. */
const mostRows = 20_000

const DiffQuery = closedObject({
  from: T.Optional({ ...LogId, description: 'Id of a version; by default the one before `to`' }),
  to: T.Optional({ ...LogId, description: 'Id of a version; by default the current one' }),
  context: T.Optional(
    T.Integer({ minimum: 0, maximum: 1000, description: 'Lines around a change; 3 by default' }),
  ),
  ...textAsked,
})

export function diffRoutes(declare: Routes, backups: Base): void {
  declare.get(
    '/component/backups/:deviceId/diff',
    {
      operationId: 'backups.diff.get',
      scope: 'group',
      tag: 'backup-tool',
      permission: 'backups_view',
      action: 'backups:secrets_shown',
      summary: 'What changed between two versions',
      description: `Side by side at most ${mostRows} rows; the unified form is whole.`,
      params: DeviceParams,
      query: DiffQuery,
      orFile: 'text/plain',
      headers: { answer: notStoredHeaders },
      response: DiffView,
      errors: [413],
    },
    async ({ caller, params, query, note, signal }) => {
      const device = await deviceShown(backups, params.deviceId, caller)
      const secrets = withSecrets({ caller, note }, query.secrets, device.id)
      const to = await needVersion(backups, device.id, query.to)
      const from =
        query.from === undefined
          ? ((await versionBefore(backups, device.id, to.id)) ?? to)
          : await needVersion(backups, device.id, query.from)
      const limit = backups.ctx.config.answer_octets
      if ([from, to].some(({ octets }) => Number(octets) > limit))
        throw fail('BACKUPS_DIFF_TOO_LONG', { limit })
      const side = async (version: VersionRow) => ({
        name: version.id,
        text: await shownText(backups, device.model_key, version, secrets),
      })
      const sides = { from: await side(from), to: await side(to), context: query.context ?? 3 }
      const { rows, ...found } = await compare(sides, signal)
      if (query.format === 'text') return new RawReply(found.unified, textType, notStored)
      const view = {
        from: versionView(from),
        to: versionView(to),
        ...found,
        rows: rows.slice(0, mostRows),
        rows_total: rows.length,
        hidden_changes: sides.from.text === sides.to.text && from.content_id !== to.content_id,
      }
      return new Reply(view, null, notStored)
    },
  )
}
