import { slotPlaces, type NamedPlace, type PlaceIndex, type PortPlace } from '@linecard/driver-kit/onus'

/** Names of the agent and of ONUs: `gpon3-12`, and `gpon3-12-5` for ONU 5 on it. */
export function parseName(name: string): NamedPlace | null {
  const found = /^gpon(\d{1,2})-(\d{1,2})(?:-(\d{1,3}))?$/i.exec(name.trim())
  if (!found) return null
  const [, slot, port, onu] = found
  return {
    shelf: 0,
    slot: Number(slot),
    port: Number(port),
    onu: onu === undefined ? null : Number(onu),
    technology: 'gpon',
  }
}

/** ifIndex of a port: slot × 10,000 + port. */
export const portOf = (ifIndex: number): PortPlace | null =>
  Number.isInteger(ifIndex) && ifIndex > 10_000 && ifIndex < 1_000_000 && ifIndex % 10_000 < 100
    ? { shelf: 0, slot: Math.floor(ifIndex / 10_000), port: ifIndex % 10_000 }
    : null

export const places = slotPlaces({
  parse: parseName,
  onuName: ({ slot, port, onu }) => `gpon${slot}-${port}-${onu}`,
  portOf,
})

/** `<ifIndex>.<ontNumber>`. */
export const byPort: PlaceIndex = {
  encode: ({ slot, port, onu }) => `${slot * 10_000 + port}.${onu}`,
  decode: index => {
    const [ifIndex, onu, ...rest] = index.split('.').map(Number)
    const port = ifIndex === undefined || rest.length > 0 ? null : portOf(ifIndex)
    return port && onu !== undefined ? { ...port, onu } : null
  },
  under: ({ slot, port }) => String(slot * 10_000 + port),
}
