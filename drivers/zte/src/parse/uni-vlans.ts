/** VLANs of an Ethernet port of an ONU in its configuration. */
export interface UniVlan {
  num: number
  pvid: number | null
  mode: 'Transparent' | 'Tagged' | 'Translation' | 'Trunk' | null
  trunk: string | null
}

/** `hybrid` is not one of the uniform words: its mode is null, and its VLANs are told. */
const modes: Readonly<Record<string, UniVlan['mode']>> = {
  transparent: 'Transparent',
  tag: 'Tagged',
  translate: 'Translation',
  translation: 'Translation',
  trunk: 'Trunk',
}

/** `vlan port eth_0/1 mode tag vlan 100`, `… mode hybrid def-vlan 100`, `vlan port eth_0/1 vlan 100-101`. */
export function readUniVlans(text: string): UniVlan[] {
  const ports = new Map<number, UniVlan>()
  for (const line of text.split('\n')) {
    const [, number, rest = ''] = /^\s*vlan port eth_\d+\/(\d{1,2})\s+(\S.*)$/.exec(line) ?? []
    if (number === undefined) continue
    const num = Number(number)
    const port = ports.get(num) ?? { num, pvid: null, mode: null, trunk: null }
    const mode = /\bmode (\S+)/.exec(rest)?.[1]
    const vlan = /\b(?:def-)?vlan ([\d,-]+)/.exec(rest)?.[1]
    ports.set(num, {
      num,
      mode: mode === undefined ? port.mode : (modes[mode] ?? null),
      pvid: mode !== undefined && vlan !== undefined && /^\d+$/.test(vlan) ? Number(vlan) : port.pvid,
      trunk: mode === undefined && vlan !== undefined ? vlan : port.trunk,
    })
  }
  return [...ports.values()].toSorted((a, b) => a.num - b.num)
}
