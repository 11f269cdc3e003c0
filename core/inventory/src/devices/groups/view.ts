import type { Group } from '../../entities/index.ts'
import type { GroupView } from './schemas.ts'

export const groupView = ({ id, name, description, networks, createdAt, updatedAt }: Group): GroupView => ({
  id,
  name,
  description,
  networks,
  created_at: createdAt,
  updated_at: updatedAt,
})
