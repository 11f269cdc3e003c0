import { Type as T } from 'typebox'
import { ListMeta, Reply, type Caller, type Routes } from '@linecard/plugin-kit'
import { changeMarks } from './change.ts'
import { listMarked, listTags, markedInterface } from './find.ts'
import {
  InterfaceParams,
  InterfaceQuery,
  MarkedInterface,
  MarksBody,
  TagParams,
  TagView,
  TagsQuery,
} from './schemas.ts'
import type { Marks } from './service.ts'

const tag = 'interface-marks'
const [read, change] = ['device_show', 'device_iface_manage_marks']

export function routes(declare: Routes, { ctx }: Marks): void {
  const changed = async (caller: Caller, id: number, marks: MarksBody) => {
    await changeMarks(ctx, caller, id, marks)
    return markedInterface(ctx, caller, id)
  }

  declare.get(
    '/interface-marks/favorites',
    {
      operationId: 'interface-marks.favorites.list',
      tag,
      summary: 'Your favourite interfaces',
      permission: read,
      query: InterfaceQuery,
      response: T.Array(MarkedInterface),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { interfaces, meta } = await listMarked(ctx, caller, { favoritesOf: caller.userId }, query)
      return new Reply(interfaces, meta)
    },
  )

  declare.put(
    '/interface-marks/favorites/:interfaceId',
    {
      operationId: 'interface-marks.favorite.set',
      tag,
      summary: 'Makes an interface your favourite; once more changes nothing',
      permission: change,
      params: InterfaceParams,
      response: MarkedInterface,
    },
    ({ caller, params }) => changed(caller, params.interfaceId, { favorite: true }),
  )

  declare.delete(
    '/interface-marks/favorites/:interfaceId',
    {
      operationId: 'interface-marks.favorite.delete',
      tag,
      summary: 'Lets go of a favourite; once more changes nothing',
      permission: change,
      params: InterfaceParams,
      response: MarkedInterface,
    },
    ({ caller, params }) => changed(caller, params.interfaceId, { favorite: false }),
  )

  declare.get(
    '/interface-marks/tags',
    {
      operationId: 'interface-marks.tags.list',
      tag,
      summary: 'Tags that are in use, and on how many interfaces',
      permission: read,
      query: TagsQuery,
      response: T.Array(TagView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { tags, meta } = await listTags(ctx, caller, query)
      return new Reply(tags, meta)
    },
  )

  declare.get(
    '/interface-marks/tags/:tag',
    {
      operationId: 'interface-marks.tag.interfaces',
      tag,
      summary: 'Interfaces with a tag; none where nobody uses it',
      permission: read,
      params: TagParams,
      query: InterfaceQuery,
      response: T.Array(MarkedInterface),
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      const { interfaces, meta } = await listMarked(ctx, caller, { tag: params.tag.normalize('NFC') }, query)
      return new Reply(interfaces, meta)
    },
  )

  declare.get(
    '/interface-marks/interface/:interfaceId',
    {
      operationId: 'interface-marks.interface.get',
      tag,
      summary: 'An interface with its marks',
      permission: read,
      params: InterfaceParams,
      response: MarkedInterface,
    },
    ({ caller, params }) => markedInterface(ctx, caller, params.interfaceId),
  )

  declare.put(
    '/interface-marks/interface/:interfaceId',
    {
      operationId: 'interface-marks.interface.set',
      tag,
      summary: 'Sets the marks of an interface',
      permission: change,
      params: InterfaceParams,
      body: MarksBody,
      response: MarkedInterface,
    },
    ({ caller, params, body }) => changed(caller, params.interfaceId, body),
  )
}
