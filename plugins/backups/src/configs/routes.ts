import { Type as T } from 'typebox'
import {
  DeviceParams,
  ListMeta,
  LogId,
  RawReply,
  Reply,
  closedObject,
  listQuery,
  notStoredHeaders,
  pageOf,
  type Routes,
} from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { compare } from '../compare/compare.ts'
import { fail } from '../errors.ts'
import { listVersions, versionBefore, type VersionRow } from '../versions/read.ts'
import { deviceShown, needVersion, shownText, withSecrets } from '../versions/shown.ts'
import { ConfigView, DiffView, VersionView } from './schemas.ts'
import { versionView } from './view.ts'

const textType = 'text/plain; charset=utf-8'
/** Nothing on the way keeps a configuration. */
const notStored = { 'cache-control': 'no-store' }

/** How a client wants a text. */
const textAsked = {
  secrets: T.Optional(
    T.Boolean({ description: 'With secrets: needs `backups_secrets`, and is written to the action log' }),
  ),
  format: T.Optional(T.Enum(['json', 'text'], { description: '`text`: the text alone; `json` by default' })),
}

const tag = 'backup-tool'
const permission = 'backups_view'
const ConfigQuery = closedObject({
  version: T.Optional({ ...LogId, description: 'Id of a version; by default the current one' }),
  ...textAsked,
})
const VersionsQuery = closedObject({ limit: listQuery.limit, offset: listQuery.offset })

export function configRoutes(declare: Routes, backups: Base): void {
  const { ctx } = backups

  declare.get(
    '/component/backups/:deviceId/config',
    {
      operationId: 'backups.config.get',
      scope: 'group',
      tag,
      permission,
      action: 'backups:secrets_shown',
      summary: 'A configuration of a device',
      description: 'Secrets are `***`, unless they are asked for.',
      params: DeviceParams,
      query: ConfigQuery,
      orFile: 'text/plain',
      headers: { answer: notStoredHeaders },
      response: ConfigView,
      errors: [413],
    },
    async ({ caller, params, query, note }) => {
      const device = await deviceShown(backups, params.deviceId, caller)
      const secrets = withSecrets({ caller, note }, query.secrets, device.id)
      const version = await needVersion(backups, device.id, query.version)
      const limit = ctx.config.answer_octets
      if (query.format !== 'text' && Number(version.octets) > limit)
        throw fail('BACKUPS_TOO_LONG', { octets: version.octets, limit })
      const text = await shownText(backups, device.model_key, version, secrets)
      if (query.format === 'text') return new RawReply(text, textType, notStored)
      return new Reply({ version: versionView(version), text, masked: !secrets }, null, notStored)
    },
  )

  declare.get(
    '/component/backups/:deviceId/versions',
    {
      operationId: 'backups.versions.list',
      scope: 'group',
      tag,
      permission,
      summary: 'Versions of the configuration of a device, the newest first',
      description: 'Each with the time in which the device had it, and who changed it where that is known.',
      params: DeviceParams,
      query: VersionsQuery,
      response: T.Array(VersionView),
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      const { id } = await deviceShown(backups, params.deviceId, caller)
      const page = pageOf(query, { cap: 1000 })
      const { rows, total } = await listVersions(backups, id, page)
      return new Reply(rows.map(versionView), { total, ...page })
    },
  )
}

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
      tag,
      permission,
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
