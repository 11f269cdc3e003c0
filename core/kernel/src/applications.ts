import type { Host } from './components/host.ts'
import { buildApp, type App, type AppOptions } from './http/app.ts'
import { ContractError } from './http/contract.ts'
import { SlotError } from './http/slots.ts'

/** Builds the HTTP application of the plugins that run at that moment. */
export interface Applications {
  /**
   * At the start a plugin that breaks the contract stops the start: its author must see it. A plugin whose
   * slot `http` throws fails alone.
   * @throws ContractError
   */
  first(): Promise<App>
  /** Later a plugin that breaks the contract fails alone, because others are in use. */
  next(): Promise<App>
}

export function createApplications(host: Host, options: Omit<AppOptions, 'plugins'>): Applications {
  const build = async (Tolerated: typeof ContractError): Promise<App> => {
    const plugins = host.ready().map(({ plugin, context }) => ({ plugin: plugin!, context }))
    try {
      return await buildApp({ ...options, plugins })
    } catch (error) {
      const culprit =
        error instanceof Tolerated ? host.ready().find(({ key }) => key === error.plugin) : undefined
      if (!culprit) throw error
      await host.fail(culprit, (error as Error).message)
      return build(Tolerated)
    }
  }
  return { first: () => build(SlotError), next: () => build(ContractError) }
}
