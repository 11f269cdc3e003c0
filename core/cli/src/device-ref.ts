import type { Tools } from './command.ts'

export interface DeviceRow {
  id: number
  ip: string
  name: string
  model: { key: string; name: string; vendor: string } | null
}

/** Finds a device by its id or IP address. */
export async function findDevice(tools: Tools, ref: string): Promise<DeviceRow> {
  const { data } = /^\d+$/.test(ref)
    ? await tools.api('GET', `/device/${ref}`)
    : await tools.api('GET', '/device', { query: { ip: ref } })
  return data as DeviceRow
}
