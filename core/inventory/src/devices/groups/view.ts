import type { Group } from '../../entities/index.ts'
import type { GroupView } from './schemas.ts'

export const groupView = ({ id, name, description, createdAt, updatedAt }: Group): GroupView => ({
  id,
  name,
  description,
  created_at: createdAt,
  updated_at: updatedAt,
})
