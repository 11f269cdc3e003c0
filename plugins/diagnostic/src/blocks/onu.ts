import type { Module } from '@linecard/driver-kit'
import {
  ponOntsConfiguration,
  ponOntsDownHistory,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  ponProfiles,
  uniInterfacesStatus,
  uniInterfacesVlans,
} from '@linecard/driver-kit/modules'
import type { DiagnosticData } from '../schemas/blocks.ts'
import { filled, known, ifKnown } from './known.ts'
import { plain, type BlockReader, type AnswerRow } from './reader.ts'

type Unis<M extends Module> = AnswerRow<M> extends { unis: infer U } ? U : never

/** UNIs of an ONU with their VLANs, by number. */
function mergedUnis(
  states: Unis<typeof uniInterfacesStatus> | undefined,
  vlans: Unis<typeof uniInterfacesVlans> | undefined,
): DiagnosticData['uni'] {
  if (!states && !vlans) return null
  const ports = new Map<number, object>()
  for (const { num, ...state } of states ?? []) ports.set(num, { num, ...known(state) })
  for (const { num, pvid_mode: mode, ...vlan } of vlans ?? [])
    ports.set(num, { ...known({ ...vlan, mode }), num, ...ports.get(num) })
  return [...ports].toSorted(([a], [b]) => a - b).map(([, port]) => port) as DiagnosticData['uni']
}

/** The blocks that only ONUs have. */
export function onuBlocks({ answer, own }: BlockReader) {
  const status = own(ponOntsStatus)
  const [serial, mac] = [own(ponOntsSerial)?.serial, own(ponOntsMacAddr)?.mac_address ?? status?._mac]
  const history = own(ponOntsDownHistory)?.logs
  return {
    vendor: plain(own(ponOntsVendor)),
    status: ifKnown(status, row => ({
      online: row.status,
      ...known({
        bind: row.bind_status,
        admin: row.admin_state,
        _conf_status: row.conf_status,
        _onu_disabled: row._onu_disabled,
      }),
    })),
    uni: mergedUnis(own(uniInterfacesStatus)?.unis, own(uniInterfacesVlans)?.unis),
    ident: serial ? { value: serial, type: 'SERIAL' } : mac ? { value: mac, type: 'MAC' } : null,
    reasons: filled({
      ...plain(own(ponOntsReasons)),
      ...(history ? { history_table: history.map(known) } : {}),
    }),
    optical: plain(own(ponOntsOptical)),
    configuration: plain(own(ponOntsConfiguration)),
    profiles: ifKnown(answer(ponProfiles), known),
  }
}
