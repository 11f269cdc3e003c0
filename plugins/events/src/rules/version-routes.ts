import { Type as T } from 'typebox'
import { ListMeta, pageOf, Reply, type Routes } from '@linecard/plugin-kit'
import type { RuleParts } from './parts.ts'
import { save, viewOf } from './save.ts'
import { listVersions, savedVersion } from './stored.ts'
import { RuleSetView, VersionParams, VersionsQuery, VersionView } from './views.ts'

const tag = 'events'
const permission = 'events_configuration'
const path = '/component/events/rules'

/** Earlier sets of rules. */
export function versionRoutes(declare: Routes, parts: RuleParts): void {
  const { ctx, book } = parts
  declare.get(
    `${path}/versions`,
    {
      operationId: 'events.rules.versions.list',
      scope: 'all',
      tag,
      summary: 'Who saved the rules, and when',
      description: 'The newest first; the last hundred are kept.',
      permission,
      query: VersionsQuery,
      response: T.Array(VersionView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const page = pageOf(query, { cap: 100 })
      const { rows, total } = await listVersions(ctx.em(), page)
      return new Reply(
        rows.map(row => ({ ...row, saved_at: row.saved_at.toISOString() })),
        { total, ...page },
      )
    },
  )
  declare.get(
    `${path}/versions/:version`,
    {
      operationId: 'events.rules.versions.get',
      scope: 'all',
      tag,
      summary: 'An earlier set of rules',
      description: 'With the rules of plugins as they are now. Version 0 are the shipped rules.',
      permission,
      params: VersionParams,
      response: RuleSetView,
    },
    async ({ params: { version } }) => viewOf(book.put(await savedVersion(ctx.em(), version))),
  )
  declare.post(
    `${path}/versions/:version/restore`,
    {
      operationId: 'events.rules.versions.restore',
      scope: 'all',
      tag,
      summary: 'Saves an earlier set of rules again',
      description: 'It becomes the newest version. What was changed since stays in the history.',
      permission,
      params: VersionParams,
      response: RuleSetView,
    },
    async ({ params: { version }, caller }) => {
      const { rules } = await savedVersion(ctx.em(), version)
      return save(parts, rules, { caller, base: undefined })
    },
  )
}
