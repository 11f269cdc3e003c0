import { reboot, saveConfig } from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { root, saving, tag } from './steps.ts'

/** Fields of the operations on the whole device. They have an empty body. */
const wholeDevice = { tag, body: closedObject({}) }

/** Saves the running configuration, so that a restart does not lose it. */
export function configChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      ...wholeDevice,
      path: `${root}/save-config`,
      operationId: 'switches.config.save',
      summary: 'Saves the configuration',
      description: 'Writes the running configuration to the memory that survives a restart.',
      permission: saveConfig.permission,
      changes: ['save'],
      steps: () => saving(true),
    },
    'switches.ConfigSaved',
  )
}

/** Restarts the device. */
export function rebootChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      ...wholeDevice,
      path: `${root}/reboot`,
      operationId: 'switches.device.reboot',
      summary: 'Restarts the device; unsaved changes are lost',
      description: 'The device, and everything behind it, is away for minutes.',
      permission: reboot.permission,
      changes: ['reboot'],
      steps: () => [{ name: 'reboot', module: reboot, args: {} }],
    },
    'switches.Rebooted',
  )
}
