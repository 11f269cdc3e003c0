import { fdb } from '../mibs/bridge.ts'
import { vlans } from '../mibs/vlans.ts'
import { boards, cableTests, layer2, optics } from '../mibs/huawei.ts'
import { type PortShape, type SwitchModel, range } from './model.ts'

const port =
  (kind: string, speedMbps: number, fiber: boolean, first: { number: number; ifIndex: number }) =>
  (number: number): PortShape => {
    const offset = number - first.number
    const name = `${kind}0/0/${offset + 1}`
    return {
      number,
      ifIndex: first.ifIndex + offset,
      bridgePort: number,
      ifName: name,
      ifDescr: name,
      ifType: 6,
      speedMbps,
      fiber,
    }
  }

const model = (
  name: string,
  sysObjectId: string,
  software: string,
  ports: readonly PortShape[],
): SwitchModel => ({
  vendor: 'huawei',
  name,
  sysObjectId,
  oui: [0x00, 0x25, 0x9e],
  firmware: software,
  hardware: 'VER.B',
  lldp: 5,
  ports,
  sysDescr:
    `${name}\nHuawei Versatile Routing Platform Software \r\n` +
    ` VRP (R) software,Version 5.150 (${software}) \r\n` +
    ' Copyright (C) 2007 Huawei Technologies Co., Ltd.',
  management: { ifIndex: 4, ifName: 'Vlanif1', ifDescr: 'Vlanif1', ifType: 53 },
  vlanRules: { vlanName: id => `VLAN ${String(id).padStart(4, '0')}` },
  subtrees: state => [
    vlans(state),
    fdb(state),
    ...boards(state),
    optics(state.ports, state.seed),
    layer2(state.ports),
    cableTests(state.ports),
  ],
})

/** S-series switches with VRP 5. */
export const huawei = {
  'S5328C-EI': model('S5328C-EI', '1.3.6.1.4.1.2011.2.23.95', 'S5300 V200R005C00SPC500', [
    ...range(1, 24).map(port('GigabitEthernet', 1000, false, { number: 1, ifIndex: 6 })),
    ...range(25, 28).map(port('XGigabitEthernet', 10_000, true, { number: 25, ifIndex: 30 })),
  ]),
  'S2350-28TP-EI-AC': model('S2350-28TP-EI-AC', '1.3.6.1.4.1.2011.2.23.339', 'S2350 V200R005C00SPC500', [
    ...range(1, 24).map(port('Ethernet', 100, false, { number: 1, ifIndex: 6 })),
    ...range(25, 28).map(port('GigabitEthernet', 1000, true, { number: 25, ifIndex: 30 })),
  ]),
} as const satisfies Record<string, SwitchModel>
