import { defineFamily } from '@linecard/driver-kit'
import { radlanResources, sfpDiagnostics, systemInfo } from '@linecard/driver-kit/builders'
import { commonCable } from '../changes/cable.ts'
import { clearRange, consoleChanges, smartChanges } from '../changes/index.ts'
import { dlinkCli, smartCli } from '../cli.ts'
import { ddmOptics } from '../optics/ddm.ts'
import { opticsAlone } from '../optics/media.ts'
import type { Params } from '../params.ts'
import { agentResources } from '../resources/agent.ts'
import { unitTemperature } from '../resources/temperature.ts'
import { webManagedResources } from '../resources/web-managed.ts'
import { system } from '../system.ts'
import { radlan } from '../nodes.ts'
import { standard } from './standard.ts'
import { managedConsole, managedIdentity, smartConsole, smartIdentity } from '../console.ts'

/** DES-3xxx, DGS-3xxx and the /ME switches with a CLI: D-Link's common MIBs. */
export const managed = defineFamily<Params>({
  id: 'managed',
  cli: dlinkCli,
  console: managedConsole,
  identity: managedIdentity,
  modules: [
    system(),
    agentResources(),
    unitTemperature(),
    ddmOptics(),
    opticsAlone(),
    ...standard,
    ...consoleChanges(),
    commonCable(),
  ],
})
/** DGS-1210/ME and similar models: all objects are below the node of the product. */
export const webManaged = defineFamily<Params>({
  id: 'web-managed',
  cli: dlinkCli,
  console: managedConsole,
  identity: managedIdentity,
  modules: [
    systemInfo({ vendor: 'D-Link' }),
    webManagedResources(),
    ddmOptics(),
    sfpDiagnostics(),
    ...standard,
    ...consoleChanges(),
  ],
})
/** DGS-1100/ME: as the web-managed family, without optics. */
export const dgs1100 = defineFamily<Params>({
  id: 'dgs-1100',
  cli: dlinkCli,
  console: managedConsole,
  identity: managedIdentity,
  modules: [
    systemInfo({ vendor: 'D-Link' }),
    webManagedResources(),
    ...standard,
    ...consoleChanges({ size: 64 }, clearRange),
  ],
})
/** SmartPro and Smart Managed: the DLINKSW MIBs. Each series has them at a different node. */
export const smart = defineFamily<Params>({
  id: 'smart',
  cli: smartCli,
  console: smartConsole,
  identity: smartIdentity,
  modules: [systemInfo({ vendor: 'D-Link' }), opticsAlone(), ...standard, ...smartChanges()],
})
/** Access points, firewalls and what nobody knows: the standard MIBs only, and no console. */
export const device = defineFamily<Params>({
  id: 'device',
  modules: [systemInfo({ vendor: 'D-Link' }), ...standard],
})
/** DGS-3100: RADLAN's MIBs. */
export const dgs3100 = defineFamily<Params>({
  id: 'dgs-3100',
  cli: dlinkCli,
  console: managedConsole,
  identity: managedIdentity,
  modules: [
    system(),
    radlanResources({ node: radlan }),
    ...standard,
    ...consoleChanges({ size: 50, always: true }),
  ],
})
