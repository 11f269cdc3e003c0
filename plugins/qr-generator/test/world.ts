import jsQr from 'jsqr'
import sharp from 'sharp'
import { makeWorld, type Answer, type World } from '@linecard/test-kit/worlds/core'
import qrGenerator from '../src/index.ts'

export type { Answer, World }
export const address = 'https://noc.example.net'

/**
 * The core with this plugin and two groups: device 7 with interface 17 and ONU 18 in `ours` (71), device 8
 * with interface 28 in `theirs` (72).
 */
export async function startWorld(settings: Record<string, Record<string, unknown>> = {}): Promise<World> {
  const world = await makeWorld({
    plugins: [qrGenerator],
    settings: {
      identity: { rate_limiter_enabled: false },
      system: { external_http_address: address },
      ...settings,
    },
  })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'olt-ours', 71, false), (8, '192.0.2.8', 'olt-theirs', 72, false)`,
  )
  await world.sql(`insert into inventory_interface (id, device_id, bind_key, name, type, description)
    values (17, 7, 1, 'pon0/1', 'PON', 'ring north'), (18, 7, 11, 'pon0/1:1', 'ONU', 'Miller'), (28, 8, 1, 'pon0/1', 'PON', 'hidden ~q7~')`)
  return world
}

export interface Code {
  base64: string
  mime: string
  link: string
  label: string | null
}

export async function codeOf(world: World, path: string, key?: string): Promise<Code> {
  const answer = await world.http('GET', `/component/qr-generator/${path}`, undefined, key)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.body.data as Code
}

/** What a camera would read from a picture; null: nothing. SVG is drawn first, by a strict XML parser. */
export async function readCode(picture: Buffer | Code): Promise<string | null> {
  const { data, info } = await sharp('base64' in picture ? Buffer.from(picture.base64, 'base64') : picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (
    jsQr.default(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), info.width, info.height)
      ?.data ?? null
  )
}

export const sizeOf = async ({ base64 }: Code): Promise<[number, number]> => {
  const { width, height } = await sharp(Buffer.from(base64, 'base64')).metadata()
  return [width, height]
}

let users = 0
/** Key of a user with these permissions who sees only these groups. */
export async function keyOf(world: World, permissions: string[], groups: number[]): Promise<string> {
  const name = `limited-${++users}`
  const password = 'Long enough password 1'
  const role = (await world.http('POST', '/user-role', { name, permissions })).body.data as { id: number }
  await world.http('POST', '/user', { login: name, password, role_id: role.id, device_groups: groups })
  return ((await world.http('POST', '/auth', { login: name, password }, null)).body.data as { key: string })
    .key
}
