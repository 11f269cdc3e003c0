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
import { fail } from '../errors.ts'
import { ConfigView, VersionView } from './schemas.ts'
import { listVersions } from './read.ts'
import { deviceShown, needVersion, shownText, withSecrets } from './shown.ts'
import { versionView } from './view.ts'
import { notStored, textAsked, textType } from './texts.ts'

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
