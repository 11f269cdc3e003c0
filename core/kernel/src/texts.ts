import { deviceErrorKinds, type DeviceErrorKind } from '@linecard/driver-kit'
import { listErrors, type ErrorTable, type Language, type Plugin, type Texts } from '@linecard/plugin-kit'
import { kernelErrors } from './errors.ts'
import { describeField, fieldsOf } from './settings/field.ts'
import { vaultErrors } from './vault/index.ts'

/** The kinds of errors of devices. The message of each error says what happened. */
const deviceTitles: Readonly<Record<DeviceErrorKind, string>> = {
  DeviceUnreachable: 'The device cannot be reached',
  DeviceTimeout: 'The device did not answer in time',
  DeviceBusy: 'The device is busy with a change',
  AuthFailed: 'The device refused the credentials',
  SessionLost: 'The connection to the device was lost',
  NoPrompt: 'The command line of the device gave no prompt',
  HostKeyChanged: 'The SSH key of the device has changed',
  OutcomeUnknown: 'Nobody knows whether the device was changed: verify it',
  CommandRejected: 'The device rejected a command',
  NotApplied: 'The device accepted a change but did not make it',
  ParseFailed: 'The answer of the device cannot be understood',
  Unsupported: 'The model does not support this',
  Conflict: 'It exists on the device already',
  InterfaceMoved: 'Another port stands where the caller saw it',
  BadArgument: 'An argument does not fit this device',
}

type Pairs = [key: string, text: string][]

const errorTexts = (table: ErrorTable): Pairs =>
  Object.entries(table).map(([code, { message }]) => [`error.${code}`, message])

function pluginTexts(plugin: Plugin): Pairs {
  const permissions = Object.entries(plugin.permissions ?? {}).flatMap(
    ([key, { label, description, group }]): Pairs => [
      [`permission.${key}.label`, label],
      [`permission.${key}.description`, description],
      [`group.${group}`, group],
    ],
  )
  const settings = fieldsOf(plugin.config).flatMap(([key, property]): Pairs => {
    const { title, hint } = describeField(key, property)
    return [
      [`setting.${plugin.id}.${key}.title`, title],
      ...(hint === null ? [] : [[`setting.${plugin.id}.${key}.hint`, hint] as [string, string]]),
    ]
  })
  return [...permissions, ...settings, ...errorTexts(plugin.errors ?? {})]
}

/** All texts of the kernel and of these plugins that people read. */
export function textsOf(plugins: readonly Plugin[]): Texts {
  const kernel = [
    ...errorTexts({ ...kernelErrors, ...listErrors, ...vaultErrors }),
    ...Object.entries(deviceErrorKinds).map(([kind, { code }]): [string, string] => [
      `error.${code}`,
      deviceTitles[kind as DeviceErrorKind],
    ]),
  ]
  const translated = (language: Language) =>
    Object.assign({}, ...plugins.map(plugin => plugin.translations?.[language])) as Record<string, string>
  return {
    en: Object.fromEntries([...kernel, ...plugins.flatMap(pluginTexts)]),
    translations: { uk: translated('uk'), ru: translated('ru') },
  }
}
