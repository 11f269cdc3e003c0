import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../../config.ts'
import { openSecrets, type Secrets } from './secrets.ts'

/** An object that may override connection settings and credentials: access profile, model or device. */
export type Layer = { params: Record<string, unknown>; secrets?: string | null } | null | undefined

/** Connection settings of an address, from all layers. */
export interface Connection {
  /** What the layers say. */
  own: Readonly<Record<string, unknown>>
  /** The layers' settings over those of the system. */
  settings: Readonly<Record<string, unknown>>
  secrets: Secrets
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Connection settings of a `params` object; {} where it has none. */
export const connectionOf = (params: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  isObject(params['sw_core_connection']) ? params['sw_core_connection'] : {}

/** Copies values over others. Null and an empty text mean: not set here. */
function lay(over: Record<string, unknown>, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) if (value !== null && value !== '') over[key] = value
}

/** Merges the layers, from the weakest to the strongest: system < access profile < model < device. */
export function connectionFrom(ctx: Context<Config>, layers: readonly Layer[]): Connection {
  const own: Record<string, unknown> = {}
  const secrets: Record<string, unknown> = {}
  for (const layer of layers) {
    if (!layer) continue
    lay(own, connectionOf(layer.params))
    if (layer.secrets) lay(secrets, { ...openSecrets(ctx, layer.secrets) })
  }
  return { own, settings: { ...ctx.config, ...own }, secrets: secrets as Secrets }
}
