import type { PolledParams } from '@linecard/plugin-kit'
import { ponOntsOptical } from '@linecard/driver-kit/modules'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A `params` key of the device, else of its model. */
const paramOf = ({ device, model }: PolledParams, key: string): unknown => device[key] ?? model[key]

/** Whether a model or device lets lists of ONUs load this module (`params.modules_loading.ont_list`). */
function isLoaded(params: PolledParams, module: string): boolean {
  const loading = paramOf(params, 'modules_loading')
  const list = isObject(loading) ? loading['ont_list'] : undefined
  return !Array.isArray(list) || list.includes(module)
}

/** `params.optical_load_only`: limits what an OLT must ask every ONU over the fibre. */
function opticalArgs(params: PolledParams): { load_only?: string } {
  const only = paramOf(params, 'optical_load_only')
  const names =
    typeof only === 'string'
      ? only
          .split(',')
          .map(name => name.trim())
          .filter(name => /^[a-z_]{1,20}$/.test(name))
      : []
  return names.length ? { load_only: names.join(',') } : {}
}

/** Arguments with which an OLT is asked for all its ONUs; null: it is not asked for this module. */
export function onuArgs(params: PolledParams, module: string): Readonly<Record<string, unknown>> | null {
  if (module.startsWith('pon_onts_') && !isLoaded(params, module)) return null
  return module === ponOntsOptical.name ? opticalArgs(params) : {}
}
