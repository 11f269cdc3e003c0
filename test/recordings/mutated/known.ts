import type { Checked } from './run.ts'

/** What is wrong or silent and stays so, with the reason. An entry that fits nothing fails the test. */
export interface Known {
  device: RegExp
  module: RegExp
  mutation: RegExp
  because: string
}

export const known: readonly Known[] = [
  {
    device: /^dlink_dgs_3120_24sc_bx\//,
    module: /^link_info$/,
    mutation: /^(?:cut-\w+|refused|no-object)$/,
    because: 'without the column of the vendor ifAdminStatus answers, which is Enabled for all ports',
  },
  {
    device: /^cisco_nexus_9000\//,
    module: /^sensors$/,
    mutation: /^no-(?:vendor|object)$/,
    because: 'which port a sensor belongs to is known from CISCO-ENTITY-SENSOR-MIB alone',
  },
  {
    device: /./,
    module: /^feeds$/,
    mutation: /^no-object$/,
    because: 'without ifType the port of a row of pethPsePortTable cannot be told',
  },
  {
    device: /^generic_snmp\/router$/,
    module: /^sensors$/,
    mutation: /^no-object$/,
    because: 'without entPhysicalDescr it is not known whether a sensor is of the sent or the received light',
  },
]

export const isKnown = ({ device, module, mutation }: Checked): boolean =>
  known.some(one => one.device.test(device) && one.module.test(module) && one.mutation.test(mutation))
