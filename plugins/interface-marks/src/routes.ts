import { idOf, withDevices, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import { InterfaceParams, MarksBody, TagParams } from './bodies.ts'
import { markedInterface, markedRows, tagRows } from './lists.ts'
import { MarkedInterface, TagView } from './schemas.ts'
import type { Marks } from './setup.ts'
import { changeMarks } from './store.ts'

const common = { tag: 'interface-marks', scope: 'group' } as const
const [read, change] = ['device_show', 'device_iface_manage_marks']

/** What can be asked of a list of marked interfaces. */
const ofInterfaces = {
  search: {
    in: ['name', 'description', 'device_name', 'device_ip'],
    description: 'Part of the name or description of the interface, or of the name or address of its device',
  },
  filters: { device_id: idOf('a device') },
  sort: {
    id: 'id',
    name: 'name',
    type: 'type',
    status: 'status',
    device: 'device_name',
    created_at: 'created_at',
  },
  order: 'device,name',
  cap: 1000,
} as const

export function routes(declare: Routes, marks: Marks): void {
  favoriteRoutes(declare, marks)
  tagRoutes(declare, marks)
  interfaceRoutes(declare, marks)
}

function favoriteRoutes(declare: Routes, { ctx }: Marks): void {
  listRoute(declare, ctx, {
    path: '/interface-marks/favorites',
    operationId: 'interface-marks.favorites.list',
    ...common,
    ...ofInterfaces,
    summary: 'Your favourite interfaces',
    description: 'Favourites are personal: everybody sees only their own, of devices that they see.',
    permission: read,
    view: MarkedInterface,
    rows: ({ em, caller }) => markedRows(em, caller, { favoritesOf: caller.userId }),
    shown: (rows, { caller }) => withDevices(ctx, caller, rows),
  })

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
  listRoute(declare, ctx, {
    path: '/interface-marks/tags',
    operationId: 'interface-marks.tags.list',
    ...common,
    summary: 'Tags in use, with the number of their interfaces',
    description:
      'Tags are shared by all users. The numbers count interfaces of devices that the caller sees.',
    permission: read,
    view: TagView,
    search: { in: ['tag'], description: 'Part of the tag' },
    sort: ['tag', 'interfaces'],
    key: 'tag',
    cap: 10_000,
    rows: ({ em, caller }) => tagRows(em, caller),
  })

  listRoute(declare, ctx, {
    path: '/interface-marks/tags/:tag',
    operationId: 'interface-marks.tag.interfaces',
    ...common,
    ...ofInterfaces,
    summary: 'Interfaces with a tag; an empty list if the tag is not in use',
    description:
      'Interfaces of devices that the caller sees. The tag is compared exactly, with upper and lower case.',
    permission: read,
    params: TagParams,
    view: MarkedInterface,
    rows: ({ em, caller, params: { tag } }) => markedRows(em, caller, { tag: tag.normalize('NFC') }),
    shown: (rows, { caller }) => withDevices(ctx, caller, rows),
  })
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
