import type { Caller } from '@linecard/plugin-kit'
import type { Access } from '../../entities/index.ts'
import { sees } from '../../visibility.ts'
import type { AccessRef, AccessView } from './schemas.ts'

export const accessRef = ({ id, name, params }: Pick<Access, 'id' | 'name' | 'params'>): AccessRef => ({
  id,
  name,
  params,
})
export const accessView = (caller: Pick<Caller, 'groupIds'>, access: Access): AccessView => ({
  ...accessRef(access),
  group_ids: access.groupIds.filter(id => sees(caller, id)),
  created_at: access.createdAt,
  updated_at: access.updatedAt,
})
