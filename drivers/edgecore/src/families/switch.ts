import { defineFamily } from '@linecard/driver-kit'
import { switchMibs, systemInfo, type IfRow } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { changes } from '../changes.ts'
import { profile } from '../cli.ts'
import { vendor } from '../tables.ts'
import { switchConsole, switchIdentity } from '../console.ts'

/** Older firmware answers ifType 1 (other) for VLAN interfaces. */
const namedVlan = ({ ifType, name }: IfRow): Partial<Interface> =>
  ifType === 1 && /^VLAN\d+$/.test(name ?? '') ? { type: 'VLAN' } : {}

/**
 * Modules of all series that read standard MIBs. The bind key is ifIndex: ports are fixed, VLAN n has 1000 +
 * n.
 */
export const switches = defineFamily({
  id: 'switch',
  cli: profile,
  console: switchConsole,
  identity: switchIdentity,
  modules: [systemInfo({ vendor }), ...switchMibs({ shape: namedVlan }), ...changes],
})
