import { Type as T } from 'typebox'
import { Deleted, Reply, type Routes } from '@linecard/plugin-kit'
import { LinkView } from '../schemas.ts'
import type { Links } from '../parts.ts'
import { LinkChange, LinkParams, LinksMeta, LinksQuery, NewLink } from './bodies.ts'
import { listLinks } from './list.ts'
import { linkStore } from './store.ts'

const tag = 'links'
const path = '/component/links'

export function linkRoutes(declare: Routes, { ctx }: Links): void {
  const store = linkStore(ctx)
  declare.get(
    path,
    {
      operationId: 'links.list',
      scope: 'group',
      tag,
      summary: 'Links between devices',
      description:
        'All of them in one answer, unless `limit` says otherwise. Only links of which the caller sees ' +
        'both devices. `dest_iface` and `src_iface` are never null, unless `unknown_ports` asks for such ' +
        'links.',
      permission: 'links_view',
      query: LinksQuery,
      response: T.Array(LinkView),
      meta: LinksMeta,
    },
    async ({ caller, query }) => {
      const { links, meta } = await listLinks(ctx, caller, query)
      return new Reply(links, meta)
    },
  )
  declare.post(
    path,
    {
      operationId: 'links.link.create',
      scope: 'group',
      tag,
      summary: 'Draws a link',
      description: 'Scans never change it. What a scan found between the same ends becomes this one.',
      permission: 'links_edit',
      body: NewLink,
      response: LinkView,
      status: 201,
      errors: [404, 409],
    },
    ({ caller, body, note }) => store.add(caller, body, note),
  )
  declare.put(
    `${path}/:id`,
    {
      operationId: 'links.link.update',
      scope: 'group',
      tag,
      summary: 'Changes a link',
      description: 'Fields that are absent stay as they are. A found link with other ends is a drawn one.',
      permission: 'links_edit',
      params: LinkParams,
      body: LinkChange,
      response: LinkView,
      errors: [409],
    },
    ({ caller, params: { id }, body, note }) => store.change(caller, id, body, note),
  )
  declare.delete(
    `${path}/:id`,
    {
      operationId: 'links.link.delete',
      scope: 'group',
      tag,
      summary: 'Removes a link',
      description: 'A link that a scan finds comes back: refuse it, if it is not there.',
      permission: 'links_edit',
      params: LinkParams,
      response: Deleted,
    },
    ({ caller, params: { id }, note }) => store.remove(caller, id, note),
  )
}
