import { defineFamily, text, without } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { interfaceCounters, linkInfo, sfpMedia } from '@linecard/driver-kit/modules'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { edgeOsCli } from '../cli.ts'
import { linuxModules } from '../families.ts'
import { product } from './nodes.ts'
import { counters, olt, unis } from './onus.ts'
import { portModules } from './ports.ts'

const base = onuModules(olt, { capacity: () => 128, counters })

/** UFiber OLT and UISP Fiber OLT: Net-SNMP with UBNT-UFIBER-MIB. */
export const fiber = defineFamily({
  id: 'fiber',
  cli: edgeOsCli,
  modules: [
    systemInfo({
      vendor: 'Ubiquiti',
      facts: { serial_num: text(`${product}.2.0`), board_software_ver: text(`${product}.3.0`) },
    }),
    ...without(linuxModules, sfpMedia),
    ...without(base, linkInfo, interfaceCounters),
    ...portModules(olt, base),
    unis,
    ...oltMibs(olt),
  ],
})
