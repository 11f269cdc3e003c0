import { signIn, type Client } from '../../examples/all-in-one/client.ts'
import type { Place } from './network.ts'

export { signIn, type Client }

interface Device {
  id: number
  name: string
  model: { key: string }
}

/** Detects a device and adds it, as an integration does. */
export async function addDevice(client: Client, { ip, port }: Place): Promise<Device> {
  const { data: access } = await client.call<{ id: number }>('POST', '/device-access', {
    name: `packed ${ip}`,
    public_community: 'public',
    private_community: 'private',
    params: { sw_core_connection: { snmp_version: '2c', snmp_port: port } },
  })
  const { data: found } = await client.call<{ model: { id: number } | null; name: string }>(
    'POST',
    '/device-detect',
    { ip, access_id: access.id },
  )
  if (!found.model) throw new Error(`no driver knows the device at ${ip}`)
  const body = { ip, name: found.name, model_id: found.model.id, access_id: access.id }
  return (await client.call<Device>('POST', '/device', body)).data
}

/** The status and the error code of an answer that must be an error. */
export async function refusal(
  { url, key }: Client,
  path: string,
): Promise<{ status: number; code: string; description: string }> {
  const answer = await fetch(`${url}/api/v1${path}`, { headers: { 'X-Auth-Key': key } })
  const { error } = (await answer.json()) as { error: { code: string; description: string } }
  return { status: answer.status, ...error }
}
