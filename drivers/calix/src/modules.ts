import { implement, readTable, without, type Column, type Implementation } from '@linecard/driver-kit'
import {
  interfacesList,
  ponCountRegisteredOnts,
  ponOntsSerial,
  ponPortsOptical,
  refOf,
  type Interface,
} from '@linecard/driver-kit/modules'
import { findInterface, oltMibs, onuModules, type Olt } from '@linecard/driver-kit/onus'
import { unis } from './unis.ts'

type Optics = Record<'temp' | 'bias' | 'tx' | 'voltage', Column<number>>

/**
 * Modules of both systems. The agents do not tell the port or the serial number of an ONU, so the modules
 * about them are absent: an empty count would be wrong.
 */
export const onuModulesOf = (
  olt: Olt,
  optics: Optics,
  rowOf: (port: Interface) => string | null,
): Implementation[] => [
  ...without(onuModules(olt, { capacity: () => null }), ponCountRegisteredOnts, ponOntsSerial),
  unis(olt),
  implement(ponPortsOptical, async (session, args) => {
    const ports =
      args.interface === undefined
        ? await session.call(interfacesList, { type: 'PON' })
        : [await findInterface(session, olt, args.interface)]
    const rows = await readTable(session, optics)
    return ports.flatMap(one => {
      const row = one.type === 'PON' ? rows.get(rowOf(one) ?? '') : undefined
      return row ? [{ interface: refOf(one), ...row }] : []
    })
  }),
  ...oltMibs(olt),
]
