import type { Plugin } from '@linecard/plugin-kit'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import interfaceMarks from '../src/index.ts'

export type { Answer, World }

export interface Marked {
  id: number
  name: string
  device: { id: number; name: string }
  favorite: boolean
  favorite_users: number
  tags: string[]
}

/**
 * The core with this plugin: device 7 in `ours` (71) with interfaces 101 to 110, device 8 in `theirs` (72)
 * with 201 to 203.
 */
export async function startWorld(
  settings: Record<string, Record<string, unknown>> = {},
  plugins: readonly Plugin[] = [],
): Promise<World> {
  const world = await makeWorld({
    plugins: [interfaceMarks, ...plugins],
    settings: { identity: { rate_limiter_enabled: false }, ...settings },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'olt-ours', 71, false), (8, '192.0.2.8', 'olt-theirs', 72, false)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, description) select 100 + n, 7, n, 'port ' || lpad(n::text, 2, '0'), 'ETH', 'house ' || n from generate_series(1, 10) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) select 200 + n, 8, n, 'hidden ~q7~ ' || n, 'ETH' from generate_series(1, 3) n`,
  )
  return world
}

export const rights = ['device_show', 'device_iface_manage_marks']

let users = 0
/** Key of a user with these permissions who sees only these groups (none: all). */
export async function keyOf(world: World, groups: number[], permissions = rights): Promise<string> {
  const login = `person-${++users}`
  const password = 'Long enough password 1'
  const role = (await world.http('POST', '/user-role', { name: login, permissions })).body.data as {
    id: number
  }
  await world.http('POST', '/user', { login, password, role_id: role.id, device_groups: groups })
  return ((await world.http('POST', '/auth', { login, password }, null)).body.data as { key: string }).key
}

export const path = '/interface-marks'

/** Data of an answer that must be good. */
export async function data<T>(asked: Promise<Answer>): Promise<T> {
  const { status, text, body } = await asked
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body.data as T
}
export const list = async (world: World, below: string, key?: string) => {
  const answer = await world.http('GET', `${path}/${below}`, undefined, key)
  if (answer.status !== 200) throw new Error(answer.text)
  return {
    rows: answer.body.data as Marked[],
    total: (answer.body.meta as unknown as { total: number }).total,
  }
}
export const idsOf = ({ rows }: { rows: { id: number }[] }): number[] => rows.map(({ id }) => id)
