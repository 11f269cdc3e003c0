import type { VlanMember } from '@linecard/driver-kit/builders'

/**
 * What differs between the softwares of OmniSwitch. AOS 6 has its MIBs below another node than AOS 7 and 8.
 */
export interface Software {
  /** Node above `1` (devices, hardware) and `2` (software). */
  node: string
  /** vpaType: how a port sends a VLAN. `none`: it does not send it. Absent types: unknown. */
  memberTypes: Readonly<Record<number, VlanMember['how'] | 'none'>>
  /** vlanType of VLANs that the switch made itself. AOS 6 has no such column. */
  vlanTypes?: ReadonlySet<number>
  /** The table of chassis has the temperature of each board in a column of its own. */
  boardColumns: boolean
  /** vpaType knows ports that must not carry a VLAN. */
  forbidden: boolean
}

/**
 * vpaType of AOS 6: 1 default VLAN, 2 tagged, 3 mobile (a device's traffic moved the port; it is sent without
 * tag), 4 mirrored, 7 by GVRP. 6 is a service VLAN: with tag on network ports, without on those of customers.
 */
export const aos6: Software = {
  node: '1.3.6.1.4.1.6486.800.1',
  memberTypes: { 1: 'untagged', 2: 'tagged', 3: 'untagged', 4: 'none', 7: 'tagged' },
  boardColumns: false,
  forbidden: false,
}

/**
 * vpaType of AOS 7 and 8: 1 default VLAN, 2 tagged, 3 by MVRP, 6 forbidden, 7 mirrored, 9 and 10 by user
 * profiles, 11 by EVB. 4, 5 (stacked VLANs) and 8 (backbone) do not say whether the tag is sent.
 */
export const aos7: Software = {
  node: '1.3.6.1.4.1.6486.801.1',
  memberTypes: {
    0: 'none',
    1: 'untagged',
    2: 'tagged',
    3: 'tagged',
    6: 'forbidden',
    7: 'none',
    9: 'untagged',
    10: 'tagged',
    11: 'tagged',
  },
  vlanTypes: new Set([4, 10, 11]),
  boardColumns: true,
  forbidden: true,
}
