import { Type as T, type Static } from 'typebox'
import { closedObject, Id, ignored, nullable, text, Time } from '@linecard/plugin-kit'
import { resource } from '@linecard/plugin-kit/resource'
import { canonicalNetwork } from '../address.ts'
import { defaultGroupId, Group } from '../entities/index.ts'
import { fail } from '../errors.ts'
import * as examples from '../examples.ts'
import type { Inventory } from '../inventory.ts'
import { inGroups } from '../visibility.ts'
import { usedByDevices } from './used.ts'

export const GroupView = closedObject(
  {
    id: Id,
    name: T.String(),
    description: T.String(),
    networks: T.Array(T.String(), {
      description: 'Networks in which users who are limited to this group may ask addresses and add devices',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'inventory.DeviceGroup', examples: [examples.group] },
)
export type GroupView = Static<typeof GroupView>

const GroupBody = closedObject(
  {
    id: T.Optional(Id),
    name: text(200, { minLength: 1 }),
    description: T.Optional(text(2000)),
    networks: T.Optional(
      nullable(
        T.Array(T.String({ maxLength: 60 }), {
          maxItems: 1000,
          description:
            'Networks in which users who are limited to this group may ask addresses and add devices, as ' +
            'CIDR. Only users who see all groups set them',
        }),
      ),
    ),
    ...ignored,
  },
  { examples: [{ name: 'North', networks: ['10.1.0.0/16'] }] },
)

/** A group as an answer about something else shows it. */
export const groupView = ({ createdAt, updatedAt, ...group }: Group): GroupView => ({
  ...group,
  created_at: createdAt,
  updated_at: updatedAt,
})

/** Device groups: they limit which users see which devices. */
export const groups = ({ ctx }: Inventory) =>
  resource(ctx, {
    entity: Group,
    path: '/device-group',
    name: 'inventory.group',
    tag: 'device-group',
    scope: 'group',
    permission: { read: 'device_show', write: 'device_groups_management' },
    view: GroupView,
    body: GroupBody,
    list: {
      search: { in: ['name', 'description'], description: 'Part of the name or the description' },
      sort: ['id', 'name', 'created_at'],
      cap: 100_000,
      standard: 100_000,
    },
    visible: caller => inGroups(caller, 'r.id'),
    unknown: id => fail('INVENTORY_GROUP_UNKNOWN', { id }),
    taken: ({ name }) => fail('INVENTORY_GROUP_EXISTS', { name }, [{ path: 'name', message: 'is taken' }]),
    used: usedByDevices(ctx, 'group', 'INVENTORY_GROUP_IN_USE'),
    write({ networks }, { caller, before }) {
      if (!before && caller.groupIds !== null) throw fail('INVENTORY_GROUPS_LIMITED')
      const wanted = networks?.map(canonicalNetwork)
      // Whoever is limited to groups sends networks back unchanged, and does not widen them.
      if (before && wanted && caller.groupIds !== null && wanted.join() !== before.networks.join())
        throw fail('INVENTORY_NETWORKS_LIMITED', {}, [{ path: 'networks', message: 'may not be changed' }])
      return { networks: wanted }
    },
    async remove({ id }) {
      if (id === defaultGroupId) throw fail('INVENTORY_GROUP_DEFAULT')
    },
    told: {
      list: {
        summary: 'Device groups',
        description:
          'Groups limit which users see which devices. Users who are limited to groups get only these.',
      },
      one: {
        summary: 'One device group',
        description: 'One group with its name and description. Its devices: `GET /device?group_id=`.',
      },
      create: {
        summary: 'Adds a device group',
        description:
          'Users who are limited to groups would not see the new one and cannot add it: 403. A name that ' +
          'is in use is 409.',
      },
      update: {
        summary: 'Changes a device group',
        description:
          'Name and description; members that are left out keep their values. A name that is in use is ' +
          '409.',
      },
      delete: {
        summary: 'Deletes a device group that no device is in',
        description:
          'A group with devices and the default group are 409. Users who were limited to this group only ' +
          'see nothing of it any more.',
      },
    },
  })
