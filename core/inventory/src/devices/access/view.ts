import type { Access } from '../../entities/index.ts'
import type { AccessRef, AccessView } from './schemas.ts'

export const accessRef = ({ id, name, params }: Pick<Access, 'id' | 'name' | 'params'>): AccessRef => ({
  id,
  name,
  params,
})
export const accessView = (access: Access): AccessView => ({
  ...accessRef(access),
  created_at: access.createdAt,
  updated_at: access.updatedAt,
})
