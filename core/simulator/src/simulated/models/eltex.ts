import { fdb } from '../mibs/bridge.ts'
import { vlans } from '../mibs/vlans.ts'
import { radlan } from '../mibs/eltex.ts'
import { powerEthernet } from '../mibs/poe.ts'
import { type PortShape, type SwitchModel, range } from './model.ts'

/** gi1/0/1 has ifIndex 49, te1/0/1 has 105; the bridge's port numbers are the same. */
const ports = (poe: boolean): PortShape[] =>
  range(1, 28).map(number => {
    const fast = number > 24
    const [at, kind, short] = fast
      ? [number - 24, 'tengigabitethernet', 'te']
      : [number, 'gigabitethernet', 'gi']
    const ifIndex = fast ? 104 + at : 48 + at
    return {
      number,
      ifIndex,
      bridgePort: ifIndex,
      ifName: `${short}1/0/${at}`,
      ifDescr: `${kind}1/0/${at}`,
      ifType: 6,
      speedMbps: fast ? 10_000 : 1000,
      fiber: fast,
      ...(poe && !fast ? { poe: true as const } : {}),
    }
  })

const model = (name: string, sysObjectId: string, sysDescr: string, poe: boolean): SwitchModel => ({
  vendor: 'eltex',
  name,
  sysObjectId,
  sysDescr,
  oui: [0xe0, 0xd9, 0xe3],
  firmware: '4.0.17.3',
  hardware: '02.01.01',
  lldp: 5,
  ports: ports(poe),
  management: { ifIndex: 100_000, ifName: '1', ifDescr: '1', ifType: 53 },
  vlanRules: { vlanName: () => '' },
  subtrees: state => [
    vlans(state),
    fdb(state),
    ...radlan(state, '4.0.17.3', '02.01.01'),
    ...(poe ? [powerEthernet(state.ports, 380)] : []),
  ],
})

/** MES23xx: RADLAN's agent (enterprise 89) with Eltex's additions. */
export const eltex = {
  MES2324B: model('MES2324B', '1.3.6.1.4.1.35265.1.83', 'MES2324B 28-port 1G/10G Managed Switch', false),
  MES2324P: model(
    'MES2324P',
    '1.3.6.1.4.1.35265.1.92',
    'MES2324P AC 28-port 1G/10G Managed Switch with 24 POE+ ports',
    true,
  ),
} as const satisfies Record<string, SwitchModel>
