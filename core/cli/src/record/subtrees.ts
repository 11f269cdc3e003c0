/**
 * The default subtrees of a recording: everything that builders and drivers read. The users, communities and
 * views of SNMP itself (the rest of 1.3.6.1.6.3) are secrets and stay out.
 */
export const defaultSubtrees: readonly string[] = [
  '1.0.8802.1.1.2', // LLDP-MIB
  '1.2.840.10006.300.43', // IEEE8023-LAG-MIB
  '1.3.111.2.802.1.1', // LLDP-V2-MIB and the bridges of IEEE 802.1
  '1.3.6.1.2.1', // mib-2
  '1.3.6.1.4.1', // vendors
  '1.3.6.1.6.3.10.2.1.3', // snmpEngineTime: the age of the agent
]
