import { randomBytes } from 'node:crypto'
import type { Client } from './client.ts'
import type { Installation } from './installation.ts'

/** Every permission that the enabled components declare. */
export const allPermissions = async (admin: Client): Promise<string[]> =>
  (await admin.get<{ permissions: { key: string }[] }[]>('/user-role-permissions')).flatMap(group =>
    group.permissions.map(({ key }) => key),
  )

/**
 * Creates a user with these permissions, limited to these device groups, and signs in. Without groups the
 * user sees all devices.
 */
export async function person(
  house: Installation,
  permissions: readonly string[],
  groups: readonly number[] = [],
): Promise<Client> {
  const name = `person-${randomBytes(4).toString('hex')}`
  const role = await house.admin.post<{ id: number }>('/user-role', { name, permissions })
  await house.admin.post('/user', {
    login: name,
    password: 'A long password 1',
    role_id: role.id,
    device_groups: groups,
  })
  return house.signIn(name, 'A long password 1')
}
