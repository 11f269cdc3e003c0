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
import { uniFields } from '../schemas/onu-blocks.ts'
import { complete } from '../schemas/complete.ts'
import { ifKnown } from './known.ts'
import type { AnswerRow, BlockReader } from './reader.ts'

type Unis<M extends Module> = AnswerRow<M> extends { unis: infer U } ? U : never

/** UNIs of an ONU with their VLANs, by number. */
function mergedUnis(
  states: Unis<typeof uniInterfacesStatus> | undefined,
  vlans: Unis<typeof uniInterfacesVlans> | undefined,
): DiagnosticData['uni'] {
  if (!states && !vlans) return null
  const ports = new Map<number, object>()
  for (const { num, pvid_mode: mode, ...vlan } of vlans ?? []) ports.set(num, { ...vlan, mode, num })
  for (const state of states ?? []) ports.set(state.num, { ...ports.get(state.num), ...state })
  return [...ports]
    .toSorted(([a], [b]) => a - b)
    .map(([, port]) => complete({ properties: uniFields }, port)) as DiagnosticData['uni']
}

const reasonFields = { properties: { ...ponOntsReasons.result.items.properties, history_table: null } }

/** The blocks that only ONUs have. */
export function onuBlocks({ answer, own, whole }: BlockReader) {
  const status = own(ponOntsStatus)
  const [serial, mac] = [own(ponOntsSerial)?.serial, own(ponOntsMacAddr)?.mac_address ?? status?._mac]
  const history_table = own(ponOntsDownHistory)?.logs
  return {
    vendor: whole(ponOntsVendor),
    status: ifKnown(status, row => ({
      online: row.status,
      bind: row.bind_status,
      admin: row.admin_state,
      _conf_status: row.conf_status ?? null,
      _onu_disabled: ifKnown(row._onu_disabled, String),
    })),
    uni: mergedUnis(own(uniInterfacesStatus)?.unis, own(uniInterfacesVlans)?.unis),
    ident: serial ? { value: serial, type: 'SERIAL' } : mac ? { value: mac, type: 'MAC' } : null,
    reasons: complete(reasonFields, { ...own(ponOntsReasons), history_table }),
    optical: whole(ponOntsOptical),
    configuration: whole(ponOntsConfiguration),
    profiles: ifKnown(answer(ponProfiles), profiles => complete(ponProfiles.result, profiles)),
  }
}
