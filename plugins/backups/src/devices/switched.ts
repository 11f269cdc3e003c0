import type { PolledParams } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'

const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

/** As people and other programs write it in `params`; undefined: they do not say. */
const yesOrNo = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number'
    ? words[String(value).toLowerCase()]
    : undefined

const oxidized = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { oxidized: own } = params
  return typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {}
}

/** Whether the configuration of a device is read, by its `params`, those of its model, and the settings. */
export const isOn = (
  { device, model }: PolledParams,
  { on_by_default }: Pick<Config, 'on_by_default'>,
): boolean =>
  yesOrNo(device['oxidized_enabled']) ??
  yesOrNo(oxidized(device)['enable']) ??
  yesOrNo(oxidized(model)['enable']) ??
  on_by_default

/** Whether it is stored without its secrets. */
export const removesSecrets = ({ device, model }: PolledParams): boolean =>
  yesOrNo(oxidized(device)['remove_secret']) ?? yesOrNo(oxidized(model)['remove_secret']) ?? false
