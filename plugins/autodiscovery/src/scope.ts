import type { Caller } from '@linecard/plugin-kit'

/** Limits rules and what was found to the groups that the caller sees. */
export const ofGroups = ({ groupIds }: Caller): { groupId?: { $in: number[] } } =>
  groupIds === null ? {} : { groupId: { $in: [...groupIds] } }

export const sees = ({ groupIds }: Caller, groupId: number): boolean =>
  groupIds === null || groupIds.includes(groupId)
