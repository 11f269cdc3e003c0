export interface Vlan {
  id: number
  name: string
}

/** The VLANs of a device that names none. */
export const defaultVlans: readonly Vlan[] = [
  { id: 1, name: 'default' },
  { id: 100, name: 'internet' },
  { id: 200, name: 'iptv' },
]
