import { Type as T } from 'typebox'
import { Deleted, Reply, type Routes } from '@linecard/plugin-kit'
import { LinkView } from '../schemas.ts'
import type { Links } from '../parts.ts'
import { LinkChange, LinkParams, LinksMeta, LinksQuery, NewLink } from './bodies.ts'
import { listLinks } from './list.ts'
import { linkStore } from './store.ts'

const path = '/component/links'
const common = { tag: 'links', scope: 'group', permission: 'links_edit' } as const

export function linkRoutes(declare: Routes, { ctx }: Links): void {
  const store = linkStore(ctx)
  declare.get(
    path,
    {
      ...common,
      operationId: 'links.list',
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
      ...common,
      operationId: 'links.link.create',
      summary: 'Draws a link',
      description: 'Scans never change it. What a scan found between the same ends becomes this one.',
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
      ...common,
      operationId: 'links.link.update',
      summary: 'Changes a link',
      description: 'Fields that are absent stay as they are. A found link with other ends is a drawn one.',
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
      ...common,
      operationId: 'links.link.delete',
      summary: 'Removes a link',
      description: 'A link that a scan finds comes back: refuse it, if it is not there.',
      params: LinkParams,
      response: Deleted,
    },
    ({ caller, params: { id }, note }) => store.remove(caller, id, note),
  )
}

/** What people say about links that scans have found. */
export function decideRoutes(declare: Routes, { ctx }: Links): void {
  const store = linkStore(ctx)
  const answer = { params: LinkParams, response: LinkView, errors: [409] } as const
  declare.post(
    `${path}/:id/accept`,
    {
      ...common,
      ...answer,
      operationId: 'links.link.accept',
      summary: 'Accepts a found link',
      description: 'It counts from then on, for as long as scans find it.',
    },
    ({ caller, params: { id }, note }) => store.decide(caller, id, 'active', note),
  )
  declare.post(
    `${path}/:id/refuse`,
    {
      ...common,
      ...answer,
      operationId: 'links.link.refuse',
      summary: 'Refuses a found link for good',
      description: 'It is not suggested again, whatever scans find, until somebody accepts or removes it.',
    },
    ({ caller, params: { id }, note }) => store.decide(caller, id, 'refused', note),
  )
}
