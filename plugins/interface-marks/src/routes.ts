import { Type as T } from 'typebox'
import { ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import { InterfaceParams, InterfaceQuery, MarksBody, TagParams, TagsQuery } from './bodies.ts'
import { listMarked, listTags, markedInterface } from './lists.ts'
import { MarkedInterface, TagView } from './schemas.ts'
import type { Marks } from './setup.ts'
import { changeMarks } from './store.ts'

const common = { tag: 'interface-marks', scope: 'group' } as const
const [read, change] = ['device_show', 'device_iface_manage_marks']

export function routes(declare: Routes, marks: Marks): void {
  favoriteRoutes(declare, marks)
  tagRoutes(declare, marks)
  interfaceRoutes(declare, marks)
}

function favoriteRoutes(declare: Routes, { ctx }: Marks): void {
  declare.get(
    '/interface-marks/favorites',
    {
      operationId: 'interface-marks.favorites.list',
      ...common,
      summary: 'Your favourite interfaces',
      description: 'Favourites are personal: everybody sees only their own, of devices that they see.',
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
      ...common,
      summary: 'Makes an interface your favourite; changes nothing if it is one already',
      description:
        'Favourites are personal. The answer is the interface with all its marks. 409 if you have as ' +
        'many as the setting allows.',
      permission: change,
      params: InterfaceParams,
      response: MarkedInterface,
    },
    async ({ caller, params: { interfaceId } }) => {
      await changeMarks(ctx, caller, interfaceId, { favorite: true })
      return markedInterface(ctx, caller, interfaceId)
    },
  )

  declare.delete(
    '/interface-marks/favorites/:interfaceId',
    {
      operationId: 'interface-marks.favorite.delete',
      ...common,
      summary: 'Removes a favourite; changes nothing if the interface is not one',
      description: "Only your own favourite; tags and other people's favourites stay.",
      permission: change,
      params: InterfaceParams,
      response: MarkedInterface,
    },
    async ({ caller, params: { interfaceId } }) => {
      await changeMarks(ctx, caller, interfaceId, { favorite: false })
      return markedInterface(ctx, caller, interfaceId)
    },
  )
}

function tagRoutes(declare: Routes, { ctx }: Marks): void {
  declare.get(
    '/interface-marks/tags',
    {
      operationId: 'interface-marks.tags.list',
      ...common,
      summary: 'Tags in use, with the number of their interfaces',
      description:
        'Tags are shared by all users. The numbers count interfaces of devices that the caller sees.',
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
      ...common,
      summary: 'Interfaces with a tag; an empty list if the tag is not in use',
      description:
        'Interfaces of devices that the caller sees. The tag is compared exactly, with upper and lower ' +
        'case.',
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
}

function interfaceRoutes(declare: Routes, { ctx }: Marks): void {
  declare.get(
    '/interface-marks/interface/:interfaceId',
    {
      operationId: 'interface-marks.interface.get',
      ...common,
      summary: 'An interface with its marks',
      description: 'Tags, whether it is your favourite, and how many users have it as one.',
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
      ...common,
      summary: 'Sets the marks of an interface',
      description:
        '`tags` replaces all tags of the interface, `favorite` is your own. A member that is left out ' +
        'stays as it is. 409 if there are as many different tags as the setting allows.',
      permission: change,
      params: InterfaceParams,
      body: MarksBody,
      response: MarkedInterface,
    },
    async ({ caller, params: { interfaceId }, body }) => {
      await changeMarks(ctx, caller, interfaceId, body)
      return markedInterface(ctx, caller, interfaceId)
    },
  )
}
