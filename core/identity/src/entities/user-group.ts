import { defineEntity, p } from '@mikro-orm/core'

/**
 * A device group that a user sees. There is no foreign key, because groups belong to the inventory. A row of
 * a deleted group shows nothing: the user stays limited.
 */
export const UserGroup = defineEntity({
  name: 'IdentityUserGroup',
  tableName: 'identity_user_group',
  properties: { userId: p.integer().primary(), groupId: p.integer().primary() },
})
