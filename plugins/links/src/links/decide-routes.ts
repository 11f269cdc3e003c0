import type { Routes } from '@linecard/plugin-kit'
import type { Links } from '../parts.ts'
import { LinkView } from '../schemas.ts'
import { LinkParams } from './bodies.ts'
import { linkStore } from './store.ts'

const tag = 'links'
const path = '/component/links'

/** What people say about links that scans have found. */
export function decideRoutes(declare: Routes, { ctx }: Links): void {
  const store = linkStore(ctx)
  declare.post(
    `${path}/:id/accept`,
    {
      operationId: 'links.link.accept',
      scope: 'group',
      tag,
      summary: 'Accepts a found link',
      description: 'It counts from then on, for as long as scans find it.',
      permission: 'links_edit',
      params: LinkParams,
      response: LinkView,
      errors: [409],
    },
    ({ caller, params: { id }, note }) => store.accept(caller, id, note),
  )
  declare.post(
    `${path}/:id/refuse`,
    {
      operationId: 'links.link.refuse',
      scope: 'group',
      tag,
      summary: 'Refuses a found link for good',
      description: 'It is not suggested again, whatever scans find, until somebody accepts or removes it.',
      permission: 'links_edit',
      params: LinkParams,
      response: LinkView,
      errors: [409],
    },
    ({ caller, params: { id }, note }) => store.refuse(caller, id, note),
  )
}
