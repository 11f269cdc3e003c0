import type { Client } from './client.ts'

export interface Place {
  ip: string
  port: number
  location?: string
  coordinates?: { lat: number; lon: number } | null
  community: string
  /** Login of its console. */
  console?: { protocol: 'ssh' | 'telnet'; port: number; login: string; password: string; enable?: string }
  /** Login of its RouterOS API. */
  routerOs?: { port: number; login: string; password: string }
}
export interface Added {
  id: number
  ip: string
  name: string
  model: { key: string; name: string; type: string }
  access: { id: number; name: string } | null
}

/** The access profile of a device is named by its connections. */
const accessName = ({ community, port, console, routerOs }: Place): string =>
  [
    `demo ${community}:${port}`,
    ...(console ? [`${console.protocol}:${console.port}${console.enable ? ' enable' : ''}`] : []),
    ...(routerOs ? [`api:${routerOs.port}`] : []),
  ].join(' ')

/**
 * The id of the access profile for these connections. It is created if it does not exist. The write community
 * of simulated devices is `private`.
 */
async function accessFor(client: Client, place: Place): Promise<number> {
  const { community, port, console, routerOs } = place
  const { login, password } = console ?? routerOs ?? {}
  const name = accessName(place)
  const { data: profiles } = await client.call<{ id: number; name: string }[]>(
    'GET',
    '/device-access?limit=1000',
  )
  const found = profiles.find(profile => profile.name === name)
  if (found) return found.id
  const params = {
    sw_core_connection: {
      snmp_version: '2c',
      snmp_port: port,
      snmp_timeout_sec: 2,
      snmp_repeats: 2,
      ...(console && { console_connection_type: console.protocol, console_port: console.port }),
      ...(routerOs && { mikrotik_api_port: routerOs.port }),
    },
  }
  return (
    await client.call<{ id: number }>('POST', '/device-access', {
      name,
      public_community: community,
      private_community: 'private',
      params,
      ...(login && { login, password }),
      ...(console?.enable && { enable_password: console.enable }),
    })
  ).data.id
}

/**
 * Adds devices as an integration does: detect the model, then create the device. Devices that exist stay as
 * they are, except that a new console or API is added. `told` gets each as soon as it is there.
 */
export async function addDevices(
  client: Client,
  places: readonly Place[],
  told: (device: Added) => void = () => {},
): Promise<Added[]> {
  const { data: known } = await client.call<Added[]>('GET', '/device?limit=100000')
  const added: Added[] = []
  const add = (device: Added) => {
    added.push(device)
    told(device)
  }
  for (const place of places) {
    const existing = known.find(device => device.ip === place.ip)
    if (existing) {
      // Data of an older demo may lack the console of a device.
      if ((place.console ?? place.routerOs) && existing.access?.name !== accessName(place))
        await client.call('PUT', `/device/${existing.id}`, { access_id: await accessFor(client, place) })
      add(existing)
      continue
    }
    const accessId = await accessFor(client, place)
    const { data: found } = await client.call<{ model: { id: number } | null; name: string | null }>(
      'POST',
      '/device-detect',
      { ip: place.ip, access_id: accessId },
    )
    if (!found.model) throw new Error(`no driver supports the device at ${place.ip}`)
    const body = {
      ip: place.ip,
      name: found.name ?? place.ip,
      location: place.location ?? '',
      coordinates: place.coordinates ?? null,
      model_id: found.model.id,
      access_id: accessId,
    }
    add((await client.call<Added>('POST', '/device', body)).data)
  }
  return added
}
