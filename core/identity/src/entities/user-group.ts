import { defineEntity, p } from '@mikro-orm/core'

/**
 * A device group that a user is limited to. No foreign key: groups belong to the inventory, and a stale row
 * only keeps a limit.
 */
export const UserGroup = defineEntity({
  name: 'IdentityUserGroup',
  tableName: 'identity_user_group',
  properties: { userId: p.integer().primary(), groupId: p.integer().primary() },
})
