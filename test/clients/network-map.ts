/**
 * Reads links as the public client wildcore-network-map of HackTeam87 does (`main.py`): one GET of a URL from its
 * environment, and every row by index, without a look at null. A row without an interface ends it.
 */

interface MapDevice {
  id: number
  ip: string
  name: string
  model: { name: string }
}
interface MapInterface {
  name: string
  device: { id: number; name: string }
}
interface MapRow {
  src_device: MapDevice
  src_iface: MapInterface
  dest_device: MapDevice
  dest_iface: MapInterface
}

export interface NetworkMap {
  nodes: ReadonlyMap<number, string>
  edges: readonly { from: number; to: number; title: string }[]
}

/** @throws TypeError for a row that the client cannot read */
export async function readNetworkMap(url: string, key: string): Promise<NetworkMap> {
  const response = await fetch(url, { headers: { 'x-auth-key': key } })
  const { data } = (await response.json()) as { data: readonly MapRow[] }
  const nodes = new Map<number, string>()
  const edges = data.map(({ src_device: src, src_iface: at, dest_device: dest, dest_iface: to }) => {
    nodes.set(at.device.id, `${at.device.name} ${src.ip} ${src.name} ${src.model.name}`)
    nodes.set(to.device.id, `${to.device.name} ${dest.ip} ${dest.name} ${dest.model.name}`)
    return { from: at.device.id, to: to.device.id, title: `${at.name} - ${to.name}` }
  })
  return { nodes, edges }
}
