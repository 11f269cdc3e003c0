import { defineFamily, map, text } from '@linecard/driver-kit'
import {
  bgp4,
  entityInventory,
  entitySensors,
  hostResources,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { changes } from '../changes.ts'
import { eosCli } from '../cli.ts'
import { eosConsole, eosIdentity } from '../console.ts'

/** sysDescr: `Arista Networks EOS version 4.20.12.1M running on an Arista Networks DCS-7150S-24`. */
const board_software_ver = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => /\bEOS version (\S+)/.exec(descr)?.[1] ?? null,
)

export const eos = defineFamily({
  id: 'eos',
  cli: eosCli,
  console: eosConsole,
  identity: eosIdentity,
  modules: [
    systemInfo({ vendor: 'Arista Networks', facts: { board_software_ver } }),
    ...switchMibs(),
    ...bgp4(),
    hostResources(),
    ...entitySensors(),
    entityInventory(),
    sfpDiagnostics(),
    ...changes(),
  ],
})
