import type { Implementation, Module, Session } from '@linecard/driver-kit'
import { interfacesList } from '@linecard/driver-kit/modules'
import { findInterface } from './interfaces.ts'
import type { OnuTrees } from './tree.ts'

/** The same device without its ONUs. A module about ports must not walk thousands of ONUs first. */
const portsOnly = (session: Session): Session => ({
  ip: session.ip,
  model: session.model,
  snmp: session.snmp,
  port: session.port,
  cli: session.cli,
  routerOs: session.routerOs,
  signal: session.signal,
  report: session.report,
  get answered() {
    return session.answered
  },
  call: (module, args) =>
    session.call(
      module,
      (module as Module) === (interfacesList as Module)
        ? ({ root: true, ...(args as object) } as typeof args)
        : args,
    ),
  // The kit keeps this list of interfaces under the same key as the full list, so the key gets a prefix.
  memo: (key, make, ttlMs) => session.memo(`ports ${key}`, make, ttlMs),
})

/** Modules of the kit that read ports, for an OLT. For an ONU the result is an empty list. */
export const forPorts = (trees: OnuTrees, implementations: readonly Implementation[]): Implementation[] =>
  implementations.map(implementation => ({
    ...implementation,
    run: async (session, args) => {
      const { interface: wanted } = args as { interface?: string | number }
      const one = wanted === undefined ? undefined : await findInterface(session, trees, wanted)
      return one?.type === 'ONU'
        ? []
        : implementation.run(portsOnly(session), one ? { ...(args as object), interface: one.id } : args)
    },
  }))
