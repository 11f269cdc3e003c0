import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { add, type World } from '@linecard/test-kit/worlds/inventory'
import { until } from '@linecard/test-kit'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import attachments from '../src/index.ts'

export { add, keyOf } from '@linecard/test-kit/worlds/inventory'

export interface File {
  id: number
  object_type: string
  object_id: number
  name: string
  media_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  has_thumbnail: boolean
  created_at: string
  uploaded_by: string
}
export interface Told {
  status: number
  code: string | undefined
  description: string
  data: File
  details: { path: string }[]
}

export interface House extends World {
  folder: string
  /** Devices of two groups, and an Ethernet port and an ONU of each. */
  near: Place
  far: Place
  upload(
    object: { type?: string; id?: number | string } | null,
    content: Buffer | string,
    name?: string,
    key?: string,
  ): Promise<Told>
  /** What lies in the storage and on its way there. */
  kept(): Promise<string[]>
  /** A raw answer: its bytes and headers. */
  fetch(path: string, key?: string): Promise<{ status: number; headers: Headers; bytes: Buffer }>
}
export interface Place {
  group: number
  device: number
  port: number
  onu: number
}

async function placeOf(world: World, name: string, ip: string): Promise<Place> {
  const group = (await add(world, '/device-group', { name })).id
  const device = (await add(world, '/device', { ip, name, group_id: group, enabled: false })).id
  const made = (type: string, key: number) =>
    world.sql<{ id: number }>(
      `insert into inventory_interface (device_id, bind_key, name, type) values (${device}, ${key}, '${name} ${key}', '${type}') returning id`,
    )
  return { group, device, port: (await made('ETH', 1))[0]!.id, onu: (await made('ONU', 2))[0]!.id }
}

export async function startHouse(settings: Record<string, unknown> = {}): Promise<House> {
  const world = await makeWorld({
    plugins: [attachments],
    settings: { identity: { rate_limiter_enabled: false }, attachments: settings },
  })
  const near = await placeOf(world, 'near', '192.0.2.1')
  const far = await placeOf(world, 'far', '192.0.2.2')
  const folder = settings['folder']
    ? String(settings['folder'])
    : join(dirname(world.configFile), 'attachments')
  return {
    ...world,
    near,
    far,
    folder,
    async upload(object, content, name = 'a.png', key = world.admin) {
      const form = new FormData()
      if (object) {
        if (object.type) form.append('object_type', object.type)
        form.append('object_id', String(object.id ?? near.device))
      }
      form.append('file', new Blob([Buffer.from(content)]), name)
      const answer = await fetch(`${world.url!}/api/v1/component/attachments`, {
        method: 'POST',
        headers: { 'x-auth-key': key },
        body: form,
      })
      const { data, error } = (await answer.json()) as {
        data: File
        error?: { code: string; description: string; details: { path: string }[] }
      }
      return {
        status: answer.status,
        code: error?.code,
        description: error?.description ?? '',
        details: error?.details ?? [],
        data,
      }
    },
    async kept() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries
        .filter(entry => entry.isFile() || entry.name.startsWith('file-'))
        .map(entry => join(entry.parentPath, entry.name))
    },
    async fetch(path, key = world.admin) {
      const answer = await fetch(`${world.url!}/api/v1${path}`, { headers: { 'x-auth-key': key } })
      return {
        status: answer.status,
        headers: answer.headers,
        bytes: Buffer.from(await answer.arrayBuffer()),
      }
    },
  }
}

/** Older than what the clean-up spares. */
export const old = new Date(Date.now() - 2 * 3_600_000)
export const codeOf = ({ bytes }: { bytes: Buffer }) =>
  (JSON.parse(String(bytes)) as { error: { code: string } }).error.code

/** Runs the clean-up now and gives what it said. */
export async function cleanUp(one: House): Promise<string> {
  const { body } = await one.http('POST', '/system-schedule/attachments.clean_up/run')
  const { id } = body.data as { id: string }
  return until('the clean-up has ended', async () => {
    const { runs } = await one.use('jobs').reports({ id, lines: true, limit: 1, offset: 0 })
    return runs[0] && runs[0].status !== 'running'
      ? `${runs[0].status} ${runs[0].lines.map(({ message }) => message).join(' | ')}`
      : null
  })
}
