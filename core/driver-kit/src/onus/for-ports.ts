import { DeviceError } from '../contract/errors.ts'
import type { Implementation } from '../contract/implementation.ts'
import type { Module } from '../contract/module.ts'
import type { Session } from '../contract/session.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { findInterface } from './one-interface.ts'
import type { Olt } from './tree.ts'

/** The same device without its ONUs. A module about ports must not walk thousands of ONUs first. */
const portsOnly = (session: Session): Session =>
  Object.create(session, {
    call: {
      value: (...[module, args, ...rest]: Parameters<Session['call']>) =>
        session.call(
          module,
          (module as Module) === (interfacesList as Module) ? { root: true, ...(args as object) } : args,
          ...rest,
        ),
    },
    memo: {
      // The kit keeps this list of interfaces under the same key as the full list, so the key gets a prefix.
      value: (key: string, make: () => Promise<unknown>, ttlMs?: number) =>
        session.memo(`ports ${key}`, make, ttlMs),
    },
  }) as Session

/**
 * Modules of the kit that read or change ports, for an OLT. For an ONU the result is an empty list, and a
 * change of it is a bad argument.
 */
export const forPorts = (olt: Olt, implementations: readonly Implementation[]): Implementation[] =>
  implementations.map(implementation => ({
    ...implementation,
    run: async (session, args) => {
      const { interface: wanted } = args as { interface?: string | number }
      const one = wanted === undefined ? undefined : await findInterface(session, olt, wanted)
      if (one?.type === 'ONU' && implementation.module.kind === 'change')
        throw new DeviceError('BadArgument', `${one.name} is an ONU: give the name of a port`, {
          argument: 'interface',
        })
      return one?.type === 'ONU'
        ? []
        : implementation.run(portsOnly(session), one ? { ...(args as object), interface: one.id } : args)
    },
  }))

/** A device whose list of interfaces is this one alone. */
const only = (session: Session, one: Interface): Session =>
  Object.create(session, {
    call: {
      value: (...[module, ...rest]: Parameters<Session['call']>) =>
        (module as Module) === (interfacesList as Module)
          ? Promise.resolve([one])
          : session.call(module, ...rest),
    },
    memo: {
      value: (key: string, make: () => Promise<unknown>, ttlMs?: number) =>
        key === 'interfaces' ? make() : session.memo(key, make, ttlMs),
    },
  }) as Session

/**
 * Modules of the kit that read IF-MIB, for an OLT whose ONUs are rows of ifTable. One port or ONU is read
 * without the list of all others.
 */
export const forRows = (olt: Olt, implementations: readonly Implementation[]): Implementation[] =>
  implementations.map(implementation => ({
    ...implementation,
    run: async (session, args) => {
      const { interface: wanted } = args as { interface?: string | number }
      if (wanted === undefined) return implementation.run(session, args)
      const one = await findInterface(session, olt, wanted)
      return implementation.run(only(session, one), { ...(args as object), interface: one.id })
    },
  }))
