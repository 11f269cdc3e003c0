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
    device: /./,
    module: /^sensors$/,
    mutation: /^no-(?:vendor|object)$/,
    because:
      'without the names, places and aliases of ENTITY-MIB the port and the meaning of a sensor are not known',
  },
  {
    device: /./,
    module: /^feeds$/,
    mutation: /^no-object$/,
    because: 'without ifType the port of a row of pethPsePortTable cannot be told',
  },
  {
    device: /_sonic\//,
    module: /^sfp_\w+$/,
    mutation: /^ports-\w+$/,
    because: 'SONiC makes entPhysicalIndex of the ifIndex, and it is not renumbered along',
  },
]

/**
 * Wrong or silent answers that are not known yet. Each is a fault of a driver: mend it and lower the number.
 */
export const left = 25

export const isKnown = ({ device, module, mutation }: Checked): boolean =>
  known.some(one => one.device.test(device) && one.module.test(module) && one.mutation.test(mutation))
