import type { Session } from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  slotKey,
  slotPlaces,
  type NamedPlace,
  type Place,
  type Places,
  type Technology,
} from '@linecard/driver-kit/onus'

const technologies: Readonly<Record<string, Technology | null>> = { gp: 'gpon', xp: 'xgspon', np: null }
const atRoot = { shelf: 0, slot: 0, port: 0 }

/** Names of AXOS and EXA: PON port `1/2/xp3` (shelf, slot, port), ONU `ONT 316`. */
export function parseName(name: string): NamedPlace | null {
  const port = /^(\d{1,2})\/(\d{1,2})\/(gp|xp|np)(\d{1,2})$/i.exec(name.trim())
  if (port) {
    const [, shelf, slot, kind, number] = port
    const technology = technologies[kind!.toLowerCase()] ?? null
    return { shelf: Number(shelf), slot: Number(slot), port: Number(number), onu: null, technology }
  }
  const onu = /^ont[ -]?(\d{1,5})$/i.exec(name.trim())
  return onu ? { ...atRoot, onu: Number(onu[1]), technology: 'gpon' } : null
}

/** An Ethernet port of an ONU in ifTable: `316/x1` (AXOS), `Ont 316/g1` (EXA). */
export function parseUni(name: string): { onu: number; kind: string; num: number } | null {
  const found = /^(?:ont ?)?(\d{1,5})\/([a-z]{1,2})(\d{1,2})$/i.exec(name.trim())
  return found && { onu: Number(found[1]), kind: found[2]!.toLowerCase(), num: Number(found[3]) }
}

/**
 * The agent has ONUs by their number alone and does not tell the port, so an ONU has no parent.
 */
export const onuAt = (onu: number): Place & { onu: number } => ({ ...atRoot, onu })

export const places = (more?: (session: Session) => Promise<Interface[]>): Places => ({
  ...slotPlaces({
    parse: parseName,
    onuName: ({ onu }) => `ONT ${onu}`,
    portAt: (_, name) => {
      const at = parseName(name)
      return at?.onu === null ? at : null
    },
    ...(more && { more }),
  }),
  keyOf: place => (place.onu === null && place.port === 0 ? null : slotKey(place)),
})
