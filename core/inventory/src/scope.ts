import type { Caller } from '@linecard/plugin-kit'

type Within = { $in: number[] }

/** Limits a query on devices to the groups that the caller sees. Every query on devices carries it. */
export const deviceScope = ({ groupIds }: Caller): { group?: Within } =>
  groupIds === null ? {} : { group: { $in: [...groupIds] } }

/** The same for groups themselves. */
export const groupScope = ({ groupIds }: Caller): { id?: Within } =>
  groupIds === null ? {} : { id: { $in: [...groupIds] } }

export const sees = ({ groupIds }: Caller, groupId: number): boolean =>
  groupIds === null || groupIds.includes(groupId)
