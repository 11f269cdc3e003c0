import type { SimulatedOlt } from '../../olt/olt.ts'
import type { Onu } from '../../olt/onu-state.ts'
import { onuSection } from '../../olt/configuration.ts'
import { service } from '../../olt/services.ts'
import { vlanProfiles } from './profiles.ts'

/** Modes of a VLAN on an Ethernet port of an EPON ONU, with the numbers of the agent. */
export const vlanModes = { transparent: 0, tag: 1, translation: 2, trunk: 4 } as const
export type VlanMode = keyof typeof vlanModes

export const vlanKey = (uni: number): string => `port ${uni} vlan`
/** VLAN and mode of an Ethernet port. A port without a line lets all VLANs through. */
export function uniVlan(olt: SimulatedOlt, onu: Onu, uni: number): { mode: VlanMode; pvid: number } {
  const [, mode, pvid] = / vlan mode (\w+)(?: (\d+))?/.exec(service(olt, onu, vlanKey(uni)) ?? '') ?? []
  return { mode: (mode as VlanMode | undefined) ?? 'transparent', pvid: Number(pvid ?? 0) }
}

export type Direction = 'upstream' | 'downstream'
/** kbit/s that mean "no limit". */
const unlimited = 1_000_000_000
/** Peak and committed rate of an EPON ONU, kbit/s. */
export function slaOf(olt: SimulatedOlt, onu: Onu, direction: Direction): { pir: number; cir: number } {
  const [, pir, cir] = /pir (\d+) cir (\d+)/.exec(service(olt, onu, `sla ${direction}`) ?? '') ?? []
  return pir === undefined ? { pir: unlimited, cir: 512 } : { pir: Number(pir), cir: Number(cir) }
}

/** Number of the VLAN profile on an Ethernet port of a GPON ONU; 0: none. */
export function uniProfileId(olt: SimulatedOlt, onu: Onu, uni: number): number {
  const name = service(olt, onu, `uni ${uni} vlan-profile`)?.split(' ').at(-1)
  return vlanProfiles.find(one => one.name === name)?.id ?? 0
}

/** What the ONUs of the start have. */
export function drawServices({ configuration, pons }: SimulatedOlt): void {
  for (const onu of pons.flatMap(port => port.onus)) {
    const draw = (key: string, line: string) => configuration.set(onuSection(onu), key, line)
    if (onu.port.technology === 'epon') {
      draw(vlanKey(1), 'epon onu port 1 ctc vlan mode tag 100 priority 0')
      draw('sla upstream', 'epon sla upstream pir 1000000 cir 512')
    } else {
      draw('flow-mapping-profile', 'gpon onu flow-mapping-profile flow-mapping-default')
      draw('uni 1 vlan-profile', 'gpon onu uni 1 vlan-profile homes')
    }
  }
}
