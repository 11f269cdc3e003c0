import type { Model } from '@linecard/driver-kit'

export const broadcom = '1.3.6.1.4.1.4413'
const ubiquiti = '1.3.6.1.4.1.41112'

/** EdgeSwitch answers with Broadcom's sysObjectID, as other makers' FASTPATH switches do: sysDescr decides. */
export const models: readonly Model[] = [
  { key: 'ubnt_edge_switch', name: 'Ubiquiti EdgeSwitch', type: 'SWITCH', family: 'edge-switch', detect: { objectId: broadcom, descr: /^Edge(?:Switch|Point Switch)\b/ } },
  { key: 'ubnt_unifi_switch', name: 'Ubiquiti UniFi Switch', type: 'SWITCH', family: 'edge-switch', detect: { objectId: broadcom, descr: /^USW?-[\w-]+, \d/ } },
  { key: 'ubnt_unifi_linux_switch', name: 'Ubiquiti UniFi Switch (Linux agent)', type: 'SWITCH', family: 'linux', detect: [{ objectId: ubiquiti, descr: /^USW[- ]/ }, { descr: /^USW-[\w-]+ \d+\.\d+\.\d+\.\d+/ }] },
  { key: 'ubnt_edge_router', name: 'Ubiquiti EdgeRouter', type: 'ROUTER', family: 'linux', detect: { objectId: `${ubiquiti}.1.5`, descr: /^Edge(?:OS|Router)/ } },
  { key: 'ubnt_general', name: 'Ubiquiti device', type: 'SWITCH', family: 'linux', detect: { objectId: ubiquiti } },
]
