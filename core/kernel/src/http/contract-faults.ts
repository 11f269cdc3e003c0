import { messageOf } from '../log/error.ts'

/**
 * Plugins break the contract. This is a fault of their authors, not of the operator. Each fault names the
 * place in its plugin, what is wrong there and how to mend it.
 */
export class ContractError extends Error {
  /** By plugin id. */
  readonly faults: ReadonlyMap<string, readonly string[]>
  constructor(faults: ReadonlyMap<string, readonly string[]>) {
    super([...faults].map(([plugin, found]) => `plugin "${plugin}": ${found.join('; ')}`).join('\n'))
    this.faults = faults
  }
}

/** The message of an error that a declaration of a plugin has caused. */
export function declarationMessage(error: unknown): string {
  if (error instanceof RangeError && error.message.includes('call stack'))
    return 'a schema contains itself: give it a name ($id) and refer to it by $ref'
  // AJV lists every branch that does not fit. The first one names the place.
  const [, place] = /^schema is invalid: data\/?([^,]*)/.exec(messageOf(error)) ?? []
  return place ?? messageOf(error)
}

/** Collects what is wrong with the declarations of plugins, so that all of it is told at once. */
export interface ContractFaults {
  add(plugin: string, where: string, faults: readonly string[]): void
  /** Runs code that depends on a declaration of the plugin. Null if it throws, which is a fault. */
  attempt<T>(plugin: string, where: string, work: () => T): T | null
  /** @throws ContractError if there are faults */
  refuse(): void
}

export function contractFaults(): ContractFaults {
  const byPlugin = new Map<string, string[]>()
  const add: ContractFaults['add'] = (plugin, where, faults) => {
    if (faults.length === 0) return
    byPlugin.set(plugin, [...new Set([...(byPlugin.get(plugin) ?? []), `${where}: ${faults.join(', ')}`])])
  }
  return {
    add,
    attempt(plugin, where, work) {
      try {
        return work()
      } catch (error) {
        add(plugin, where, [declarationMessage(error)])
        return null
      }
    },
    refuse() {
      if (byPlugin.size > 0) throw new ContractError(byPlugin)
    },
  }
}
